import { Effect } from "effect"
import type { ProcessedReturns, SentReport } from "#core/returns/LockReturn.ts"
import type { Call } from "#cli/commands/Verb.ts"
import { exitCodes } from "#cli/exitCodes.ts"
import { show, shownRecord } from "#cli/output/shown.ts"

/** What a report came to. One that the mail provider did not take is partly done: the locks are processed. */
export const toldSent = Effect.fnUntraced(function* (call: Call, data: SentReport | ProcessedReturns) {
  yield* Effect.promise(() =>
    show(
      call.terminal,
      shownRecord(data, [
        { heading: "Report", text: (row) => String(row.reportId ?? "none") },
        { heading: "Sent", text: (row) => (row.sent ? "yes" : "no") }
      ])
    )
  )
  if (data.sent || data.reportId === null) return exitCodes.done
  call.terminal.talk(`Failed to send. Try again: lockdesk returns resend ${data.reportId} --recipient ...`)
  return exitCodes.partly
})
