import type { Access } from "#core/auth/Access.ts"
import type { LoggedInUser } from "#core/auth/LoggedInUser.ts"
import { AccessLevel, Area } from "#core/auth/permissions.ts"
import { unrestrictedRoles } from "#core/auth/roles.ts"

/** The access for adding and editing team users: Write on Users, without the restricted roles (002 §6). */
export const userChanges: Extract<Access, { readonly kind: "permission" }> = {
  kind: "permission",
  area: Area.id.Users,
  level: AccessLevel.id.Write,
  roles: unrestrictedRoles
}

/** Whether a role can only view the team, so that the user form is closed to it (002 §6). */
export const looksAtTeamOnly = ({ roleID }: Pick<LoggedInUser, "roleID">): boolean => !unrestrictedRoles.has(roleID)
