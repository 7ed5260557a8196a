import { accessLevel } from "#core/auth/accessRules.ts"
import type { LoggedInUser } from "#core/auth/LoggedInUser.ts"
import { AccessLevel, type AccessLevelId, Area } from "#core/auth/permissions.ts"
import { Role, type RoleId, unrestrictedRoles } from "#core/auth/roles.ts"
import { companyRoles, levelIn, type Levels, type RolePermissions } from "./RolePermissions.ts"
import { LastEditor, LevelAboveYours, OwnRoleKeepsUsers, RoleAboveYours, RoleFixed } from "./RoleErrors.ts"

/** Why a change of a role is refused. */
export type RoleRefusal = RoleFixed | RoleAboveYours | LevelAboveYours | OwnRoleKeepsUsers | LastEditor

/** Roles that may edit Owners (000 §6: A305). */
const ownerEditors: ReadonlySet<RoleId> = new Set([Role.id.SuperAdmin, Role.id.SiteAdmin, Role.id.Owner])

/** Why a user may not change a role at all, or null. */
export const roleRefusal = (user: LoggedInUser, role: RoleId): RoleFixed | RoleAboveYours | null => {
  if (!companyRoles.includes(role)) return new RoleFixed({ data: { role } })
  if (ownerEditors.has(user.roleID)) return null
  if (role === Role.id.Owner) return new RoleAboveYours({ data: { role } })
  const editsAdmins = accessLevel(user, Area.id.EditAdmins) > AccessLevel.id.Read
  return role === Role.id.Admin && !editsAdmins ? new RoleAboveYours({ data: { role } }) : null
}

/** The levels after a change of some areas. */
export const changedLevels = (before: Levels, change: Levels): Levels => ({ ...before, ...change })

/**
 * Why a change of a role's levels is refused, or null. Users can't grant levels that they don't have, can't remove Write
 * on Users from their own role, and must leave at least one user with it. `roles` are the company's current roles.
 */
export const levelsRefusal = (
  user: LoggedInUser,
  roles: ReadonlyArray<RolePermissions>,
  role: RoleId,
  change: Levels
): RoleRefusal | null => {
  const byRole = roleRefusal(user, role)
  if (byRole !== null) return byRole
  const before = roles.find(({ roleID }) => roleID === role)?.levels ?? {}
  for (const area of Area.ids) {
    const level: AccessLevelId = levelIn(changedLevels(before, change), area)
    if (level > levelIn(before, area) && level > accessLevel(user, area)) {
      return new LevelAboveYours({ data: { area, level } })
    }
  }
  // Restricted roles can't change users, even with Write (002 §6).
  const changesUsers = (roleID: RoleId, levels: Levels): boolean =>
    unrestrictedRoles.has(roleID) && levelIn(levels, Area.id.Users) === AccessLevel.id.Write
  const keeps = changesUsers(role, changedLevels(before, change))
  if (keeps || !changesUsers(role, before)) return null
  if (user.roleID === role) return new OwnRoleKeepsUsers()
  const others = roles.some(
    ({ roleID, people, levels }) => roleID !== role && people > 0 && changesUsers(roleID, levels)
  )
  return others ? null : new LastEditor()
}
