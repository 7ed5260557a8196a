import { Effect } from "effect"
import { activateBatch } from "#core/commands/jobCommands.ts"
import { dryRunOf } from "#cli/commands/dryRun.ts"
import { type Call, verbOf } from "#cli/commands/Verb.ts"
import { runOf } from "#cli/commands/runOf.ts"
import { mustBeAllowed } from "#cli/commands/session.ts"
import { exitCodes } from "#cli/exitCodes.ts"
import { readInput } from "#cli/input/readInput.ts"
import { show, shownList } from "#cli/output/shown.ts"

/** Activates a batch; one row a lock, those that failed with why. */
export const verb = verbOf(activateBatch, {
  fields: ["serialCode", "color", "updatedOn", "error"],
  run: Effect.fnUntraced(function* (call: Call) {
    const input = yield* readInput(call, activateBatch.input)
    yield* mustBeAllowed(activateBatch)
    if (call.flags.dryRun === true) return yield* dryRunOf(call, activateBatch, input)
    const { data } = yield* runOf(activateBatch)(input)
    const { successLocks, errorLocks } = data
    yield* Effect.promise(() =>
      show(
        call.terminal,
        shownList(
          "locks found in this batch",
          [...successLocks, ...errorLocks],
          [
            { heading: "Serial Code", text: (lock) => lock.serialCode },
            { heading: "Activated", text: (lock) => (lock.error === null ? (lock.updatedOn ?? "") : "") },
            { heading: "Error", text: (lock) => lock.error ?? "" }
          ]
        )
      )
    )
    if (successLocks.length > 0) call.terminal.talk(`${successLocks.length} Locks successfully activated`)
    if (errorLocks.length > 0) call.terminal.talk(`${errorLocks.length} Locks failed to activate`)
    if (errorLocks.length === 0) return exitCodes.done
    return successLocks.length > 0 ? exitCodes.partly : exitCodes.failed
  })
})
