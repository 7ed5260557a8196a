import { Result } from "effect"
import { LockLimitReached, LockNotAvailable } from "#core/activation/ActivationErrors.ts"
import { accessLevel } from "#core/auth/accessRules.ts"
import type { LoggedInUser } from "#core/auth/LoggedInUser.ts"
import { AccessLevel, Area } from "#core/auth/permissions.ts"
import type { FacilityId, LockId } from "#core/base/ids.ts"
import { sameUnit, unitOf } from "#core/base/unitName.ts"
import { CombinationRefused, LockInactive, StatusRefused, TransferRefused, UnitRefused } from "./LockChangeErrors.ts"
import { LockNotFound } from "./LockErrors.ts"
import { bearsUnit, mayEditUnit, statusChoices, unitRequired, unitTaken } from "./lockRules.ts"
import { alwaysMaskedStatuses, LockStatus, type LockStatusId, uncountedStatuses } from "./lockStatuses.ts"

/** The fields of a lock that a change can affect. */
export interface LockState {
  readonly facilityID: FacilityId | null
  readonly status: LockStatusId
  readonly unit: string | null
  readonly color: number
  readonly isActive: boolean
}

/** The requested state of a lock; a missing field stays as it is. */
export interface LockPatch {
  readonly facilityID?: FacilityId | null
  readonly status?: LockStatusId
  readonly unit?: string | null
  readonly color?: number
  /** The combination is replaced too. */
  readonly newCode?: boolean
  /** The unit follows later: a status that needs one is accepted without it. */
  readonly unitLater?: boolean
  /** It moves without a unit: a lock whose status needs one becomes Available. */
  readonly leavesUnit?: boolean
}

/** What the rules need to know about the unit and facility. */
export interface LockSurroundings {
  /** Null for a lock that does not exist yet. */
  readonly lockID: LockId | null
  readonly locksPerUnit: number
  /** The number of other active locks in a unit. */
  readonly othersIn: (facilityID: FacilityId, unit: string) => number
  /** Why a facility has no room for one more counted lock, or null. */
  readonly roomAt: (facilityID: FacilityId) => LockLimitReached | null
}

export type ChangeRefused =
  | CombinationRefused
  | LockInactive
  | LockLimitReached
  | LockNotAvailable
  | LockNotFound
  | StatusRefused
  | TransferRefused
  | UnitRefused

/** Whether a lock in this status counts against a facility's limit (DECISIONS, Tiers). */
export const isCounted = (status: LockStatusId): boolean => !uncountedStatuses.has(status)

/** Why the user may not edit the combination of a lock in this status, or null (001 §4). */
export const combinationRefusal = (user: LoggedInUser, status: LockStatusId): CombinationRefused | null => {
  const mayWrite = accessLevel(user, Area.id.Locks) >= AccessLevel.id.Write
  if (mayWrite && !alwaysMaskedStatuses.has(status)) return null
  return new CombinationRefused({ data: { reason: mayWrite ? "Status" : "NoPermission", status } })
}

/** Why the user may not transfer any lock, or null (001 §4). */
export const transferRoleRefusal = (user: LoggedInUser): TransferRefused | null =>
  mayEditUnit(user) ? null : new TransferRefused({ data: { reason: "NotOffered" } })

/** Why the user may not start the transfer of a lock that is at `facilityID`, or null (001 §4). */
export const transferRefusal = (user: LoggedInUser, facilityID: FacilityId | null): TransferRefused | null =>
  transferRoleRefusal(user) ?? (facilityID === null ? new TransferRefused({ data: { reason: "Inventory" } }) : null)

const moveRefusal = (user: LoggedInUser, before: LockState, to: number | null): TransferRefused | null =>
  transferRefusal(user, before.facilityID) ??
  (to === null ? new TransferRefused({ data: { reason: "ToInventory" } }) : null)

const statusRefusal = (user: LoggedInUser, from: LockStatusId, to: LockStatusId): StatusRefused | null => {
  const choices = statusChoices(user, from)
  return to === from || choices.includes(to) ? null : new StatusRefused({ data: { from, to, choices } })
}

/**
 * The unit after a change: none if the status has none, and none from another facility (001 §4). The same unit in different
 * case keeps its original spelling.
 */
