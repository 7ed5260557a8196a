import { Effect } from "effect"
import type { ReportId } from "#core/base/ids.ts"
import type { SentReport } from "#core/returns/LockReturn.ts"
import type { Call } from "#cli/Call.ts"
import { endWithErrors } from "#cli/commands/registry/endWithErrors.ts"
import type { WrittenErrors } from "#cli/commands/registry/ErrorsFile.ts"
import { exitCodes } from "#cli/exitCodes.ts"
import { show, shownCounts, shownRecord } from "#cli/output/shown.ts"

/** Shows a report. If the mail provider did not accept it, the command is partly done: the locks are processed. */
export const showSent = Effect.fnUntraced(function* (call: Call, data: SentReport) {
  // The server responds to a dry run as if it had sent the report.
  const dryRun = call.flags.dryRun === true
  const shown = dryRun ? { reportId: data.reportId, sent: false } : data
  yield* Effect.promise(() =>
    show(
      call.terminal,
      shownRecord(shown, [
        { heading: "Report", text: (row) => String(row.reportId ?? "none") },
        { heading: "Sent", text: (row) => (row.sent ? "yes" : "no") }
      ])
    )
  )
  return dryRun ? exitCodes.done : printUnsent(call, data)
})

/** Done, or partly if the report was not sent: prints the command that sends it again. */
const printUnsent = (
  call: Call,
  { reportId, sent }: Pick<SentReport, "sent"> & { readonly reportId: ReportId | null }
) => {
  if (sent || reportId === null) return exitCodes.done
  call.terminal.talk(`Failed to send. Try again: lockdesk returns resend ${reportId} --recipient ...`)
  return exitCodes.partly
}

/** The outcomes of a file's rows. */
interface Processed {
  readonly reportId: ReportId | null
  readonly sent: boolean
  readonly file: string
  readonly rows: number
  readonly applied: number
  readonly unchanged: number
  readonly failed: number
  readonly errorsFile: string | null
  readonly dryRun: boolean
}

/** Shows the result of a file: its report, and how many rows changed a lock. */
export const showProcessed = Effect.fnUntraced(function* (call: Call, facts: Processed, errors: WrittenErrors) {
  const { applied, unchanged, failed } = facts
  yield* Effect.promise(() =>
    show(
      call.terminal,
      shownCounts(
        call.terminal,
        facts,
        [
          ...(facts.dryRun
            ? []
            : [
                { heading: "Report", text: (row: Processed) => String(row.reportId ?? "none") },
                { heading: "Sent", text: (row: Processed) => (row.sent ? "yes" : "no") }
              ]),
          { heading: "Rows", text: (row) => String(row.rows) }
        ],
        [
          [facts.dryRun ? "Would be changed" : "Changed", "applied"],
          ["Unchanged", "unchanged"],
          ["Failed", "failed"]
        ]
      )
    )
  )
  const sent = facts.dryRun ? exitCodes.done : printUnsent(call, facts)
  const exit = failed === 0 ? sent : applied + unchanged > 0 ? exitCodes.partly : exitCodes.failed
  return yield* endWithErrors(call, errors, exit, "run it again")
})
