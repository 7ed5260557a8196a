import { useQueryClient } from "@tanstack/react-query"
import { useState } from "react"
import type { JobId } from "#core/base/ids.ts"
import { fieldsOf } from "#core/imports/fieldsOf.ts"
import { fieldNamed, templateHeader } from "#core/imports/importFields.ts"
import type { AnyImport, AnyImportRow } from "#core/imports/UserImport.ts"
import { unreadableRow } from "#core/imports/importWords.ts"
import { toast } from "#web/app/notices.ts"
import { mayLoseTyped } from "#web/app/unsaved.ts"
import { useAttempt } from "#web/app/useAttempt.ts"
import { useCommands } from "#web/app/useCommands.ts"
import { useKeptInput } from "#web/app/keptInputs.ts"
import { useKeepInput } from "#web/app/useKeepInput.ts"
import { useTypedFor } from "#web/app/useTypedFor.ts"
import { CommandButton } from "#web/ui/CommandButton.tsx"
import { Dialog } from "#web/ui/Dialog.tsx"
import { LeaveGuard } from "#web/ui/LeaveGuard.tsx"
import { SentFields } from "#web/ui/SentFields.tsx"
import { TextField } from "#web/ui/TextField.tsx"
import { fixRow } from "./fixRow.ts"
import { useImportSubject } from "./importSubject.ts"

/** Texts by column. */
type Typed = Readonly<Record<number, string>>

/** The input that outlives a session, without secrets. */
interface KeptRow {
  readonly row: number
  readonly typed: Typed
}

const rowForm = (importID: JobId): string => `row of import ${importID}`

/**
 * The form of the row that is open, to render, and how to open another or none. It is open again if its input outlived a session,
 * and stays open with unsaved changes if the row is gone from the rows.
 */
export const useRowForm = (job: AnyImport, rows: ReadonlyArray<AnyImportRow>) => {
  const kept = useKeptInput<KeptRow>(rowForm(job.importID))
  const [opened, setOpened] = useState(kept?.row ?? null)
  const row = useTypedFor(rows.find((each) => each.row === opened))
  if (row === undefined || row.row !== opened) return [null, setOpened] as const
  // Another row may be open by now.
  const close = (): void => setOpened((now) => (now === row.row ? null : now))
  return [<RowForm key={row.row} job={job} row={row} onClose={close} />, setOpened] as const
}

interface RowFormProps {
  readonly job: AnyImport
  readonly row: AnyImportRow
  readonly onClose: () => void
}

/** Edits all mapped cells of a row together. */
const RowForm = ({ job, row, onClose }: RowFormProps) => {
  const { columns } = job
  const fields = fieldsOf(job)
  const subject = useImportSubject()
  const client = useQueryClient()
  const kept = useKeptInput<KeptRow>(rowForm(job.importID))
  const [typed, setTyped] = useState<Typed>(kept?.row === row.row ? kept.typed : {})
  const open = Object.entries(typed).filter(([column]) => columns[Number(column)]?.secret !== true)
  useKeepInput(rowForm(job.importID), { row: row.row, typed: Object.fromEntries(open) } satisfies KeptRow)
  const [busy, attempt] = useAttempt()
  // An unreadable row is valid once the user has reviewed all its cells, even without changes.
  const unread = row.problem?.code === unreadableRow
  const cells = columns
    .map((_, column) => ({ column, text: typed[column] ?? row.cells[column] ?? "" }))
    .filter(({ column, text }) => unread || text !== (row.cells[column] ?? ""))
  const dirty = Object.entries(typed).some(([column, text]) => text !== (row.cells[Number(column)] ?? ""))
  const close = async (): Promise<void> => {
    if (await mayLoseTyped("dialog")) onClose()
  }
  const save = async (): Promise<void> => {
    if (cells.length === 0) return onClose()
    await attempt(async () => {
      const fixed = await fixRow(client, subject, job.importID, row.row, cells)
      const still = fixed.find((each) => each.row === row.row && each.outcome === "fail")
      if (still === undefined) onClose()
      else {
        setTyped({})
        toast("warning", still.problem?.error ?? `Row ${row.row} still has an issue.`, still.problem?.fix)
      }
    })
  }
  useCommands({
    scope: "anywhere",
    modal: true,
    handlers: { "layer.close": () => void close(), "form.submit": () => void save() }
  })
  return (
    <Dialog title={`Row ${row.row}`} onClose={() => void close()} className="import-row">
      <LeaveGuard dirty={dirty} inDialog />
      <form
        noValidate
        onSubmit={(event) => {
          event.preventDefault()
          void save()
        }}
      >
        {unread ? (
          <p className="import-status">
            {row.problem?.error} Check every cell.
            {row.extraCells.length === 0 ? null : ` Extra cells: ${row.extraCells.join(", ")}`}
          </p>
        ) : null}
        <SentFields sending={busy} className="import-row-fields">
          {columns.map(({ field, secret, header }, at) => {
            const known = fieldNamed(fields, field)
            if (known === undefined) return null
            return (
              <TextField
                key={at}
                label={templateHeader(known)}
                title={header}
                type={secret ? "password" : "text"}
                autoComplete={secret ? "new-password" : "off"}
                placeholder={row.secretsSet.includes(at) ? "Saved. Leave blank to keep it." : undefined}
                value={typed[at] ?? row.cells[at] ?? ""}
                onText={(text) => setTyped((before) => ({ ...before, [at]: text }))}
                issue={at in typed ? undefined : row.issues.find(({ column }) => column === at)?.expected}
              />
            )
          })}
        </SentFields>
        <p className="dialog-foot import-row-foot">
          <CommandButton command="layer.close">Cancel</CommandButton>
          <CommandButton
            command="form.submit"
            look="primary"
            submit
            notYet={busy ? "Checking the row…" : cells.length === 0 ? "No changes to save." : null}
          >
            Save and check again
          </CommandButton>
        </p>
      </form>
    </Dialog>
  )
}
