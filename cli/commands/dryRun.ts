import { Effect } from "effect"
import { asDryRun } from "#core/auth/DryRun.ts"
import type { Command, InputFields, InputOf } from "#core/commands/Command.ts"
import { isUnchanged, unchangedWords } from "#core/commands/outcome.ts"
import { usageFailure } from "#cli/output/Failure.ts"
import { runOf } from "#core/commands/runOf.ts"
import type { Call } from "#cli/Call.ts"

/** The message after every dry run. */
export const dryRunWords = "Dry run: nothing was changed."

/**
 * Makes the call of a command. With --dry-run the server runs it and rolls it back, so the response or refusal is the
 * same as in a real run.
 */
export const made = <F extends InputFields, A>(call: Call, command: Command<F, A>, input: InputOf<F>) =>
  madeOf(call, runOf(command)(input), command.unchanged)

/** The same for a call without a command. */
export const madeOf = Effect.fnUntraced(function* <A, E, R>(
  call: Call,
  request: Effect.Effect<A, E, R>,
  words = unchangedWords
) {
  const answer = yield* call.flags.dryRun === true ? asDryRun(request) : request
  reported(call, answer, words)
  return answer
})

/** Reports a dry run, and a change that was not necessary. */
export const reported = (call: Call, answer: unknown, words = unchangedWords): void => {
  if (isUnchanged(answer)) call.terminal.talk(words)
  if (call.flags.dryRun === true) call.terminal.talk(dryRunWords)
}

interface Answer {
  readonly message?: string
  readonly unchanged?: true
}

/** Prints the server's message about a change that was made. */
export const told = (call: Call, answer: Answer | null): void => {
  if (call.flags.dryRun === true || answer?.message === undefined || answer.unchanged === true) return
  call.terminal.talk(answer.message)
}

/** Deletes what a dry run of a file stored for planning. If that fails, says that it will expire. */
export const forgotten = <A, E, R>(call: Call, cancel: Effect.Effect<A, E, R>) =>
  cancel.pipe(
    Effect.catch(() =>
      Effect.sync(() =>
        call.terminal.talk(
          "The preview couldn't be deleted now. The server deletes it within two hours. It changes nothing."
        )
      )
    )
  )

/**
 * Fails if --dry-run is given for something that can't be rolled back. Ignoring the flag would suggest that the command was
 * tried.
 */
export const mustBeForReal = ({ flags, spec }: Call) =>
  flags.dryRun === true
    ? Effect.fail(
        usageFailure(`${spec.path.filter(Boolean).join(" ")} doesn't support --dry-run.`, "Remove --dry-run.", {
          field: "dry-run"
        })
      )
    : Effect.void
