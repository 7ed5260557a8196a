import "#web/ui/Progress.css"
import { useId, useRef, useState } from "react"
import { fileFaultWords } from "#core/imports/fileFaults.ts"
import { importFileTypes, importLimits } from "#core/imports/importLimits.ts"
import { useCommands } from "#web/app/useCommands.ts"
import { useKeysOf } from "#web/keyboard/keymap.ts"
import { CommandButton } from "#web/ui/CommandButton.tsx"
import { Kbd } from "#web/ui/Kbd.tsx"
import { type ImportSubject, useImportSubject } from "./importSubject.ts"
import { fileRefusal, sizeText } from "./fileRefusal.ts"
import { useDebounced } from "./useDebounced.ts"
import { useDroppedFiles } from "./useDroppedFiles.ts"
import type { ImportStart } from "./useImportStart.ts"

interface FilePartProps {
  /** URL of the file template; null until it is known. */
  readonly template: string | null
  /** Why nothing can be sent yet, whatever the file, or null. */
  readonly refused: string | null
  /** Other inputs of the import. If they changed, another press right after the first isn't a repeat. */
  readonly about: unknown
  readonly send: (
    file: File,
    sheet: string | null,
    onSent: (share: number) => void
  ) => ReturnType<ImportSubject["show"]>
  readonly start: ImportStart
}

/** The workbook's non-empty sheets, and the one to import; empty while none is chosen. */
interface SheetChoice {
  readonly names: ReadonlyArray<string>
  readonly chosen: string
}

/** Via CSV: the template, and a file that is chosen or dropped anywhere on the screen and sent. */
export const FilePart = ({
  template: templateAt,
  refused,
  about,
  send: sendFile,
  start: { sent, issue, refuse, begin }
}: FilePartProps) => {
  const { screen } = useImportSubject()
  const [file, setFile] = useState<File | null>(null)
  const [sheets, setSheets] = useState<SheetChoice | null>(null)
  const input = useRef<HTMLInputElement>(null)
  const template = useRef<HTMLAnchorElement>(null)
  const [templateKeys] = useKeysOf("importScreen.template")
  const id = useId()

  const take = (files: ReadonlyArray<File>): void => {
    const [first] = files
    if (first === undefined || sent !== null) return
    const wrong = files.length > 1 ? fileFaultWords.Several : fileRefusal(first)
    setFile(wrong === null ? first : null)
    setSheets(null)
    refuse(wrong)
  }
  // Keep the server's sheet list while the choice is being sent.
  if (issue?.sheets !== undefined && issue.sheets !== sheets?.names) setSheets({ names: issue.sheets, chosen: "" })
  const over = useDroppedFiles(take)
  const missing =
    sent !== null
      ? "Sending the file…"
      : (refused ??
        (file === null ? "Choose a file first." : sheets?.chosen === "" ? "Choose a sheet of the workbook." : null))
  const send = useDebounced(() => {
    if (file !== null) begin((onSent) => sendFile(file, sheets?.chosen ?? null, onSent))
  }, [file, about, sheets?.chosen])
  const upload = (): void => {
    if (missing === null) send()
  }
  useCommands({
    scope: "anywhere",
    handlers: {
      "importScreen.choose": () => input.current?.click(),
      [`${screen}.upload`]: upload,
      "form.submit": upload,
      ...(templateAt === null ? {} : { "importScreen.template": () => template.current?.click() })
    }
  })
  return (
    <>
      <div className={over ? "import-drop over" : "import-drop"}>
        <p>
          {over
            ? "Drop to upload"
            : `Drop a CSV file or a workbook (.xlsx or .ods) anywhere on this screen, or choose one. It must be smaller than ${importLimits.fileBytes / 1024 / 1024} MB.`}
        </p>
        <p className="import-buttons">
          <CommandButton command="importScreen.choose" />
          {templateAt === null ? null : (
            <a
              ref={template}
              href={templateAt}
              download
              className="import-template"
              data-command="importScreen.template"
            >
              Download the template {templateKeys === undefined ? null : <Kbd keys={templateKeys} />}
            </a>
          )}
        </p>
        <input
          ref={input}
          type="file"
          hidden
          accept={importFileTypes.join(",")}
          aria-label="File"
          onChange={({ target }) => {
            take([...(target.files ?? [])])
            // Let the user choose the same file again after fixing it.
            target.value = ""
          }}
        />
        <p role="status" className="import-file">
          {file === null ? "" : `${file.name}, ${sizeText(file.size)}`}
        </p>
      </div>
      {sheets === null ? null : (
        <div className="import-sheet">
          <label htmlFor={`${id}-sheet`}>Sheet</label>
          <select
            id={`${id}-sheet`}
            className="select"
            value={sheets.chosen}
            onChange={({ target }) => setSheets({ ...sheets, chosen: target.value })}
          >
            <option value="">Choose a sheet</option>
            {sheets.names.map((name) => (
              <option key={name}>{name}</option>
            ))}
          </select>
        </div>
      )}
      {issue === null ? null : (
        <p className="import-wrong" role="alert">
          <strong>{issue.error}</strong> {issue.next}
        </p>
      )}
      {sent === null ? null : (
        <div className="import-progress">
          <label htmlFor={id}>{sent < 1 ? "Uploading" : "Reading the rows"}</label>
          <progress id={id} className="progress" max={100} value={Math.floor(sent * 100)} />
          <span>{Math.floor(sent * 100)} %</span>
        </div>
      )}
      <CommandButton command={`${screen}.upload`} sends look="primary" notYet={missing} />
      <p className="muted">You'll review every row before anything is imported.</p>
    </>
  )
}
