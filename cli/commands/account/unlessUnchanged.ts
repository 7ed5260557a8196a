import { Effect } from "effect"
import { isProblemOf } from "#core/api/problem.ts"
import type { Command, InputFields, InputOf } from "#core/commands/Command.ts"
import { unchangedWords } from "#core/commands/outcome.ts"
import type { Call } from "#cli/Call.ts"
import { dryRunWords, made } from "#cli/commands/dryRun.ts"

/**
 * Makes the call of a command. The server refuses a name or an email that is already set (002 §4); in the terminal that is
 * "unchanged" and not an error, as for every repeated command. Null if nothing was changed.
 */
export const madeUnlessUnchanged = <F extends InputFields, A>(call: Call, command: Command<F, A>, input: InputOf<F>) =>
  Effect.catchIf(made(call, command, input), isProblemOf("NothingChanged"), () =>
    Effect.sync(() => {
      call.terminal.talk(unchangedWords)
      if (call.flags.dryRun === true) call.terminal.talk(dryRunWords)
      return null
    })
  )
