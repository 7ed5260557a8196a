import { words } from "#core/api/problem.ts"
import type { LoggedInUser } from "#core/auth/LoggedInUser.ts"
import type { FacilityId } from "#core/base/ids.ts"
import { sameUnit, unitOf } from "#core/base/unitName.ts"
import type { Lock } from "#core/locks/Lock.ts"
import type { LockEdit } from "#core/locks/LockChange.ts"
import { UnitRefused } from "#core/locks/LockChangeErrors.ts"
import { unitEditRefusal } from "#core/locks/lockChangeRules.ts"
import { LockColor, type LockColorId, lockColorName } from "#core/locks/lockColors.ts"
import { bearsUnit, statusChoices, unitRequired } from "#core/locks/lockRules.ts"
import { defaultLockStatus, LockStatus, type LockStatusId } from "#core/locks/lockStatuses.ts"

/** Values of the lock form. The combination exists only here and only while it is edited (law 8). */
export interface LockForm {
  readonly facilityID: FacilityId | null
  readonly status: LockStatusId
  readonly unit: string
  readonly color: number
  /** The new combination typed so far; null while it isn't being changed. */
  readonly code: string | null
}

/** Form values for an unchanged lock. */
export const formOf = (lock: Lock): LockForm => ({
  facilityID: lock.facilityID,
  status: lock.secondaryLockStatus ?? defaultLockStatus,
  unit: lock.unitNumber ?? "",
  color: LockColor.parse(lockColorName(lock.color)) ?? lock.color,
  code: null
})

const isColor = (color: number): color is LockColorId => LockColor.isId(color)

/** The requested change: the changed fields, and the version of the lock they are based on. */
export const editOf = (lock: Lock, form: LockForm): LockEdit => {
  const before = formOf(lock)
  const moves = form.facilityID !== before.facilityID
  return {
    lockID: lock.lockID,
    ...(lock.updatedOn === undefined ? {} : { updatedOn: lock.updatedOn }),
    ...(form.status === before.status ? {} : { secondaryLockStatus: form.status }),
    ...(sameUnit(form.unit, before.unit) && !moves ? {} : { unitNumber: unitOf(form.unit) }),
    ...(form.color === before.color || !isColor(form.color) ? {} : { color: form.color }),
    ...(moves ? { facilityID: form.facilityID } : {}),
    // A combination can be changed only on an Available lock (001 §4).
    ...(form.code === null ? {} : { unlockCode: form.code, secondaryLockStatus: LockStatus.id.Available })
  }
}

/** The form with another status. A status without a unit clears it; one with a unit restores the lock's own. */
export const withStatus = (lock: Lock, form: LockForm, status: LockStatusId): LockForm => {
  const own = form.facilityID === lock.facilityID ? (lock.unitNumber ?? "") : ""
  return { ...form, status, unit: bearsUnit(status) ? (form.unit === "" ? own : form.unit) : "" }
}

/** The form with another facility. The lock has no unit there yet (001 §4). */
export const withFacility = (lock: Lock, form: LockForm, facilityID: FacilityId | null): LockForm => ({
  ...form,
  facilityID,
  unit: facilityID === lock.facilityID && bearsUnit(form.status) ? (lock.unitNumber ?? "") : ""
})

/** The form while the combination is edited: sets the lock to Available. */
export const withCode = (lock: Lock, form: LockForm): LockForm => ({
  ...withStatus(lock, form, LockStatus.id.Available),
  code: ""
})

/** Rebases the user's changes onto a newer version of the lock: fields the user hasn't changed take the new values. */
export const rebased = (before: Lock, now: Lock, mine: LockForm): LockForm => {
  const [was, is] = [formOf(before), formOf(now)]
  const pick = <K extends keyof LockForm>(key: K): LockForm[K] => (mine[key] === was[key] ? is[key] : mine[key])
  return {
    facilityID: pick("facilityID"),
    status: pick("status"),
    unit: pick("unit"),
    color: pick("color"),
    code: mine.code
  }
}

/** Whether a newer version of the lock already has everything the user changed. */
export const isSaved = (before: Lock, now: Lock, mine: LockForm): boolean => {
  const { lockID: _, updatedOn: __, ...changes } = editOf(now, rebased(before, now, mine))
  return Object.keys(changes).length === 0
}

/** Statuses the field offers: the current one and those the role may choose, no others (001 §4). */
export const statusOptions = (user: LoggedInUser, lock: Lock, chosen: LockStatusId): ReadonlyArray<LockStatusId> => {
  const from = lock.secondaryLockStatus ?? defaultLockStatus
  const offered = new Set([from, ...statusChoices(user, from), chosen])
  return LockStatus.ids.filter((status) => offered.has(status))
}

/** Why the unit can't be set, or null. */
export const unitClosed = (user: LoggedInUser, { facilityID, status, unit }: LockForm): string | null => {
  const refusal =
    unitEditRefusal(user, status, unit) ??
    (facilityID === null ? new UnitRefused({ data: { reason: "Inventory", unitNumber: null } }) : null)
  return refusal === null ? null : words(refusal).error
}

/** Field errors before sending (001 §5). */
export interface LockFormIssues {
  readonly unit?: string
  readonly code?: string
}

/** Validates a form as far as the browser can. The server checks the rest. */
export const formIssues = (user: LoggedInUser, lock: Lock, form: LockForm): LockFormIssues => {
  const before = formOf(lock)
  const place = form.facilityID !== before.facilityID || form.status !== before.status || form.unit !== before.unit
  const missing = place && form.facilityID !== null && unitRequired(user, form.status) && unitOf(form.unit) === null
  const unit = words(new UnitRefused({ data: { reason: "Required", unitNumber: null } })).error
  return {
    ...(missing ? { unit } : {}),
    ...(form.code === null || /^\d{4}$/.test(form.code) ? {} : { code: "Combination must be 4 digits." })
  }
}

/** One difference between two versions of a lock, as text. */
export interface LockDifference {
  readonly name: string
  readonly from: string
  readonly to: string
}

/** Differences between two versions of a lock, in form order. */
export const differences = (before: Lock, now: Lock): ReadonlyArray<LockDifference> => {
  const shownFields = (lock: Lock): ReadonlyArray<readonly [string, string]> => [
    ["Facility", lock.facilityName ?? "Inventory"],
    ["Status", lock.secondaryStatusName ?? "--"],
    ["Unit", lock.unitNumber ?? "--"],
    ["Color", lockColorName(lock.color)]
  ]
  const after = shownFields(now)
  return shownFields(before).flatMap(([name, from], nth) => {
    const to = after[nth]?.[1] ?? "--"
    return from === to ? [] : [{ name, from, to }]
  })
}
