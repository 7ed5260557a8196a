import { Effect } from "effect"
import { type ApiClient } from "#core/api/ApiClient.ts"
import { findLocks, listLocks, showLock } from "#core/commands/lockCommands.ts"
import type { ShownLock } from "#core/locks/Lock.ts"
import { LockNotFound } from "#core/locks/LockErrors.ts"
import { detailOpenToAll } from "#core/locks/lockRules.ts"
import { runOf } from "#cli/commands/runOf.ts"
import type { Call } from "#cli/commands/Verb.ts"
import { exitCodes } from "#cli/exitCodes.ts"
import { Failure, usageFailure } from "#cli/output/Failure.ts"
import { facilityOf } from "./facilityInput.ts"

/** Locks one unit can hold, and candidates that are named. */
const candidatesShown = 20

const idPattern = /^#\d{1,10}$/

/**
 * The lock a person named: by its 8 digits, by `#id`, or by its unit where a facility is given. A lock is only ever found
 * by the whole of what it is named by, so that nothing is done to one that was only probably meant.
 */
export const lockOf = (call: Call, typed: string): Effect.Effect<ShownLock, unknown, ApiClient> => {
  const text = typed.trim()
  return idPattern.test(text) ? opened(Number(text.slice(1))) : listedLock(call, text)
}

/** The lock a person named, as opening it shows it; it is not asked for twice where that could show nothing else. */
export const openedLockOf = (call: Call, typed: string): Effect.Effect<ShownLock, unknown, ApiClient> =>
  Effect.flatMap(lockOf(call, typed), (lock) => {
    const { lockID, secondaryLockStatus: status } = lock
    // Who does not see the status is not told by it either what is closed.
    const whole = idPattern.test(typed.trim()) || (status != null && detailOpenToAll(status))
    return whole ? Effect.succeed(lock) : opened(lockID)
  })

const opened = (lockID: number) => Effect.map(runOf(showLock)({ lockID }), (answer) => answer.data)

/** Found in a list, by its serial code or by its unit. */
const listedLock = Effect.fnUntraced(function* (
  call: Call,
  text: string
): Effect.fn.Return<ShownLock, unknown, ApiClient> {
  if (/^\d{8}$/.test(text)) {
    const { data } = yield* runOf(findLocks)({ text, limit: candidatesShown })
    return yield* onlyOne(
      text,
      data.filter((lock) => lock.serialCode === text)
    )
  }
  const facility = call.flags.facility ?? call.target().facility
  if (facility === null || text === "") {
    return yield* Effect.fail(
      usageFailure(
        `'${text}' names no lock by itself.`,
        "Give the 8 digits of its serial code, #id, or its unit with --facility.",
        { code: "InvalidInput", field: "lock" }
      )
    )
  }
  const { facilityID } = yield* facilityOf(facility)
  const { data } = yield* runOf(listLocks)({ unit: text, facilityID, limit: candidatesShown })
  return yield* onlyOne(text, data)
})

const onlyOne = (text: string, found: ReadonlyArray<ShownLock>): Effect.Effect<ShownLock, unknown> => {
  const [lock, ...others] = found
  if (lock === undefined) return Effect.fail(new LockNotFound())
  if (others.length === 0) return Effect.succeed(lock)
  return Effect.fail(
    new Failure({
      code: "AmbiguousLock",
      message: `${found.length} locks answer to '${text}'.`,
      next: "Give the serial code or #id of the one you mean.",
      exit: exitCodes.conflict,
      field: "lock",
      candidates: found.map((each) =>
        [each.serialCode, `#${each.lockID}`, each.facilityName, each.unitNumber, each.secondaryStatusName]
          .filter(Boolean)
          .join("  ")
      )
    })
  )
}
