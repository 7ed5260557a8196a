import { Effect } from "effect"
import { isProblemOf } from "#core/api/problem.ts"
import { updateEmail } from "#core/commands/accountCommands.ts"
import { unchangedWords } from "#core/commands/outcome.ts"
import { showSignedIn } from "#cli/commands/auth/shownSignedIn.ts"
import { made } from "#cli/commands/dryRun.ts"
import type { Call } from "#cli/Call.ts"
import { verbOf } from "#cli/commands/Verb.ts"
import { readInput } from "#cli/input/readInput.ts"
import { accountFields } from "./accountFields.ts"
import { afterPassword, mustKeepSession, passwords } from "./currentPassword.ts"

/** Sends a confirmation link to a new email; the account does not change until it is opened. */
export const verb = verbOf(updateEmail, {
  fields: accountFields,
  run: Effect.fnUntraced(function* (call: Call) {
    yield* mustKeepSession(call)
    const input = yield* readInput(call, updateEmail.input)
    const [current] = yield* passwords(call)
    const change = made(call, updateEmail, input).pipe(
      Effect.catchIf(isProblemOf("NothingChanged"), () =>
        Effect.as(
          Effect.sync(() => call.terminal.talk(unchangedWords)),
          {}
        )
      )
    )
    const { user, answer } = yield* afterPassword(call, current, change)
    if (call.flags.dryRun !== true && "message" in answer && answer.message !== undefined)
      call.terminal.talk(answer.message)
    return yield* showSignedIn(user, call)
  })
})
