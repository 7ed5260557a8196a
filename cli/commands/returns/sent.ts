import { Effect } from "effect"
import type { SentReport } from "#core/returns/LockReturn.ts"
import type { Call } from "#cli/Call.ts"
import { endWithErrors } from "#cli/commands/registry/endWithErrors.ts"
import type { WrittenErrors } from "#cli/commands/registry/ErrorsFile.ts"
import { exitCodes, exitOfRows } from "#cli/exitCodes.ts"
import { show, shownCounts, shownRecord } from "#cli/output/shown.ts"
import type { Column } from "#cli/output/table.ts"

/** Shows a report. If the mail provider did not accept it, the command is partly done: the locks are processed. */
export const showSent = Effect.fnUntraced(function* (call: Call, data: SentReport) {
  // The server responds to a dry run as if it had sent the report.
  const dryRun = call.flags.dryRun === true
  const shown = dryRun ? { reportId: data.reportId, sent: false } : data
  yield* show(
    call.terminal,
    shownRecord(shown, [
      { heading: "Report", text: (row) => String(row.reportId ?? "none") },
      { heading: "Sent", text: (row) => (row.sent ? "yes" : "no") }
    ])
  )
  return dryRun ? exitCodes.done : printUnsent(call, data)
})

/** Done, or partly if the report was not sent: prints the command that sends it again. */
const printUnsent = (call: Call, { reportId, sent }: SentReport) => {
  if (sent) return exitCodes.done
  call.terminal.talk(`Failed to send. Try again: lockdesk returns resend ${reportId} --recipient ...`)
  return exitCodes.partly
}

/** The report of a facility. */
export interface FacilityReport extends SentReport {
  readonly facility: string
}

/** The outcomes of a file's rows. */
interface Processed {
  readonly reports: ReadonlyArray<FacilityReport>
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
  const { applied, unchanged, failed, reports, dryRun } = facts
  const [only, ...others] = reports
  const sent = reports.length > 0 && reports.every((report) => report.sent)
  const waits = reports.some((report) => report.waits === true) ? { waits: true } : {}
  // The reports of several facilities have several numbers.
  const record = { reportId: others.length === 0 ? (only?.reportId ?? null) : null, sent, ...waits, ...facts }
  const about: ReadonlyArray<Column<Processed>> = [
    {
      heading: others.length === 0 ? "Report" : "Reports",
      text: () => reports.map(({ reportId }) => reportId).join(", ") || "none"
    },
    { heading: "Sent", text: () => (sent ? "yes" : "no") }
  ]
  yield* show(
    call.terminal,
    shownCounts<Processed>(
      call.terminal,
      record,
      [...(dryRun ? [] : about), { heading: "Rows", text: (row) => String(row.rows) }],
      [
        [dryRun ? "Would be changed" : "Changed", "applied"],
        ["Unchanged", "unchanged"],
        ["Failed", "failed"]
      ]
    )
  )
  const unsent = reports.map((report) => printUnsent(call, report)).find((code) => code !== exitCodes.done)
  const exit = failed === 0 && unsent !== undefined ? unsent : exitOfRows(failed, applied + unchanged)
  return yield* endWithErrors(call, errors, exit, "run it again")
})
