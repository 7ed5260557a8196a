import { Result } from "effect"
import type { Problem } from "#core/api/problem.ts"
import { activationRefusal, inventoryName, isActivatedAt } from "#core/activation/activationRules.ts"
import type { AuditAction } from "#core/audit/AuditRecord.ts"
import type { LoggedInUser } from "#core/auth/LoggedInUser.ts"
import { Role } from "#core/auth/roles.ts"
import type { FacilityId, LockId } from "#core/base/ids.ts"
import { unitOf } from "#core/base/unitName.ts"
import { FacilityNotFound } from "#core/facilities/FacilityErrors.ts"
import { changeOf, type LockState, type LockPatch, sameState } from "#core/locks/lockChangeRules.ts"
import { defaultLockColor } from "#core/locks/lockColors.ts"
import { LockChangedMeanwhile } from "#core/locks/LockChangeErrors.ts"
import { RowNotPlanned } from "#core/jobs/JobErrors.ts"
import { LockNotFound } from "#core/locks/LockErrors.ts"
import { bearsUnit, detailRefusal } from "#core/locks/lockRules.ts"
import { defaultLockStatus, type LockStatusId } from "#core/locks/lockStatuses.ts"
import { type ChangeRecord, stateBefore, undoStateRefusal } from "#core/locks/undoRules.ts"
import type { LockWorkingSet, WorkingLock } from "./LockWorkingSet.ts"

/** How an item names its lock. */
export type LockName = { readonly serial: string } | { readonly lockID: LockId }

/** One operation on one lock. */
export type LockItem = LockDeed & {
  /** The confirmed plan has no change of this lock: a change is then refused. */
  readonly unplanned?: true
}

type LockDeed =
  /** From the registry or the inventory to a facility; null is into the inventory (001 §4). */
  | { readonly kind: "activate"; readonly serial: string; readonly facilityID: FacilityId | null }
  /** From the inventory to a facility (001 §2, Inventory review). */
  | { readonly kind: "assign"; readonly lock: LockName; readonly facilityID: FacilityId }
  | {
      readonly kind: "change"
      readonly lock: LockName
      readonly patch: LockPatch
      /** The audit action, if it is not an ordinary edit: by default a transfer if the lock moves, else an update. */
      readonly action?: AuditAction
      /** Returns the new combination, or undefined to keep the current one. */
      readonly newCode?: (lock: WorkingLock) => string | undefined
      /** The version that was read: if the lock has changed since, the item is refused. */
      readonly readOn?: string
      /** A rule of the caller, checked before the rules of the change. */
      readonly rule?: (lock: WorkingLock) => Problem | null
    }
  /** Its unlock code was delivered to a tenant, and the company's automation sets this status (001 §4). */
  | { readonly kind: "release"; readonly lock: LockName; readonly status: LockStatusId }
  /** Back to the state before a change. */
  | UndoItem

/** A change to undo, as the audit log has it. */
export interface UndoItem {
  readonly kind: "undo"
  readonly lock: LockName
  readonly auditSeq: number
  /** Null if the log has no such change. */
  readonly record: ChangeRecord | null
  /** Why the user may not undo it, or null. */
  readonly refusal: Problem | null
  /** It was already undone. */
  readonly undone: boolean
  /** How many versions of the lock later changes and their undos made, which cancel out. */
  readonly takenBack: number
  /** The previous combination, if the change replaced it and it is still stored. */
  readonly formerCode: FormerCode | null
}

/** A combination sealed with an earlier version. */
export interface FormerCode {
  readonly version: number
  readonly sealed: Uint8Array
}

/** The write of one item. `newCode` is the source of the combination, if it has to be sealed again. */
export interface LockWrite {
  readonly lock: WorkingLock
  /** A lock that no company had before. */
  readonly made: boolean
  readonly after: LockState
  readonly newCode: { readonly registered: Uint8Array } | { readonly code: string } | FormerCode | null
  readonly action: AuditAction
  /** The audit record that it undoes. */
  readonly undoes?: number
}

/** The decision about an item: a write, null if nothing changes, or why it is refused. */
export type Decision = Result.Result<LockWrite | null, Problem>

const lockNamed = (workingSet: LockWorkingSet, name: LockName): WorkingLock | undefined =>
  "serial" in name ? (workingSet.lock(name.serial) ?? undefined) : workingSet.lockOf(name.lockID)

/** How the lock of an item is named. */
export const nameOf = (item: LockItem): LockName => (item.kind === "activate" ? { serial: item.serial } : item.lock)

/** The lock of an item, if the working set has it. */
export const workingLockOf = (workingSet: LockWorkingSet, item: LockItem): WorkingLock | undefined =>
  lockNamed(workingSet, nameOf(item))

