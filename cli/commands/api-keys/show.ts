import { Effect } from "effect"
import { isProblemOf } from "#core/api/problem.ts"
import { showApiKey } from "#core/commands/apiKeyCommands.ts"
import { runOf } from "#core/commands/runOf.ts"
import type { Call } from "#cli/Call.ts"
import { afterPassword, mustKeepSession, passwords } from "#cli/commands/account/currentPassword.ts"
import { mustBeForReal } from "#cli/commands/dryRun.ts"
import { verbOf } from "#cli/commands/Verb.ts"
import { companyOfTarget } from "#cli/input/companyInput.ts"
import { readInput } from "#cli/input/readInput.ts"
import { show, shownRecord } from "#cli/output/shown.ts"
import { mustBeAllowed } from "#cli/session.ts"
import { secretFacts } from "./apiKeyColumns.ts"

/** Shows a secret. If the current password was not entered lately, reads it first. */
export const verb = verbOf(showApiKey, {
  run: Effect.fnUntraced(function* (call: Call) {
    yield* mustBeForReal(call)
    const input = yield* readInput(call, showApiKey.input)
    yield* mustBeAllowed(showApiKey)
    const request = runOf(showApiKey)(input)
    const withPassword = Effect.gen(function* () {
      yield* mustKeepSession(call)
      const company = yield* companyOfTarget(call.target())
      const [current] = yield* passwords(call)
      return (yield* afterPassword(call, current, request, company?.companyID ?? null)).answer
    })
    const { data } = yield* Effect.catchIf(request, isProblemOf("PasswordNotShown"), () => withPassword)
    return yield* show(call.terminal, shownRecord(data, secretFacts(data)))
  })
})
