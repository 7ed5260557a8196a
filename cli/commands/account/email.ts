import { Effect } from "effect"
import { updateEmail } from "#core/commands/accountCommands.ts"
import { showSignedIn } from "#cli/commands/auth/shownSignedIn.ts"
import type { Call } from "#cli/Call.ts"
import { told } from "#cli/commands/dryRun.ts"
import { verbOf } from "#cli/commands/Verb.ts"
import { readInput } from "#cli/input/readInput.ts"
import { accountFields } from "./accountFields.ts"
import { afterPassword, mustKeepSession, passwords } from "./currentPassword.ts"
import { madeUnlessUnchanged } from "./unlessUnchanged.ts"

/** Sends a confirmation link to a new email; the account does not change until it is opened. */
export const verb = verbOf(updateEmail, {
  fields: accountFields,
  run: Effect.fnUntraced(function* (call: Call) {
    yield* mustKeepSession(call)
    const input = yield* readInput(call, updateEmail.input)
    const [current] = yield* passwords(call)
    const { user, answer } = yield* afterPassword(call, current, madeUnlessUnchanged(call, updateEmail, input))
    told(call, answer)
    return yield* showSignedIn(user, call)
  })
})
