import { Schema } from "effect"
import { countOf } from "#core/base/countOf.ts"
import { countText } from "#core/base/countText.ts"
import { FacilityId, LockId } from "#core/base/ids.ts"
import { defineProblem } from "#core/base/problem.ts"

/** The serial code is not in the registry, or another company has activated it; the response is the same (001 §8). */
export class SerialNotFound extends defineProblem<SerialNotFound>()({
  tag: "SerialNotFound",
  status: 404,
  exit: "notFound",
  words: {
    error: "There was an error activating this lock. Please check the serial code and try again.",
    next: "Check the 8 digits. If they're right, contact support."
  }
}) {}

/**
 * The lock is already active at one of the company's facilities (001 §8). Users who can't see that facility read "another
 * facility" and get no `lockID` or `facilityID`. For all others a null `facilityID` is the inventory.
 */
export class LockAlreadyActive extends defineProblem<LockAlreadyActive>()({
  tag: "LockAlreadyActive",
  status: 409,
  exit: "conflict",
  data: Schema.Struct({
    lockID: Schema.NullOr(LockId),
    facilityID: Schema.NullOr(FacilityId),
    facilityName: Schema.String
  }),
  words: (data) => ({
    error:
      data.facilityID === null && data.lockID !== null
        ? "This lock is already in the inventory."
        : `This lock is already activated at ${data.facilityName}`,
    next:
      data.lockID === null
        ? "Ask an admin of your company to transfer it."
        : data.facilityID === null
          ? "Assign it to a facility from the inventory."
          : "Transfer it to this facility instead."
  })
}) {}

/** The company has the lock, but it is not Available (001 §8). `lockID` is null if the user can't see the lock. */
export class LockNotAvailable extends defineProblem<LockNotAvailable>()({
  tag: "LockNotAvailable",
  status: 422,
  exit: "conflict",
  data: Schema.Struct({ lockID: Schema.NullOr(LockId) }),
  words: {
    error: "Lock is not set to Available",
    next: "Set the lock to Available first."
  }
}) {}

/** The facility's subscription lock total is met or exceeded (001 §8). */
export class LockLimitReached extends defineProblem<LockLimitReached>()({
  tag: "LockLimitReached",
  status: 422,
  exit: "conflict",
  data: Schema.Struct({ facilityID: FacilityId, countedLocks: Schema.Int, maxLocks: Schema.Int }),
  words: (data) => ({
    error: `Lock limit will be exceeded: the facility has ${countText(data.countedLocks)} of ${countOf(data.maxLocks, "lock")}.`,
    next: "Choose another facility or contact support."
  })
}) {}