/** Whether the user can see a lock: their company's or, for restricted users, those of their facilities and the inventory. */
const sees = (user: LoggedInUser, { companyID, state: { facilityID } }: WorkingLock): boolean =>
  companyID === user.companyID &&
  (user.facilityIDs.length === 0 || facilityID === null || user.facilityIDs.includes(facilityID))

/** Whether the user can send locks to a facility; one that the working set does not know yet counts as valid. */
const isPlace = (user: LoggedInUser, workingSet: LockWorkingSet, facilityID: FacilityId): boolean =>
  workingSet.place(facilityID) !== null && (user.facilityIDs.length === 0 || user.facilityIDs.includes(facilityID))

/** Refuses a target facility that does not exist, that the user can't see or that is inactive. */
const placeRefusal = (user: LoggedInUser, workingSet: LockWorkingSet, facilityID: FacilityId | null | undefined) => {
  if (typeof facilityID !== "number" || isPlace(user, workingSet, facilityID)) return null
  const name = workingSet.inactiveName(facilityID)
  const sees = user.facilityIDs.length === 0 || user.facilityIDs.includes(facilityID)
  return new FacilityNotFound({ data: { facilityID, ...(name === undefined || !sees ? {} : { inactive: name }) } })
}

/** Refuses a change if the lock has changed since it was read; otherwise null. */
const readRefusal = (readOn: string | undefined, { updatedOn, serial, shown }: WorkingLock) => {
  if (readOn === undefined || Date.parse(readOn) === Date.parse(updatedOn)) return null
  if (shown === null) throw new Error(`lock ${serial} was not read to be shown`)
  return new LockChangedMeanwhile({ data: shown })
}

const stateAt = (facilityID: FacilityId | null, status: LockStatusId, color: number): LockState => ({
  facilityID,
  status,
  unit: null,
  color,
  isActive: true
})

/** A lock that does not exist yet: nothing counts it and it is in no unit. */
const unmade = (user: LoggedInUser, serial: string): WorkingLock => ({
  lockID: null,
  companyID: user.companyID,
  serial,
  state: { ...stateAt(null, defaultLockStatus, defaultLockColor), isActive: false },
  facilityName: "",
  version: 0,
  updatedOn: "",
  sealed: new Uint8Array(),
  codeVersion: 0,
  shown: null
})

const decideActivation = (
  user: LoggedInUser,
  workingSet: LockWorkingSet,
  serial: string,
  to: FacilityId | null
): Decision => {
  const lock = workingSet.lock(serial) ?? null
  const registered = workingSet.registered(serial)
  const held =
    lock === null
      ? null
      : {
          ...lock.state,
          lockID: lock.lockID,
          companyID: lock.companyID,
          isVisible: sees(user, lock),
          facilityName: lock.state.facilityID === null ? inventoryName : lock.facilityName
        }
  const noPlace = placeRefusal(user, workingSet, to)
  if (noPlace !== null) return Result.fail(noPlace)
  if (isActivatedAt(user.companyID, held, to)) return Result.succeed(null)
  const refusal = activationRefusal(user.companyID, held, registered !== undefined, to, workingSet.roomAt)
  if (refusal !== null) return Result.fail(refusal)
  const from = lock ?? unmade(user, serial)
  return Result.succeed({
    lock: from,
    made: lock === null,
    after: stateAt(to, from.state.status, from.state.color),
    newCode: lock === null && registered !== undefined ? { registered } : null,
    action: "locks.activate"
  })
}

const decideAssignment = (
  user: LoggedInUser,
  workingSet: LockWorkingSet,
  name: LockName,
  facilityID: FacilityId
): Decision => {
  const lock = lockNamed(workingSet, name)
  const place = placeRefusal(user, workingSet, facilityID)
  if (place !== null) return Result.fail(place)
  if (lock === undefined || !sees(user, lock)) return Result.fail(new LockNotFound())
  const decided = decideActivation(user, workingSet, lock.serial, facilityID)
  return Result.map(decided, (write) => (write === null ? null : { ...write, action: "inventory.assign" }))
}

