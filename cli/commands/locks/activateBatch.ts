import { Effect } from "effect"
import { activateBatch } from "#core/commands/jobCommands.ts"
import { made } from "#cli/commands/dryRun.ts"
import { withRepeat } from "#cli/commands/jobs/runJobFile.ts"
import type { Call } from "#cli/Call.ts"
import { verbOf } from "#cli/commands/Verb.ts"
import { mustBeAllowed } from "#cli/session.ts"
import { exitCodes } from "#cli/exitCodes.ts"
import { readInput } from "#cli/input/readInput.ts"
import { Failure, missingInput, usageFailure } from "#cli/output/Failure.ts"
import { show, shownList } from "#cli/output/shown.ts"
import { timeText } from "#cli/output/timeText.ts"

const command = "lockdesk locks activate-batch"

/**
 * The facility, or the inventory if requested explicitly, so that forgetting the facility never activates a batch into
 * the inventory.
 */
const inputOf = Effect.fnUntraced(function* (call: Call) {
  const { batchID: batchField, facilityID: facilityField } = activateBatch.input
  const { batchID } = yield* readInput(call, { batchID: batchField })
  if (call.given["inventory"] === true) {
    if (call.given["facilityID"] === undefined) return { batchID, inventory: true }
    return yield* Effect.fail(
      usageFailure("Give a facility or --inventory, not both.", "Remove one of them.", { field: "inventory" })
    )
  }
  const { facilityID: chosen } = yield* readInput(call, { facilityID: facilityField })
  if (chosen !== undefined) return { batchID, facilityID: chosen }
  if (call.terminal.mayAsk) {
    const { optional: _optional, ...asked } = facilityField
    return { batchID, ...(yield* readInput(call, { facilityID: asked })) }
  }
  return yield* Effect.fail(
    missingInput(
      "Facility",
      `Choose where the locks go: ${command} ${batchID} --facility FACILITY, or ${command} ${batchID} --inventory.`,
      "facilityID"
    )
  )
})

/** Activates a batch; prints one row per lock, failed ones with the reason. */
export const verb = verbOf(activateBatch, {
  fields: ["serialCode", "outcome", "color", "updatedOn", "error"],
  run: Effect.fnUntraced(function* (call: Call) {
    const input = yield* inputOf(call)
    yield* mustBeAllowed(activateBatch)
    const { data } = yield* Effect.mapError(made(call, activateBatch, input), withRepeat)
    const { successLocks, unchangedLocks, errorLocks } = data
    const rows = [
      ...successLocks.map((lock) => ({ ...lock, outcome: "Activated" })),
      ...unchangedLocks.map((lock) => ({ ...lock, outcome: "Unchanged" })),
      ...errorLocks.map((lock) => ({ ...lock, outcome: lock.error ?? "" }))
    ]
    if (rows.length === 0) {
      return yield* Effect.fail(
        new Failure({
          code: "BatchNotFound",
          message: `Batch ${input.batchID} has no locks that your company can activate.`,
          next: "Check the batch on the box's label; case matters.",
          exit: exitCodes.notFound,
          field: "batchID"
        })
      )
    }
    yield* show(
      call.terminal,
      shownList("locks", rows, [
        { heading: "Serial Code", text: (lock) => lock.serialCode },
        { heading: "Outcome", text: (lock) => lock.outcome },
        { heading: "When", text: (lock) => (lock.error === null ? timeText(lock.updatedOn) : "") }
      ])
    )
    if (successLocks.length > 0) call.terminal.talk(`${successLocks.length} Locks successfully activated`)
    if (unchangedLocks.length > 0) call.terminal.talk(`${unchangedLocks.length} unchanged: already active there.`)
    if (errorLocks.length > 0) call.terminal.talk(`${errorLocks.length} Locks failed to activate`)
    if (errorLocks.length === 0) return exitCodes.done
    return successLocks.length + unchangedLocks.length > 0 ? exitCodes.partly : exitCodes.failed
  })
})
