import { Effect } from "effect"
import { isProblemOf } from "#core/api/problem.ts"
import { updateName } from "#core/commands/accountCommands.ts"
import { showSignedIn } from "#cli/commands/auth/shownSignedIn.ts"
import { unchangedWords } from "#core/commands/outcome.ts"
import { made } from "#cli/commands/dryRun.ts"
import { currentUser } from "#cli/session.ts"
import type { Call } from "#cli/Call.ts"
import { verbOf } from "#cli/commands/Verb.ts"
import { readInput } from "#cli/input/readInput.ts"
import { accountFields } from "./accountFields.ts"

/** Changes the user's own name, and shows the account. In the terminal, repeating a name is not an error. */
export const verb = verbOf(updateName, {
  fields: accountFields,
  run: Effect.fnUntraced(function* (call: Call) {
    const input = yield* readInput(call, updateName.input)
    yield* made(call, updateName, input).pipe(
      Effect.catchIf(isProblemOf("NothingChanged"), () => Effect.sync(() => call.terminal.talk(unchangedWords)))
    )
    const user = yield* currentUser
    return yield* showSignedIn(user, call)
  })
})
