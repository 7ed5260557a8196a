import { enumeration } from "#core/base/enumeration.ts"

/** Lock statuses (000 §3): the secondary status of a lock. */
export const LockStatus = enumeration([
  { id: 1001, key: "Available", label: "Available" },
  { id: 1002, key: "Lost", label: "Lost" },
  { id: 1003, key: "ReturnedToDropbox", label: "Returned to Dropbox" },
  { id: 1004, key: "AssignedOverlock", label: "Assigned Overlock" },
  { id: 1005, key: "AssignedVacant", label: "Assigned Vacant" },
  { id: 1006, key: "TenantUsingLock", label: "Tenant Using Lock" },
  { id: 1007, key: "Damaged", label: "Damaged" },
  { id: 1008, key: "AssignedAuction", label: "Assigned Auction" },
  { id: 1009, key: "Unscannable", label: "Unscannable" },
  { id: 1010, key: "OnDropbox", label: "On Dropbox" },
  { id: 1011, key: "AssignedOther", label: "Assigned Other" },
  { id: 1012, key: "AssignedVendor", label: "Assigned Vendor" }
])
export type LockStatusId = (typeof LockStatus.ids)[number]

/** The coarse status of a lock (DECISIONS, Locks). */
export const CoarseLockStatus = enumeration([
  { id: 0, key: "Inactive", label: "Inactive" },
  { id: 1, key: "Active", label: "Active" }
])

const s = LockStatus.id

/** The status of a lock that has none. */
export const defaultLockStatus: LockStatusId = s.Available

/** Assigned or in use (000 §3). Every other status is unassigned or problem. */
export const inUseStatuses: ReadonlySet<LockStatusId> = new Set([
  s.ReturnedToDropbox,
  s.AssignedOverlock,
  s.AssignedVacant,
  s.TenantUsingLock,
  s.AssignedAuction,
  s.OnDropbox,
  s.AssignedOther,
  s.AssignedVendor
])

/** Statuses with a unit; all others have none (DECISIONS, Locks). */
export const unitBearingStatuses: ReadonlySet<LockStatusId> = new Set([
  s.ReturnedToDropbox,
  s.AssignedOverlock,
  s.AssignedVacant,
  s.TenantUsingLock,
  s.AssignedAuction
])

/** Statuses that count as assigned to a unit for the one-lock-per-unit rule (DECISIONS, Locks). */
export const assignedToUnitStatuses: ReadonlySet<LockStatusId> = new Set([
  s.AssignedOverlock,
  s.AssignedVacant,
  s.TenantUsingLock,
  s.AssignedAuction
])

/** Statuses whose combination is always masked (001 §6). */
export const alwaysMaskedStatuses: ReadonlySet<LockStatusId> = new Set([s.TenantUsingLock, s.AssignedAuction])

/** Active locks in these statuses don't count against a facility's limit (DECISIONS, Tiers). */
export const uncountedStatuses: ReadonlySet<LockStatusId> = new Set([s.Lost, s.Damaged, s.Unscannable])

/** Color of the status dot: green Available, blue in use, orange problem (DECISIONS, Locks). */
export const statusDot = (status: LockStatusId): "green" | "blue" | "orange" =>
  status === s.Available ? "green" : inUseStatuses.has(status) ? "blue" : "orange"
