import { useNavigate } from "@tanstack/react-router"
import { useId } from "react"
import { fieldsOf } from "#core/imports/fieldsOf.ts"
import type { AnyImport } from "#core/imports/UserImport.ts"
import { type MappedColumn, missingFields } from "#core/imports/importMapping.ts"
import { templateHeader } from "#core/imports/importFields.ts"
import { center } from "#web/app/CommandCenter.ts"
import { toast } from "#web/app/notices.ts"
import { useAttempt } from "#web/app/useAttempt.ts"
import { useCommands } from "#web/app/useCommands.ts"
import { useKeptState } from "#web/app/useKeepInput.ts"
import { CommandButton } from "#web/ui/CommandButton.tsx"
import { LeaveGuard } from "#web/ui/LeaveGuard.tsx"
import { SentFields } from "#web/ui/SentFields.tsx"
import { importPath, importSearch } from "./importPath.ts"
import { useImportSubject } from "./importSubject.ts"
import { chooseColumn, confidenceWords, type FieldChoice, fieldChoices, leftOut } from "./mapping.ts"

/** Maps the fields to columns of the file: detected where possible, and changeable. */
export const ColumnsStep = ({ job }: { readonly job: AnyImport }) => {
  const { importID, kind, columns, source } = job
  const subject = useImportSubject()
  const { screen } = subject
  const known = fieldsOf(job)
  const navigate = useNavigate()
  // A choice is kept only as long as no one has saved another one.
  const [chosen, choose] = useKeptState<ReadonlyArray<MappedColumn>>(
    `import ${importID}: ${columns.map(({ field }) => field).join(" ")}`
  )
  const mapping = chosen ?? columns
  const [saving, attempt] = useAttempt()
  const fields = mapping.map(({ field }) => field)
  const dirty = columns.some(({ field }, at) => field !== fields[at])
  const missing = missingFields(known, fields)
  const unused = leftOut(columns, mapping)
  const check = async (): Promise<void> => {
    if (missing.length > 0) return
    const { href } = location
    await attempt(async () => {
      const { data } = await subject.map(importID, fields)
      if (location.href !== href) {
        return toast("info", `The rows of ${source} are checked.`, "Open it to continue.", importPath(kind, importID))
      }
      await navigate(importSearch(kind, importID, data.counts.fail > 0 ? "check" : "preview"))
    })
  }
  useCommands({
    scope: "anywhere",
    handlers: {
      [`${screen}.checkRows`]: () => void check(),
      "form.submit": () => void center.perform(`${screen}.checkRows`)
    }
  })
  return (
    <form
      className="card import-columns"
      onSubmit={(event) => {
        event.preventDefault()
        center.perform(`${screen}.checkRows`)
      }}
    >
      <p className="muted">Choose the file column for each field. Fields marked * are required.</p>
      <SentFields sending={saving}>
        <ul className="import-fields">
          {fieldChoices(known, mapping).map((choice) => (
            <FieldRow
              key={choice.field.name}
              choice={choice}
              columns={columns}
              onChoose={(column) => choose(chooseColumn(mapping, choice.field.name, column))}
            />
          ))}
        </ul>
      </SentFields>
      {unused.length === 0 ? null : <p className="muted">Not imported: {unused.join(", ")}.</p>}
      <p role="status" className={missing.length === 0 ? "hidden" : "import-wrong"}>
        {missing.length === 0
          ? "Every required field has a column."
          : `No column for ${missing.map(({ label }) => label).join(", ")}.`}
      </p>
      <CommandButton
        command={`${screen}.checkRows`}
        sends
        look="primary"
        submit
        notYet={saving ? "Checking rows…" : missing.length === 0 ? null : "Map all required fields first."}
      />
      <LeaveGuard dirty={dirty && !saving} />
    </form>
  )
}

interface FieldRowProps {
  readonly choice: FieldChoice
  readonly columns: AnyImport["columns"]
  readonly onChoose: (column: number | null) => void
}

const FieldRow = ({ choice: { field, column, confidence }, columns, onChoose }: FieldRowProps) => {
  const id = useId()
  const chosen = column === null ? undefined : columns[column]
  const samples =
    chosen === undefined
      ? ""
      : chosen.secret
        ? "hidden"
        : chosen.samples.map((text) => field.reads?.(text) ?? text).join(", ")
  return (
    <li>
      <label htmlFor={id}>{templateHeader(field)}</label>
      <select
        id={id}
        className="select"
        value={column ?? ""}
        aria-required={field.required}
        aria-invalid={field.required && column === null}
        aria-describedby={`${id}-sure`}
        onChange={({ target }) => onChoose(target.value === "" ? null : Number(target.value))}
      >
        <option value="">Not in the file</option>
        {columns.map(({ header }, at) => (
          <option key={at} value={at}>
            {header === "" ? `Column ${at + 1}` : header}
          </option>
        ))}
      </select>
      <span className="import-about">
        <span id={`${id}-sure`} className={confidence === "guess" ? "import-guess" : "muted"}>
          {confidence === null ? "" : confidenceWords[confidence]}
        </span>
        <span className="import-samples faint" title={samples}>
          {samples}
        </span>
      </span>
    </li>
  )
}
