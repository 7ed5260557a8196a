import type { Access } from "#core/auth/Access.ts"
import type { LoggedInUser } from "#core/auth/LoggedInUser.ts"
import { AccessLevel, Area } from "#core/auth/permissions.ts"
import { restrictedRoles, type RoleId, unrestrictedRoles } from "#core/auth/roles.ts"

/** Roles that may change facilities where their permission reaches: all but the restricted ones (001 §6). */
export const facilityRoles: ReadonlySet<RoleId> = unrestrictedRoles

/** Who may change facilities. */
export const facilityChanges: Extract<Access, { readonly kind: "permission" }> = {
  kind: "permission",
  area: Area.id.Facilities,
  level: AccessLevel.id.Write,
  roles: facilityRoles
}

/** Whether a role only looks at facilities: its form is closed to it (001 §6). */
export const looksOnly = ({ roleID }: Pick<LoggedInUser, "roleID">): boolean => restrictedRoles.has(roleID)
