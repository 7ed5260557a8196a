import { Effect } from "effect"
import type { ApiClient } from "#core/api/ApiClient.ts"
import type { Command, InputFields, InputOf } from "#core/commands/Command.ts"
import { made } from "#cli/commands/dryRun.ts"
import { mustBeAllowed } from "#cli/session.ts"
import type { Call } from "#cli/Call.ts"
import { type Verb, verbOf } from "#cli/commands/Verb.ts"
import { confirm } from "#cli/input/ask.ts"
import { readInput } from "#cli/input/readInput.ts"
import { type LaterShown, show, shownAtLast } from "#cli/output/shown.ts"

/** A verb that shows what it will do, asks for confirmation, and does it. `--yes` confirms in advance. */
export const confirmedVerb = <F extends InputFields, A>(
  command: Command<F, A>,
  about: (input: InputOf<F>) => Effect.Effect<string, unknown, ApiClient>,
  shownOf: (answer: A, input: InputOf<F>, call: Call) => LaterShown
): Verb =>
  verbOf(command, {
    run: Effect.fnUntraced(function* (call: Call) {
      const input = yield* readInput(call, command.input)
      yield* mustBeAllowed(command)
      const what = yield* about(input)
      if (call.flags.dryRun === true) call.terminal.talk(what)
      else {
        yield* Effect.tryPromise({
          try: () => confirm(call.terminal, call.flags.yes === true, what),
          catch: (cause) => cause
        })
      }
      const answer = yield* made(call, command, input)
      const shown = yield* shownAtLast(shownOf(answer, input, call))
      return yield* Effect.promise(() => show(call.terminal, shown))
    })
  })
