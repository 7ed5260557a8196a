import { Schema } from "effect"
import { FacilityId, LockId, SerialCode } from "#core/base/ids.ts"
import type { FieldIssue } from "#core/base/problem.ts"
import { UnitNumber } from "#core/locks/LockChange.ts"
import { LockStatus } from "#core/locks/lockStatuses.ts"

const named = "A delivery ID must be 1 to 100 characters on one line."

/** The name that whoever delivers gives to one delivery, such as the id of a message: 1 to 100 characters on one line. */
export const DeliveryId = Schema.String.check(
  Schema.isMinLength(1, { message: named }),
  Schema.isMaxLength(100, { message: named }),
  Schema.makeFilter((text: string) => !/[\p{Cc}\p{Cs}]/u.test(text), { message: named })
)

/**
 * An unlock code that has been delivered to a tenant: of one lock, by its serial code alone, or of every lock in a unit, by
 * facility and unit. Told again under the same `deliveryID` it is the same delivery.
 */
export const UnlockDelivery = Schema.Struct({
  deliveryID: DeliveryId,
  serialCode: Schema.optionalKey(SerialCode),
  facilityID: Schema.optionalKey(FacilityId),
  unitNumber: Schema.optionalKey(UnitNumber)
})
export type UnlockDelivery = typeof UnlockDelivery.Type

/** What is wrong with a delivery that is of neither a lock nor a unit; null where it is of one of them. */
export const deliveryIssue = ({ serialCode, facilityID, unitNumber = "" }: UnlockDelivery): FieldIssue | null =>
  serialCode !== undefined || (facilityID !== undefined && unitNumber.trim() !== "")
    ? null
    : { path: "serialCode", message: "Expected serialCode, or facilityID with unitNumber." }

/**
 * A lock whose unlock code was delivered, and what became of it: the same status twice where it was left alone. Null for those
 * who see no status. `repeated`: the delivery was told before, and this is what became of it then.
 */
export const DeliveredLock = Schema.Struct({
  lockID: LockId,
  serialCode: SerialCode,
  fromStatus: Schema.NullOr(LockStatus.Id),
  secondaryLockStatus: Schema.NullOr(LockStatus.Id),
  repeated: Schema.Boolean
})
export type DeliveredLock = typeof DeliveredLock.Type
