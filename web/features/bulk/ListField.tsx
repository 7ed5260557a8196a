import { type RefObject, useId } from "react"
import type { LockJobKind } from "#core/jobs/Job.ts"
import { toast } from "#web/app/notices.ts"
import { useFileDrop } from "#web/ui/useFileDrop.ts"
import { type ListText, readListFile, withSheet } from "./listText.ts"

interface ListFieldProps {
  readonly field: RefObject<HTMLTextAreaElement | null>
  readonly given: ListText
  readonly onGiven: (given: ListText) => void
  /** The name of a list that doesn't come from a file. */
  readonly pasted: string
  readonly kind: LockJobKind
}

/**
 * Types offered by the file picker; the content decides how a file is read. Old .xls files are offered so that we can
 * say how to convert them.
 */
const listFileTypes = ".csv,.txt,.tsv,.xlsx,.ods,.xls,text/csv,text/plain"

/** Don't show longer texts for editing: a field with megabytes of text slows every keystroke. */
const mostShown = 200_000

/** Accepts a list that is typed, pasted, scanned code by code, dropped, or chosen as a file. */
export const ListField = ({ field, given, onGiven, pasted, kind }: ListFieldProps) => {
  const id = useId()
  const long = given.text.length > mostShown
  const take = async (file: File | undefined): Promise<void> => {
    if (file === undefined) return
    const read = await readListFile(file)
    if ("error" in read) toast("error", read.error, read.next)
    else onGiven(read)
  }
  const { over, drop } = useFileDrop(([file]) => void take(file))
  return (
    <div className={over ? "bulk-list over" : "bulk-list"} {...drop}>
      <label htmlFor={`${id}-text`}>Locks</label>
      <textarea
        id={`${id}-text`}
        ref={field}
        className="input code"
        rows={12}
        spellCheck={false}
        autoComplete="off"
        readOnly={long}
        aria-describedby={`${id}-hint`}
        value={long ? `${given.text.slice(0, 2000)}\n...` : given.text}
        onChange={({ target }) => {
          if (!long) onGiven({ ...given, text: target.value })
        }}
      />
      <p id={`${id}-hint`} className="muted">
        One serial code per line, or CSV with a header row: serialCode
        {kind === "setStatus" ? ", status, unit" : ""}. Paste it, scan one lock after the other, or drop a CSV file or a
        workbook (.xlsx or .ods) here.
      </p>
      <div className="bulk-file">
        <label htmlFor={`${id}-file`}>File</label>
        <input
          id={`${id}-file`}
          type="file"
          accept={listFileTypes}
          onChange={({ target }) => {
            void take(target.files?.[0])
            // Let the user choose the same file again after fixing it.
            target.value = ""
          }}
        />
        <span className="muted">
          {given.name === pasted ? "" : [given.name, given.note].filter(Boolean).join(". ")}
        </span>
      </div>
      {given.sheets === undefined ? null : (
        <div className="bulk-choice">
          <label htmlFor={`${id}-sheet`}>Sheet</label>
          <select
            id={`${id}-sheet`}
            className="select"
            value={given.sheet ?? ""}
            aria-describedby={`${id}-sheet-hint`}
            onChange={({ target }) => onGiven(withSheet(given, given.sheets ?? [], target.value))}
          >
            <option value="">Choose a sheet</option>
            {given.sheets.map(({ name }) => (
              <option key={name} value={name}>
                {name}
              </option>
            ))}
          </select>
          <p id={`${id}-sheet-hint`} className="muted">
            This workbook has {given.sheets.length} sheets with content.
          </p>
        </div>
      )}
    </div>
  )
}
