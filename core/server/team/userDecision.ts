import type { LoggedInUser } from "#core/auth/LoggedInUser.ts"
import { Role, type RoleId } from "#core/auth/roles.ts"
import type { FacilityId } from "#core/base/ids.ts"
import { UserRefused, UserRoleRefused } from "#core/team/UserErrors.ts"
import { mayGiveRole, noFacilityWords, type UserFacts, userIssues } from "#core/team/userRules.ts"

const facilityIssue = (
  user: LoggedInUser,
  { facilityIDs }: UserFacts,
  before: ReadonlyArray<number>,
  visible: ReadonlySet<FacilityId>
): string | null => {
  if (facilityIDs.length === 0) return user.facilityIDs.length === 0 ? null : noFacilityWords
  // A facility that was deleted or transferred since then is not visible, but may stay until it is removed.
  const unknown = facilityIDs.find((id) => !visible.has(id) && !before.includes(id))
  return unknown === undefined ? null : `You have no facility ${unknown}.`
}

/**
 * Why a user must not have these values, or null: for the form, for a row of a file, and for a preview (002 §5).
 * @param before the current values; null for a new user
 * @param all the switch 'All Facilities'
 * @param visible the named facilities that the caller can see: only those may be assigned, and an empty list is not all
 */
export const factsRefusal = (
  user: LoggedInUser,
  facts: UserFacts,
  before: UserFacts | null,
  all: boolean,
  visible: ReadonlySet<FacilityId>
): UserRefused | UserRoleRefused | null => {
  const issues = userIssues(facts, all)
  if (issues.length > 0) return new UserRefused({ data: { issues } })
  const roleID = facts.roleID as RoleId
  if (roleID !== before?.roleID && !mayGiveRole(user, roleID)) return new UserRoleRefused({ data: { roleID } })
  const message = facilityIssue(user, facts, before?.facilityIDs ?? [], visible)
  return message === null ? null : new UserRefused({ data: { issues: [{ path: "facilityIDs", message }] } })
}

/** Whether a user is an active Owner; a company always has one. */
export const ownsActively = ({ roleID, isActive }: UserFacts): boolean => roleID === Role.id.Owner && isActive
