import { Effect } from "effect"
import { type ApiClient } from "#core/api/ApiClient.ts"
import { idIn, LockId } from "#core/base/ids.ts"
import { isSerial, serialOf } from "#core/base/serialText.ts"
import { findLocks, listLocks, showLock } from "#core/commands/lockCommands.ts"
import type { ShownLock } from "#core/locks/Lock.ts"
import { LockNotFound } from "#core/locks/LockErrors.ts"
import { detailOpenToAll } from "#core/locks/lockRules.ts"
import { runOf } from "#core/commands/runOf.ts"
import { type Call, defaultFacility } from "#cli/Call.ts"
import { exitCodes } from "#cli/exitCodes.ts"
import { Failure, usageFailure } from "#cli/output/Failure.ts"
import { facilityOf } from "./facilityInput.ts"
import { orItsCompany } from "./orItsCompany.ts"

/** The maximum number of candidates listed for a unit with several locks. */
const candidatesShown = 20

/** The ID in `#12`, or null. */
const idOf = (typed: string): LockId | null => (typed.startsWith("#") ? idIn(LockId, typed.slice(1)) : null)

/**
 * Finds a lock by its 8 digits (also in two groups of four), by `#id`, or by its unit if a facility is given. Only complete
 * names match, so that nothing is done to the wrong lock.
 */
export const lockOf = (call: Call, typed: string): Effect.Effect<ShownLock, unknown, ApiClient> => {
  const text = typed.trim()
  const lockID = idOf(text)
  return lockID === null ? listedLock(call, text) : opened(lockID)
}

/** Finds a lock as opening it shows it; makes no second call if that would show the same. */
export const openedLockOf = (call: Call, typed: string): Effect.Effect<ShownLock, unknown, ApiClient> =>
  Effect.flatMap(lockOf(call, typed), (lock) => {
    const { lockID, secondaryLockStatus: status } = lock
    // Users who can't see the status must not be able to infer it from which locks are closed to them.
    const whole = idOf(typed.trim()) !== null || (status != null && detailOpenToAll(status))
    return whole ? Effect.succeed(lock) : opened(lockID)
  })

const opened = (lockID: LockId) => Effect.map(runOf(showLock)({ lockID }), (answer) => answer.data)

/** Finds a lock in a list by serial code or unit. */
const listedLock = Effect.fnUntraced(function* (
  call: Call,
  text: string
): Effect.fn.Return<ShownLock, unknown, ApiClient> {
  const serial = serialOf(text)
  const found = isSerial(serial) ? yield* lockWithSerial(serial) : []
  const facility = defaultFacility(call)
  // 7000 0010 is a printed serial code, but may also be a unit's name.
  if (isSerial(text) || (isSerial(serial) && facility === undefined))
    return yield* orItsCompany(serial, onlyOne(text, found))
  if (facility === undefined || text === "") {
    return yield* Effect.fail(
      usageFailure(
        `'${text}' doesn't identify a lock.`,
        "Give the 8 digits of its serial code, #id, or its unit with --facility.",
        { code: "InvalidInput", field: "lock" }
      )
    )
  }
  const { facilityID } = yield* facilityOf(facility)
  const { data } = yield* runOf(listLocks)({ unit: text, facilityID, limit: candidatesShown })
  const others = data.filter(({ lockID }) => found.every((lock) => lock.lockID !== lockID))
  return yield* onlyOne(text, [...found, ...others])
})

const lockWithSerial = (serial: string) =>
  Effect.map(runOf(findLocks)({ text: serial, limit: candidatesShown }), ({ data }) =>
    data.filter((lock) => lock.serialCode === serial)
  )

const onlyOne = (text: string, found: ReadonlyArray<ShownLock>): Effect.Effect<ShownLock, unknown> => {
  const [lock, ...others] = found
  if (lock === undefined) return Effect.fail(new LockNotFound())
  if (others.length === 0) return Effect.succeed(lock)
  return Effect.fail(
    new Failure({
      code: "AmbiguousLock",
      message: `${found.length} locks match '${text}'.`,
      next: "Use a serial code or #id instead.",
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
