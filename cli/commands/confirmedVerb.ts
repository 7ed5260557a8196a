import { Effect } from "effect"
import type { ApiClient } from "#core/api/ApiClient.ts"
import { asDryRun } from "#core/auth/DryRun.ts"
import type { Command, InputFields, InputOf } from "#core/commands/Command.ts"
import { isUnchanged } from "#core/commands/outcome.ts"
import { runOf } from "#core/commands/runOf.ts"
import { reported } from "#cli/commands/dryRun.ts"
import { mustBeAllowed } from "#cli/session.ts"
import type { Call } from "#cli/Call.ts"
import { type Verb, verbOf } from "#cli/commands/Verb.ts"
import { confirm } from "#cli/input/ask.ts"
import { readInput } from "#cli/input/readInput.ts"
import { type LaterShown, show, shownAtLast } from "#cli/output/shown.ts"

/** What a question says; and the call that does only what it said, if that may have changed since. */
export interface Question<A> {
  readonly what: string
  readonly request?: Effect.Effect<A, unknown, ApiClient>
}

/**
 * A verb that shows what it will do, asks for confirmation, and does it. `--yes` confirms in advance. Otherwise it is tried
 * first, so that nobody confirms what is refused or already done.
 */
export const confirmedVerb = <F extends InputFields, A>(
  command: Command<F, A>,
  about: (input: InputOf<F>, tried: A) => Effect.Effect<string | Question<A>, unknown, ApiClient>,
  shownOf: (answer: A, input: InputOf<F>, call: Call) => LaterShown,
  more: Pick<Verb, "unseen"> = {}
): Verb =>
  verbOf(command, {
    ...more,
    run: Effect.fnUntraced(function* (call: Call) {
      const { terminal, flags } = call
      const input = yield* readInput(call, command.input)
      yield* mustBeAllowed(command)
      const request = runOf(command)(input)
      const confirmed = Effect.gen(function* () {
        const tried = yield* asDryRun(request)
        if (isUnchanged(tried)) return tried
        const question = yield* about(input, tried)
        const { what, request: asked = request } = typeof question === "string" ? { what: question } : question
        if (flags.dryRun === true) {
          terminal.talk(what)
          return tried
        }
        yield* Effect.tryPromise({ try: () => confirm(terminal, false, what), catch: (cause) => cause })
        return yield* asked
      })
      const answer = yield* flags.yes === true && flags.dryRun !== true ? request : confirmed
      reported(call, answer, command.unchanged)
      const shown = yield* shownAtLast(shownOf(answer, input, call))
      return yield* show(terminal, shown)
    })
  })
