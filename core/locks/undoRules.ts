import { Schema } from "effect"
import { accessRefusal } from "#core/auth/accessRules.ts"
import { type Access, writes } from "#core/auth/Access.ts"
import type { AccessDenied } from "#core/auth/AuthErrors.ts"
import type { LoggedInUser } from "#core/auth/LoggedInUser.ts"
import { Area } from "#core/auth/permissions.ts"
import { LockId, SerialCode } from "#core/base/ids.ts"
import { UndoRefused } from "./LockChangeErrors.ts"
import { isCounted, type LockState, type LockSurroundings } from "./lockChangeRules.ts"
import { unitTaken } from "./lockRules.ts"
import { LockStatus } from "./lockStatuses.ts"

/** Kinds of changes that are taken back, and what taking one back needs: what making it did. */
const undoable: ReadonlyMap<string, ReadonlyArray<Access>> = new Map([
  ["locks.update", [writes(Area.id.Locks)]],
  ["locks.transfer", [writes(Area.id.Locks)]],
  ["inventory.assign", [writes(Area.id.Inventory), writes(Area.id.ActivateLocks)]]
])

const From = Schema.NullOr(Schema.Int)

/** What the audit record of a change keeps, as far as taking it back has to know. */
export const ChangeRecord = Schema.Struct({
  userID: Schema.Int,
  action: Schema.String,
  subject: SerialCode,
  lockID: LockId,
  /** The version of the lock that the change made. */
  version: Schema.Int,
  session: Schema.NullOr(Schema.String),
  newCombination: Schema.optionalKey(Schema.Boolean),
  /** The version of the combination before, where it was changed: kept until the next change of it. */
  fromCode: Schema.optionalKey(Schema.Int),
  fromFacilityID: From,
  fromStatus: LockStatus.Id,
  fromUnit: Schema.NullOr(Schema.String),
  fromColor: Schema.Int
})
export type ChangeRecord = typeof ChangeRecord.Type

const refused = (reason: UndoRefused["data"]["reason"]): UndoRefused => new UndoRefused({ data: { reason } })

/**
 * Why a user may not take back a change, or null: it is one's own, of this session, and of a kind that is taken back.
 * `record` is null where the log has no such change to take back. A job is taken back in any session: `sessionId` is null.
 */
export const undoRefusal = (
  user: LoggedInUser,
  sessionId: string | null,
  action: string,
  userID: number | null,
  record: ChangeRecord | null
): UndoRefused | AccessDenied | null => {
  if (userID !== user.userID) return refused("NotYours")
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
 * Why a lock cannot go back to where it was, or null: nothing may have moved since, there has to be room, and where its
 * combination was changed the one before must still be kept (`hasCode`).
 */
export const wayBackRefusal = (
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
