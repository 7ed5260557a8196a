import { Schema } from "effect"
import { FacilityId, LockId, SerialCode } from "#core/base/ids.ts"
import type { FieldIssue } from "#core/base/problem.ts"
import { UnitNumber } from "#core/locks/LockChange.ts"
import { LockStatus } from "#core/locks/lockStatuses.ts"

const named = "A delivery ID must be 1 to 100 characters on one line."

/** The sender's own id for a delivery, such as the message's id: 1 to 100 characters on one line. */
export const DeliveryId = Schema.String.check(
  Schema.isMinLength(1, { message: named }),
  Schema.isMaxLength(100, { message: named }),
  Schema.makeFilter((text: string) => !/[\p{Cc}\p{Cs}]/u.test(text), { message: named })
)

/**
 * An unlock code that was delivered to a tenant: for one lock, by serial code alone, or for every lock in a unit, by
 * facility and unit. Reports with the same `deliveryID` are the same delivery.
 */
export const UnlockDelivery = Schema.Struct({
  deliveryID: DeliveryId,
  serialCode: Schema.optionalKey(SerialCode),
  facilityID: Schema.optionalKey(FacilityId),
  unitNumber: Schema.optionalKey(UnitNumber)
})
export type UnlockDelivery = typeof UnlockDelivery.Type

/** What is wrong with a delivery that names neither a lock nor a unit, or null. */
export const deliveryIssue = ({ serialCode, facilityID, unitNumber = "" }: UnlockDelivery): FieldIssue | null =>
  serialCode !== undefined || (facilityID !== undefined && unitNumber.trim() !== "")
    ? null
    : { path: "serialCode", message: "Expected serialCode, or facilityID with unitNumber." }

/**
 * A lock whose unlock code was delivered, with its status before and after (equal if nothing changed). Null for users
 * who can't see the status. `repeated`: the delivery was reported before; these are the results from then.
 */
export const DeliveredLock = Schema.Struct({
  lockID: LockId,
  serialCode: SerialCode,
  fromStatus: Schema.NullOr(LockStatus.Id),
  secondaryLockStatus: Schema.NullOr(LockStatus.Id),
  repeated: Schema.Boolean
})
export type DeliveredLock = typeof DeliveredLock.Type
