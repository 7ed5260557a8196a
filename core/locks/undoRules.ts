import { Schema } from "effect"
import { accessRefusal } from "#core/auth/accessRules.ts"
import { type Access, writes } from "#core/auth/Access.ts"
import type { AccessDenied } from "#core/auth/AuthErrors.ts"
import type { LoggedInUser } from "#core/auth/LoggedInUser.ts"
import { Area } from "#core/auth/permissions.ts"
import { FacilityId, LockId, SerialCode, UserId } from "#core/base/ids.ts"
import { UndoRefused } from "./LockChangeErrors.ts"
import { isCounted, type LockState, type LockSurroundings } from "./lockChangeRules.ts"
import { unitTaken } from "./lockRules.ts"
import { LockStatus } from "./lockStatuses.ts"

/** The kinds of changes that can be undone, each with the access it needs: the same as for making it. */
const undoable: ReadonlyMap<string, ReadonlyArray<Access>> = new Map([
  ["locks.update", [writes(Area.id.Locks)]],
  ["locks.transfer", [writes(Area.id.Locks)]],
  ["inventory.assign", [writes(Area.id.Inventory), writes(Area.id.ActivateLocks)]]
])

/** The fields of a change's audit record that an undo needs. */
export const ChangeRecord = Schema.Struct({
  userID: UserId,
  action: Schema.String,
  subject: SerialCode,
  lockID: LockId,
  /** The version of the lock that the change produced. */
  version: Schema.Int,
  session: Schema.NullOr(Schema.String),
  newCombination: Schema.optionalKey(Schema.Boolean),
  /** The previous version of the combination, if it was changed: kept until it changes again. */
  fromCode: Schema.optionalKey(Schema.Int),
  fromFacilityID: Schema.NullOr(FacilityId),
  fromStatus: LockStatus.Id,
  fromUnit: Schema.NullOr(Schema.String),
  fromColor: Schema.Int
})
export type ChangeRecord = typeof ChangeRecord.Type

const refused = (reason: UndoRefused["data"]["reason"]): UndoRefused => new UndoRefused({ data: { reason } })

/**
 * Why a user may not undo a change, or null. It has to be their own, of this session, and of a kind that can be undone.
 * `record` is null if the log has no such change. Jobs can be undone in any session: `sessionId` is then null.
 */
export const undoRefusal = (
  user: LoggedInUser,
  sessionId: string | null,
  action: string,
  userID: UserId | null,
  record: ChangeRecord | null
): UndoRefused | AccessDenied | null => {
  if (userID !== user.userID) return refused("NotYours")
  if (action === "locks.activate") return refused("Activation")
  const needs = undoable.get(action)
  if (needs === undefined || record === null) return refused("NotUndoable")
  if (sessionId !== null && record.session !== sessionId) return refused("OtherSession")
  for (const access of needs) {
    const refusal = accessRefusal(user, access)
    if (refusal !== null && refusal._tag === "AccessDenied") return refusal
  }
  return null
}

/** The state of the lock before the change. */
export const stateBefore = (record: ChangeRecord): LockState => ({
  facilityID: record.fromFacilityID,
  status: record.fromStatus,
  unit: record.fromUnit,
  color: record.fromColor,
  isActive: true
})

/**
 * Why a lock can't go back to its previous state, or null: it must not have changed since, there has to be room, and if the
 * combination was changed the previous one must still be stored (`hasCode`).
 */
export const undoStateRefusal = (
  now: LockState & { readonly version: number },
  record: ChangeRecord,
  facilityThere: boolean,
  hasCode: boolean,
  { locksPerUnit, othersIn, roomAt }: LockSurroundings
): UndoRefused | null => {
  const { facilityID, status, unit } = stateBefore(record)
  if (now.version !== record.version) return refused("MovedSince")
  if (record.newCombination === true && !hasCode) return refused("NotUndoable")
  if (facilityID === null) return null
  const moves = facilityID !== now.facilityID
  if (moves && (!facilityThere || (isCounted(status) && roomAt(facilityID) !== null))) return refused("NoWayBack")
  return unit !== null && unitTaken(status, locksPerUnit, othersIn(facilityID, unit)) ? refused("UnitTaken") : null
}
