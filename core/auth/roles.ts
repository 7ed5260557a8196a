import { enumeration } from "#core/base/enumeration.ts"

/** Role ids (000 §3). 8 does not exist and is never listed. */
export const Role = enumeration([
  { id: 1, key: "SuperAdmin", label: "Super Admin" },
  { id: 2, key: "SiteAdmin", label: "Site Admin" },
  { id: 3, key: "SitePersonnel", label: "Site Personnel" },
  { id: 4, key: "Admin", label: "Admin" },
  { id: 5, key: "Personnel", label: "Personnel" },
  { id: 6, key: "SiteCallCenterAgent", label: "Site Call Center Agent" },
  { id: 7, key: "CallCenterAgent", label: "Call Center Agent" },
  { id: 9, key: "RestrictedPersonnel", label: "Restricted Personnel" },
  { id: 10, key: "Owner", label: "Owner" },
  { id: 11, key: "Vendor", label: "Vendor" }
])
export type RoleId = (typeof Role.ids)[number]

/** Roles that may act for the company given as `companyID`; all others act only for their own (DECISIONS, Roles). */
export const siteLevelRoles: ReadonlySet<RoleId> = new Set([
  Role.id.SuperAdmin,
  Role.id.SiteAdmin,
  Role.id.SitePersonnel,
  Role.id.SiteCallCenterAgent
])

/** Roles with the restricted view (DECISIONS, Roles). */
export const restrictedRoles: ReadonlySet<RoleId> = new Set([
  Role.id.Personnel,
  Role.id.CallCenterAgent,
  Role.id.RestrictedPersonnel,
  Role.id.Vendor
])

/** All other roles. Only these can change facilities and team users, if their permission allows it (000 §6). */
export const unrestrictedRoles: ReadonlySet<RoleId> = new Set(Role.ids.filter((id) => !restrictedRoles.has(id)))

/** Roles that can make a user an Owner and edit Owners (000 §6; DECISIONS, Roles). */
export const ownerGrantingRoles: ReadonlySet<RoleId> = new Set([Role.id.SuperAdmin, Role.id.SiteAdmin, Role.id.Owner])

/** Roles that see the status of locks, who changed them and when (001 §2), and so the log, which tells all three. */
export const lockStatusRoles: ReadonlySet<RoleId> = new Set(Role.ids.filter((id) => id !== Role.id.Vendor))

/** Roles that can read the outbox of their own company or the one they act for (DECISIONS, Added on 2026-11-22). */
export const outboxRoles: ReadonlySet<RoleId> = new Set([...siteLevelRoles, Role.id.Admin, Role.id.Owner])

/** Roles that can read every company's support tickets. */
export const ticketReaderRoles: ReadonlySet<RoleId> = new Set([Role.id.SuperAdmin])

/** Roles that can create companies and change their plan and features. */
export const companyKeeperRoles: ReadonlySet<RoleId> = new Set([Role.id.SuperAdmin, Role.id.SiteAdmin])

/** Roles that manage the registry of manufactured locks (DECISIONS, Locks). */
export const registryRoles: ReadonlySet<RoleId> = new Set([Role.id.SuperAdmin, Role.id.SiteAdmin])
