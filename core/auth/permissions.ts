import { Schema } from "effect"
import { enumeration } from "#core/base/enumeration.ts"
import { Role, type RoleId } from "./roles.ts"

/** Permission areas (000 §3). Labels have spaces throughout; the document writes ApiSettings and FacilityDetails. */
export const Area = enumeration([
  { id: 1, key: "Locks", label: "Locks" },
  { id: 2, key: "ActivateLocks", label: "Activate Locks" },
  { id: 3, key: "Inventory", label: "Inventory" },
  { id: 4, key: "TenantLocks", label: "Tenant Locks" },
  { id: 5, key: "Facilities", label: "Facilities" },
  { id: 6, key: "TransferFacility", label: "Transfer Facility" },
  { id: 7, key: "Users", label: "Users" },
  { id: 8, key: "EditAdmins", label: "Edit Admins" },
  { id: 9, key: "Subdomains", label: "Subdomains" },
  { id: 10, key: "ApiSettings", label: "API Settings" },
  { id: 11, key: "LockReturns", label: "Lock Returns" },
  { id: 12, key: "Automations", label: "Automations" },
  { id: 13, key: "Reports", label: "Reports" },
  { id: 14, key: "FacilityDetails", label: "Facility Details" }
])
export type AreaId = (typeof Area.ids)[number]

/** Permission levels of an area (000 §3). */
export const AccessLevel = enumeration([
  { id: 0, key: "None", label: "None" },
  { id: 1, key: "Read", label: "Read" },
  { id: 2, key: "Write", label: "Write" }
])
export type AccessLevelId = (typeof AccessLevel.ids)[number]

/** A user's permissions as they are sent: area id to access level. */
export const Permissions = Schema.Record(Schema.String, Schema.Struct({ accessLevel: AccessLevel.Id }))
export type Permissions = typeof Permissions.Type

/**
 * One column per role, in the order of `Role.rows`. N is None, R is Read, W is Write (DECISIONS, Roles and permissions).
 */
const defaults: Readonly<Record<AreaId, string>> = {
  //  1 2 3 4 5 6 7 9 10 11
  1: "W W W W W W W W W R",
  2: "W W W W W N N W W N",
  3: "W W W W W N N N W N",
  4: "W W W W W R R N W N",
  5: "W W R W R R R R W R",
  6: "W W N W N N N N W N",
  7: "W W R W R R R N W N",
  8: "W W N R N N N N W N",
  9: "W W R W N N N N W N",
  10: "W W N W N N N N W N",
  11: "W W W W W N N N W N",
  12: "W W R W N N N N W N",
  13: "W W R W N N N N W N",
  14: "W W R W R R R R W R"
}

const letters: Readonly<Record<string, AccessLevelId>> = { N: 0, R: 1, W: 2 }

/** A role's access to an area unless its company has changed it. */
export const defaultAccess = (role: RoleId, area: AreaId): AccessLevelId => {
  const column = Role.ids.indexOf(role)
  return letters[defaults[area].split(" ")[column] ?? "N"] ?? AccessLevel.id.None
}

/** All permissions of a role: the defaults, overridden by the company's changes (area id to level). */
export const permissionsOf = (role: RoleId, overrides: Readonly<Record<string, AccessLevelId>> = {}): Permissions =>
  Object.fromEntries(
    Area.ids.map((area) => [String(area), { accessLevel: overrides[String(area)] ?? defaultAccess(role, area) }])
  )
