import type { Access } from "#core/auth/Access.ts"
import { AccessLevel, Area } from "#core/auth/permissions.ts"
import { unrestrictedRoles } from "#core/auth/roles.ts"

/** The access for adding and editing team users: Write on Users, without the restricted roles (002 §6). */
export const userChanges: Extract<Access, { readonly kind: "permission" }> = {
  kind: "permission",
  area: Area.id.Users,
  level: AccessLevel.id.Write,
  roles: unrestrictedRoles
}