const unitAfter = (before: LockState, patch: LockPatch, status: LockStatusId, moves: boolean): string | null => {
  if (!bearsUnit(status)) return null
  if (patch.unit === undefined) return moves ? null : before.unit
  return !moves && sameUnit(patch.unit, before.unit) ? before.unit : unitOf(patch.unit)
}

/** Why the user may not edit the unit of any lock, or null (001 §4). */
export const unitRoleRefusal = (user: LoggedInUser, unitNumber: string | null = null): UnitRefused | null =>
  mayEditUnit(user) ? null : new UnitRefused({ data: { reason: "NotEditable", unitNumber } })

/** Why the user may not change only the unit of a lock in this status, or null (001 §4: the field is then disabled). */
export const unitEditRefusal = (
  user: LoggedInUser,
  status: LockStatusId,
  unitNumber: string | null
): UnitRefused | null =>
  unitRoleRefusal(user, unitNumber) ??
  (bearsUnit(status) ? null : new UnitRefused({ data: { reason: "NoUnit", unitNumber } }))

const unitRefusal = (
  user: LoggedInUser,
  before: LockState,
  patch: LockPatch,
  after: LockState,
  { locksPerUnit, othersIn }: LockSurroundings
): UnitRefused | null => {
  const refused = (reason: UnitRefused["data"]["reason"]) =>
    new UnitRefused({ data: { reason, unitNumber: after.unit } })
  // Sent together with a status that has no unit, it is cleared; sent alone, it would be lost silently, so it is refused.
  const alone = patch.status === undefined && patch.facilityID === undefined
  if (alone && patch.unit !== undefined && unitOf(patch.unit) !== null && !bearsUnit(after.status)) {
    return unitEditRefusal(user, after.status, before.unit)
  }
  const cleared = after.unit === null && !bearsUnit(after.status)
  if (patch.unit !== undefined && after.unit !== before.unit && !cleared && !mayEditUnit(user))
    return refused("NotEditable")
  if (after.unit !== null && after.facilityID === null) return refused("Inventory")
  if (after.facilityID === null) return null
  const same = after.unit === before.unit && after.status === before.status && after.facilityID === before.facilityID
  if (same) return null
  if (after.unit === null)
    return unitRequired(user, after.status) && patch.unitLater !== true ? refused("Required") : null
  return unitTaken(after.status, locksPerUnit, othersIn(after.facilityID, after.unit)) ? refused("Taken") : null
}

/**
 * The state of a lock after the requested change, or why it is refused (001 §4, §5): the role limits the status, the status
 * decides the unit, and the facility has a limit. A new combination needs an Available lock, or makes the lock Available if
 * that is part of the same request, as the warning of 001 §4 says.
 */
export const changeOf = (
  user: LoggedInUser,
  before: LockState,
  patch: LockPatch,
  around: LockSurroundings
): Result.Result<LockState, ChangeRefused> => {
  const { lockID } = around
  if (!before.isActive)
    return Result.fail(lockID === null ? new LockNotFound() : new LockInactive({ data: { lockID } }))
  const facilityID = patch.facilityID === undefined ? before.facilityID : patch.facilityID
  const moves = facilityID !== before.facilityID
  const freed = moves && patch.leavesUnit === true && bearsUnit(before.status)
  const status = patch.status ?? (freed ? LockStatus.id.Available : before.status)
  const after: LockState = {
    facilityID,
    status,
    unit: unitAfter(before, patch, status, moves),
    color: patch.color ?? before.color,
    isActive: true
  }
  const codeRefusal = () =>
    combinationRefusal(user, before.status) ??
    (status === LockStatus.id.Available ? null : new LockNotAvailable({ data: { lockID } }))
  const refusal =
    (moves ? moveRefusal(user, before, facilityID) : null) ??
    (patch.newCode === true ? codeRefusal() : null) ??
    statusRefusal(user, before.status, status) ??
    unitRefusal(user, before, patch, after, around) ??
    (moves && facilityID !== null && isCounted(status) ? around.roomAt(facilityID) : null)
  return refusal === null ? Result.succeed(after) : Result.fail(refusal)
}

/** Whether two states of a lock are the same. */
export const sameState = (one: LockState, other: LockState): boolean =>
  one.facilityID === other.facilityID &&
  one.status === other.status &&
  one.unit === other.unit &&
  one.color === other.color &&
  one.isActive === other.isActive
