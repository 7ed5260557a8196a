import type { Access } from "#core/auth/Access.ts"
import type { LoggedInUser } from "#core/auth/LoggedInUser.ts"
import { AccessLevel, Area } from "#core/auth/permissions.ts"
import { restrictedRoles, type RoleId, unrestrictedRoles } from "#core/auth/roles.ts"

/** Roles that may edit facilities if their permission allows it: all except the restricted ones (001 §6). */
export const facilityRoles: ReadonlySet<RoleId> = unrestrictedRoles

/** The access needed to edit facilities. */
export const facilityChanges: Extract<Access, { readonly kind: "permission" }> = {
  kind: "permission",
  area: Area.id.Facilities,
  level: AccessLevel.id.Write,
  roles: facilityRoles
}

/** Whether a role can only view facilities, so that the form is closed to it (001 §6). */
export const looksOnly = ({ roleID }: Pick<LoggedInUser, "roleID">): boolean => restrictedRoles.has(roleID)
