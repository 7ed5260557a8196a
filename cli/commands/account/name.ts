import { Effect } from "effect"
import { updateName } from "#core/commands/accountCommands.ts"
import { showSignedIn } from "#cli/commands/auth/shownSignedIn.ts"
import { currentUser } from "#cli/session.ts"
import type { Call } from "#cli/Call.ts"
import { verbOf } from "#cli/commands/Verb.ts"
import { readInput } from "#cli/input/readInput.ts"
import { accountFields } from "./accountFields.ts"
import { madeUnlessUnchanged } from "./unlessUnchanged.ts"

/** Changes the user's own name, and shows the account. */
export const verb = verbOf(updateName, {
  fields: accountFields,
  run: Effect.fnUntraced(function* (call: Call) {
    yield* madeUnlessUnchanged(call, updateName, yield* readInput(call, updateName.input))
    const user = yield* currentUser
    return yield* showSignedIn(user, call)
  })
})
