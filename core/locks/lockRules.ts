import type { LoggedInUser } from "#core/auth/LoggedInUser.ts"
import { lockStatusRoles, Role, type RoleId } from "#core/auth/roles.ts"
import { LockDetailDenied } from "./LockErrors.ts"
import {
  alwaysMaskedStatuses,
  assignedToUnitStatuses,
  LockStatus,
  type LockStatusId,
  unitBearingStatuses
} from "./lockStatuses.ts"

/**
 * Whether both the hide-unlock-codes flag and the hide-lock-codes setting are on (001 §6). For API keys combinations are always
 * hidden: they have to reveal them, which is audited.
 */
export const codesHidden = (user: LoggedInUser): boolean =>
  (user.hideLockCodesFlag && user.hideLockCodes) || user.apiKey !== undefined

/** Whether the combination of a lock in this status is masked for the user (001 §6). */
export const combinationMasked = (user: LoggedInUser, status: LockStatusId): boolean =>
  codesHidden(user) || alwaysMaskedStatuses.has(status)

/** Whether everyone who sees a lock in this status may open it. Lists then show the same fields as the detail. */
export const detailOpenToAll = (status: LockStatusId): boolean => !alwaysMaskedStatuses.has(status)

/** Statuses that Restricted Personnel may neither open nor choose unless codes are hidden (001 §2, §4). */
const closedToRestrictedPersonnel = (user: LoggedInUser, status: LockStatusId): boolean =>
  user.roleID === Role.id.RestrictedPersonnel && !codesHidden(user) && !detailOpenToAll(status)

/** Why the user may not open a lock in this status, or null. */
export const detailRefusal = (user: LoggedInUser, status: LockStatusId): LockDetailDenied | null =>
  closedToRestrictedPersonnel(user, status) ? new LockDetailDenied() : null

/**
 * Whether the dashboard's 'View Details' is disabled: for Restricted Personnel at a Tenant Using Lock (001 §2), and
 * wherever the page would be refused.
 */
export const closedOnDashboard = (user: LoggedInUser, status: LockStatusId): boolean =>
  detailRefusal(user, status) !== null ||
  (user.roleID === Role.id.RestrictedPersonnel && status === LockStatus.id.TenantUsingLock)

const callCenterRoles: ReadonlySet<RoleId> = new Set([Role.id.CallCenterAgent])

const s = LockStatus.id
const callCenterChoices = (from: LockStatusId): ReadonlyArray<LockStatusId> => {
  switch (from) {
    case s.ReturnedToDropbox:
      return [s.TenantUsingLock]
    case s.TenantUsingLock:
      return [s.ReturnedToDropbox]
    case s.AssignedOverlock:
    case s.AssignedVacant:
    case s.AssignedAuction:
    case s.OnDropbox:
    case s.AssignedOther:
    case s.AssignedVendor:
      return [s.ReturnedToDropbox, s.TenantUsingLock]
    case s.Available:
    case s.Lost:
    case s.Damaged:
    case s.Unscannable:
      return []
  }
}

/** Statuses the user may change a lock to, without its current one (001 §4). */
export const statusChoices = (user: LoggedInUser, from: LockStatusId): ReadonlyArray<LockStatusId> =>
  callCenterRoles.has(user.roleID)
    ? callCenterChoices(from)
    : LockStatus.ids.filter((to) => to !== from && !closedToRestrictedPersonnel(user, to))

/** Call-center agents can't edit units or start transfers (001 §4). */
export const mayEditUnit = (user: LoggedInUser): boolean => !callCenterRoles.has(user.roleID)

/** Whether a lock in this status has a unit; the others have theirs cleared (DECISIONS, Locks). */
export const bearsUnit = (status: LockStatusId): boolean => unitBearingStatuses.has(status)

/** Whether a unit is required: for statuses with a unit, unless the user can't edit it (DECISIONS, Locks). */
export const unitRequired = (user: LoggedInUser, status: LockStatusId): boolean =>
  mayEditUnit(user) && bearsUnit(status)

/** Whether the one-lock-per-unit rule blocks this status in a unit that already has a lock (001 §5). */
export const unitTaken = (status: LockStatusId, locksPerUnit: number, othersInUnit: number): boolean =>
  locksPerUnit === 1 && assignedToUnitStatuses.has(status) && othersInUnit > 0

/** Vendors see neither the status nor who changed a lock and when (001 §2). */
export const seesStatus = ({ roleID }: Pick<LoggedInUser, "roleID">): boolean => lockStatusRoles.has(roleID)
