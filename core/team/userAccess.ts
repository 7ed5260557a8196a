import type { Access } from "#core/auth/Access.ts"
import type { LoggedInUser } from "#core/auth/LoggedInUser.ts"
import { AccessLevel, Area } from "#core/auth/permissions.ts"
import { unrestrictedRoles } from "#core/auth/roles.ts"

/** Who may add and change team users: Write on Users, and none of the restricted roles (002 §6). */
export const userChanges: Extract<Access, { readonly kind: "permission" }> = {
  kind: "permission",
  area: Area.id.Users,
  level: AccessLevel.id.Write,
  roles: unrestrictedRoles
}

/** Whether a role only looks at the team: the form of a user is closed to it (002 §6). */
export const looksAtTeamOnly = ({ roleID }: Pick<LoggedInUser, "roleID">): boolean => !unrestrictedRoles.has(roleID)
