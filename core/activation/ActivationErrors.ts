import { Schema } from "effect"
import { FacilityId, LockId } from "#core/base/ids.ts"
import { problemFields } from "#core/base/problem.ts"

/** The registry knows no such serial code, or another company has activated it; both answer alike (001 §8). */
export class SerialNotFound extends Schema.TaggedError<SerialNotFound>()("SerialNotFound", problemFields, {
  httpApiStatus: 404
}) {}

/**
 * The lock is active at a facility of the company already (001 §8). To a user who may not see that facility it is "another
 * facility": no `lockID`, no `facilityID`. Otherwise a `facilityID` of null is the inventory.
 */
export class LockAlreadyActive extends Schema.TaggedError<LockAlreadyActive>()(
  "LockAlreadyActive",
  {
    ...problemFields,
    data: Schema.Struct({
      lockID: Schema.NullOr(LockId),
      facilityID: Schema.NullOr(FacilityId),
      facilityName: Schema.String
    })
  },
  { httpApiStatus: 409 }
) {}

/** The company knows the lock, but not as Available (001 §8). `lockID` is null where the user may not see the lock. */
export class LockNotAvailable extends Schema.TaggedError<LockNotAvailable>()(
  "LockNotAvailable",
  { ...problemFields, data: Schema.Struct({ lockID: Schema.NullOr(LockId) }) },
  { httpApiStatus: 422 }
) {}

/** The facility's subscription lock total is met or exceeded (001 §8). */
export class LockLimitReached extends Schema.TaggedError<LockLimitReached>()(
  "LockLimitReached",
  { ...problemFields, data: Schema.Struct({ facilityID: FacilityId, countedLocks: Schema.Int, maxLocks: Schema.Int }) },
  { httpApiStatus: 422 }
) {}
