import { Effect } from "effect"
import type { ApiClient } from "#core/api/ApiClient.ts"
import { isProblemOf, type Problem } from "#core/api/problem.ts"
import { asDryRun } from "#core/auth/DryRun.ts"
import type { Command, InputFields, InputOf } from "#core/commands/Command.ts"
import { isUnchanged } from "#core/commands/outcome.ts"
import { runOf } from "#core/commands/runOf.ts"

/**
 * A command that creates a thing, for scripts that run twice: if its name is `taken` by one that has all the given values, that
 * one is the response. `edit` gives the existing thing these values, as a dry run: if something would change, it is a conflict.
 */
export const createdOnce = <F extends InputFields, A, B = A>(
  command: Command<F, A>,
  taken: Problem["_tag"],
  edit: (input: InputOf<F>) => Effect.Effect<B | null, unknown, ApiClient>
): Command<F, A | B> => ({
  ...(command as Command<F, A | B>),
  unchanged: "Unchanged: it exists already.",
  does: {
    ...command.does,
    run: (input: InputOf<F>) =>
      runOf(command)(input).pipe(
        Effect.catchIf(isProblemOf(taken), (conflict) =>
          asDryRun(edit(input)).pipe(
            Effect.mapError(() => conflict),
            Effect.flatMap((same) =>
              same !== null && isUnchanged(same) ? Effect.succeed(same) : Effect.fail(conflict)
            )
          )
        )
      )
  } as Command<F, A | B>["does"]
})
