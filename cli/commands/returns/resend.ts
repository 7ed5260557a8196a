import { Effect, Schema } from "effect"
import { resendReturnReport } from "#core/commands/returnCommands.ts"
import { made } from "#cli/commands/dryRun.ts"
import { mustBeAllowed } from "#cli/session.ts"
import type { Call } from "#cli/Call.ts"
import { verbOf } from "#cli/commands/Verb.ts"
import { readInput } from "#cli/input/readInput.ts"
import { userOf } from "#cli/input/userInput.ts"
import { showSent } from "./sent.ts"

export const verb = verbOf(resendReturnReport, {
  run: Effect.fnUntraced(function* (call: Call) {
    const { report, recipient } = resendReturnReport.input
    const typed = yield* readInput(call, { report, recipient: { ...recipient, schema: Schema.String } })
    yield* mustBeAllowed(resendReturnReport)
    const { userID } = yield* userOf(typed.recipient)
    const input = { report: typed.report, recipient: userID }
    return yield* showSent(call, (yield* made(call, resendReturnReport, input)).data)
  })
})
