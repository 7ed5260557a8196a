import "#web/ui/Progress.css"
import { useId } from "react"
import { userPlanWords } from "#core/team/userImportPieces.ts"
import { center } from "#web/app/CommandCenter.ts"
import { toast } from "#web/app/notices.ts"
import { useCommands } from "#web/app/useCommands.ts"
import { CommandButton } from "#web/ui/CommandButton.tsx"
import { LeaveGuard } from "#web/ui/LeaveGuard.tsx"
import { useFileDrop } from "#web/ui/useFileDrop.ts"
import { UserImportColumns } from "./UserImportColumns.tsx"
import { UserRefusals } from "./UserRefusals.tsx"
import { type UserImportState, useUserImport } from "./useUserImport.ts"

const fileTypes = ".csv,.txt,.tsv,.xlsx,text/csv,text/plain"

/** What the import is at, in words. */
const statusOf = ({ phase, tally, file }: UserImportState): string => {
  const all = file?.table?.rowCount ?? 0
  const { added, changed, unchanged, refused, rows } = tally
  const done = `${added} added, ${changed} changed, ${unchanged} unchanged, ${refused} refused.`
  switch (phase) {
    case "file":
      return ""
    case "checking":
      return `Checking ${rows} of ${all} rows…`
    case "checked":
      return userPlanWords(tally)
    case "applying":
      return `Importing ${rows} of ${all} rows…`
    case "stopped":
      return `Stopped after ${rows} of ${all} rows: ${done} Resume to import the rest.`
    case "done":
      return `Done: ${done}`
  }
}

/** A file of users: its columns, what each row would come to, and importing it. Nothing changes before it is confirmed. */
export const UserImport = () => {
  const form = useUserImport()
  const { file, fault, mapping, phase, tally, refused, busy } = form
  const id = useId()
  const { over, drop } = useFileDrop(([dropped]) => {
    if (!busy) void form.choose(dropped)
  })
  const all = file?.table?.rowCount ?? 0
  const missing =
    file?.table == null ? "Choose a file first." : mapping.includes("email") ? null : "Say which column is the email."
  const wait = busy ? "Working…" : null
  const nothing = tally.added + tally.changed === 0 ? "There is nothing to import." : null
  const next = phase === "checked" ? "userImport.apply" : phase === "stopped" ? "userImport.resume" : "userImport.check"
  const attempt = (refusal: string | null, act: () => Promise<void>) => (): void =>
    refusal === null ? void act() : toast("info", refusal)
  useCommands({
    scope: "anywhere",
    handlers: {
      "userImport.check": attempt(wait ?? missing, form.check),
      ...(phase === "checked" ? { "userImport.apply": attempt(nothing, form.apply) } : {}),
      ...(phase === "stopped" ? { "userImport.resume": () => void form.resume() } : {}),
      ...(busy ? { "userImport.stop": form.stop } : {}),
      ...(refused.length > 0 ? { "userImport.failedRows": form.saveRefused } : {}),
      "form.submit": () => void center.perform(next)
    }
  })
  return (
    <div className="card user-import">
      <LeaveGuard dirty={phase === "applying" || phase === "stopped"} />
      <div className={over ? "user-import-file over" : "user-import-file"} {...drop}>
        <label htmlFor={`${id}-file`}>File of users</label>
        <input
          id={`${id}-file`}
          type="file"
          accept={fileTypes}
          disabled={busy}
          aria-describedby={`${id}-hint`}
          onChange={({ target }) => {
            void form.choose(target.files?.[0])
            // The same file can be chosen again once it was fixed.
            target.value = ""
          }}
        />
        <p id={`${id}-hint`} className="muted">
          CSV or an Excel workbook (.xlsx) with the columns email, firstName, lastName, role, facilities and status. You
          can also drop it here. Somebody who is on the team is changed; anybody else is added and invited.
        </p>
        {file === null ? null : (
          <p>
            <strong>{file.name}</strong>{" "}
            {file.table === null ? null : <span className="muted">{all === 1 ? "1 row" : `${all} rows`}</span>}
          </p>
        )}
      </div>
      {fault === null ? null : (
        <p role="alert" className="issue">
          {fault.error} {fault.next}
        </p>
      )}
      <UserImportColumns form={form} />
      <p role="status" className="user-import-status">
        {statusOf(form)}
      </p>
      {busy ? <progress className="progress" aria-label="Rows" value={tally.rows} max={all} /> : null}
      <UserRefusals refused={refused} />
      <p className="user-import-do">
        {busy ? <CommandButton command="userImport.stop">Stop</CommandButton> : null}
        {refused.length === 0 ? null : (
          <CommandButton command="userImport.failedRows">Save the refused rows</CommandButton>
        )}
        {phase === "checked" ? (
          <CommandButton command="userImport.apply" sends look="primary" notYet={nothing}>
            Import
          </CommandButton>
        ) : phase === "stopped" ? (
          <CommandButton command="userImport.resume" sends look="primary">
            Resume
          </CommandButton>
        ) : (
          <CommandButton command="userImport.check" sends look="primary" notYet={wait ?? missing}>
            Check the file
          </CommandButton>
        )}
      </p>
    </div>
  )
}
