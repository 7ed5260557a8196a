import { Effect } from "effect"
import type { AuditVerification } from "#core/audit/AuditRecord.ts"
import { verifyAudit } from "#core/commands/auditCommands.ts"
import type { Call } from "#cli/Call.ts"
import { verbOf } from "#cli/commands/Verb.ts"
import { runOf } from "#core/commands/runOf.ts"
import { exitCodes } from "#cli/exitCodes.ts"
import { show, shownRecord } from "#cli/output/shown.ts"

type Broken = NonNullable<AuditVerification["broken"]>
type Reason = Broken["reason"]

const reasons: Readonly<Record<Reason, string>> = {
  changed: "was changed after it was written",
  forged: "was replaced by someone without the server's key",
  missing: "is missing",
  truncated: "and everything after it is missing",
  witness: "doesn't match the witness file",
  anchor: "doesn't match the external anchor",
  reveal: "has no matching row in the reveals table",
  lost: "and all earlier ones have no witness: at startup the witness file was missing, or the file or database was an older copy"
}

const brokenText = ({ seq, at, reason }: Broken): string =>
  `record ${seq}${at === null ? "" : ` of ${at}`} ${reasons[reason]}`

/** The result of the verification as data; exit 12 and the first invalid record if the log is broken. */
export const verb = verbOf(verifyAudit, {
  run: Effect.fnUntraced(function* (call: Call) {
    call.terminal.status("Verifying the audit log ...")
    const { data } = yield* runOf(verifyAudit)({})
    const { broken } = data
    yield* show(
      call.terminal,
      shownRecord(data, [
        { heading: "Records", text: (row) => String(row.records) },
        { heading: "Head", text: (row) => row.head ?? "" },
        {
          heading: "Intact",
          text: () => (broken === null ? "yes" : `No: ${brokenText(broken)}`)
        }
      ])
    )
    if (broken === null) return exitCodes.done
    call.terminal.error(
      `The audit log is broken: ${brokenText(broken)}. Keep the database as it is and tell its administrator.`
    )
    return exitCodes.auditBroken
  })
})