const decideChange = (
  user: LoggedInUser,
  workingSet: LockWorkingSet,
  { lock: name, patch, action, newCode, readOn, rule }: Extract<LockItem, { kind: "change" }>
): Decision => {
  const lock = lockNamed(workingSet, name)
  if (lock === undefined || !sees(user, lock)) return Result.fail(new LockNotFound())
  const denied = detailRefusal(user, lock.state.status)
  if (denied !== null) return Result.fail(denied)
  const moves = patch.facilityID !== undefined && patch.facilityID !== lock.state.facilityID
  const code = newCode?.(lock)
  const changed = changeOf(user, lock.state, { ...patch, newCode: code !== undefined }, workingSet.around(lock))
  const isSame = Result.isSuccess(changed) && sameState(lock.state, changed.success) && code === undefined
  // A lock that already is as asked has nothing to refuse, whatever version was read.
  const refusal =
    (isSame ? null : readRefusal(readOn, lock)) ??
    rule?.(lock) ??
    (moves ? placeRefusal(user, workingSet, patch.facilityID) : null)
  if (refusal !== null) return Result.fail(refusal)
  return Result.map(changed, (after) =>
    isSame
      ? null
      : {
          lock,
          made: false,
          after,
          newCode: code === undefined ? null : { code },
          action: action ?? (moves ? "locks.transfer" : "locks.update")
        }
  )
}

/**
 * Whose rules apply to an automation: an Owner's. The company chose the status, so the role of the caller who reports the
 * delivery must not limit it.
 */
const anybodyAt = (user: LoggedInUser): LoggedInUser => ({ ...user, roleID: Role.id.Owner })

const decideRelease = (
  user: LoggedInUser,
  workingSet: LockWorkingSet,
  name: LockName,
  status: LockStatusId
): Decision => {
  const lock = lockNamed(workingSet, name)
  if (lock === undefined || !sees(user, lock)) return Result.fail(new LockNotFound())
  return Result.map(changeOf(anybodyAt(user), lock.state, { status }, workingSet.around(lock)), (after) =>
    sameState(lock.state, after)
      ? null
      : { lock, made: false, after, newCode: null, action: "automations.unlock-delivered" }
  )
}

const decideUndo = (user: LoggedInUser, workingSet: LockWorkingSet, item: UndoItem): Decision => {
  const { record, formerCode, auditSeq: undoes } = item
  const lock = lockNamed(workingSet, item.lock)
  if (lock === undefined || !sees(user, lock)) return Result.fail(new LockNotFound())
  if (item.refusal !== null) return Result.fail(item.refusal)
  if (item.undone || record === null) return Result.succeed(null)
  const now = { ...lock.state, version: lock.version - item.takenBack }
  const { fromFacilityID } = record
  const there = fromFacilityID !== null && isPlace(user, workingSet, fromFacilityID)
  const refusal = undoStateRefusal(now, record, there, formerCode !== null, workingSet.around(lock))
  if (refusal !== null) return Result.fail(refusal)
  const newCode = record.newCombination === true ? formerCode : null
  return Result.succeed({ lock, made: false, after: stateBefore(record), newCode, action: "locks.undo", undoes })
}

/** The target of an item: the facility (null for none or the current one), and the unit if there is one. */
export const destinationOf = (
  item: LockItem,
  lock: WorkingLock | null
): { readonly facilityID: FacilityId | null; readonly unit: string | null } => {
  if (item.kind === "undo") {
    return { facilityID: item.record?.fromFacilityID ?? null, unit: item.record?.fromUnit ?? null }
  }
  if (item.kind === "activate" || item.kind === "assign") return { facilityID: item.facilityID, unit: null }
  const patch: LockPatch = item.kind === "release" ? { status: item.status } : item.patch
  const { facilityID, unit, status } = patch
  if (lock === null) return { facilityID: facilityID ?? null, unit: null }
  const bears = bearsUnit(status ?? lock.state.status)
  return {
    facilityID: facilityID ?? lock.state.facilityID,
    unit: !bears ? null : unit === undefined ? lock.state.unit : unitOf(unit)
  }
}

/**
 * Decides an item by the rules of its kind, for single changes, job rows and plans alike. The working set must contain what the item
 * needs; it is not updated here.
 */
export const decide = (user: LoggedInUser, workingSet: LockWorkingSet, item: LockItem): Decision => {
  const decision = decideDeed(user, workingSet, item)
  const changes = Result.isSuccess(decision) && decision.success !== null
  return item.unplanned === true && changes ? Result.fail(new RowNotPlanned()) : decision
}

const decideDeed = (user: LoggedInUser, workingSet: LockWorkingSet, item: LockDeed): Decision => {
  switch (item.kind) {
    case "activate":
      return decideActivation(user, workingSet, item.serial, item.facilityID)
    case "assign":
      return decideAssignment(user, workingSet, item.lock, item.facilityID)
    case "change":
      return decideChange(user, workingSet, item)
    case "release":
      return decideRelease(user, workingSet, item.lock, item.status)
    case "undo":
      return decideUndo(user, workingSet, item)
  }
}
