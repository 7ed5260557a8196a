import { fieldLabels } from "#core/base/fieldLabels.ts"
import { accessLevel } from "#core/auth/accessRules.ts"
import { actsForAnother } from "#core/auth/actingRules.ts"
import type { LoggedInUser } from "#core/auth/LoggedInUser.ts"
import { AccessLevel, Area } from "#core/auth/permissions.ts"
import { ownerGrantingRoles, registryRoles, Role, type RoleId, siteLevelRoles } from "#core/auth/roles.ts"
import { emailWords, isEmail, requiredWords, tooLongWords } from "#core/base/fieldWords.ts"
import type { FacilityId } from "#core/base/ids.ts"
import { nameText } from "#core/base/nameText.ts"
import type { FieldIssue } from "#core/base/problem.ts"
import type { RoleOption, TeamUser } from "./TeamUser.ts"
import type { UserEdit } from "./UserForm.ts"
import { OwnUserRefused, UserElsewhere, UserRoleRefused } from "./UserErrors.ts"

/** The maximum length of a first or last name (decision 60). */
export const nameLimit = 50

/** The fields of the user form. */
export interface UserFacts {
  readonly firstName: string
  readonly lastName: string
  readonly email: string
  readonly roleID: number
  readonly isActive: boolean
  /** Empty for all facilities. */
  readonly facilityIDs: ReadonlyArray<FacilityId>
}

/** What is wrong with a first or last name, or null. `label` is the field's label. */
export const personNameIssue = (label: string, text: string): string | null => {
  const kept = nameText(text)
  if (kept === "") return requiredWords(label)
  return kept.length > nameLimit ? tooLongWords(label, nameLimit) : null
}

/** What is wrong with an email, or null. Only the server knows whether it is already used. */
export const emailIssue = (email: string): string | null => {
  const kept = nameText(email)
  return kept === "" ? requiredWords(fieldLabels.email) : isEmail(kept) ? null : emailWords
}

/** The message for no facilities while 'All Facilities' is off (decision 60). */
export const noFacilityWords = "Choose at least one facility, or all of them."

/** Why this is not the id of a role, or null if it is. 0 means that none was selected. */
const roleIssue = (id: number): string | null =>
  Role.isId(id) ? null : id === 0 ? requiredWords(fieldLabels.role) : `There is no role ${id}.`

/** All problems of a user, in the order of the form (002 §5). `all` is the switch 'All Facilities'. */
export const userIssues = (facts: UserFacts, all: boolean): ReadonlyArray<FieldIssue> => {
  const messages: ReadonlyArray<readonly [path: string, message: string | null]> = [
    ["firstName", personNameIssue(fieldLabels.firstName, facts.firstName)],
    ["lastName", personNameIssue(fieldLabels.lastName, facts.lastName)],
    ["email", emailIssue(facts.email)],
    ["roleID", roleIssue(facts.roleID)],
    ["facilityIDs", all || facts.facilityIDs.length > 0 ? null : noFacilityWords]
  ]
  return messages.flatMap(([path, message]) => (message === null ? [] : [{ path, message }]))
}

/**
 * Whether a user may assign a role and edit people who have it: one rule for both, so that no one creates users they
 * can't edit (000 §6; decision 60). Owners: Super Admin, Site Admin and Owner. Admins: those, and roles with Edit
 * Admins above Read. Super Admins: only Super Admins. Other site-level roles: Super Admin and Site Admin.
 */
export const mayHandleRole = (editor: LoggedInUser, role: RoleId): boolean => {
  if (role === Role.id.SuperAdmin) return editor.roleID === Role.id.SuperAdmin
  if (siteLevelRoles.has(role)) return registryRoles.has(editor.roleID)
  if (role === Role.id.Owner) return ownerGrantingRoles.has(editor.roleID)
  if (role === Role.id.Admin) {
    return ownerGrantingRoles.has(editor.roleID) || accessLevel(editor, Area.id.EditAdmins) > AccessLevel.id.Read
  }
  return true
}

/** Whether a user may assign a role in this company: a customer's users never get a role that acts for all companies. */
export const mayGiveRole = (editor: LoggedInUser, role: RoleId): boolean =>
  mayHandleRole(editor, role) && !(siteLevelRoles.has(role) && actsForAnother(editor))

/** The roles a user may assign, in role order (002 §6: GET /users/roles). */
export const offeredRoles = (editor: LoggedInUser): ReadonlyArray<RoleOption> =>
  Role.rows.filter(({ id }) => mayGiveRole(editor, id)).map(({ id, label }) => ({ id, name: label }))

/** Whether all of one person's facilities (an empty list is all) are among another's. */
const isWithin = (facilityIDs: ReadonlyArray<FacilityId>, own: ReadonlyArray<FacilityId>): boolean =>
  own.length === 0 || (facilityIDs.length > 0 && facilityIDs.every((id) => own.includes(id)))

/** Why a user may not edit another, or null. */
export const userEditRefusal = (
  editor: LoggedInUser,
  { userID, roleID, facilityIDs }: Pick<TeamUser, "userID" | "roleID" | "facilityIDs">
): OwnUserRefused | UserRoleRefused | UserElsewhere | null => {
  if (userID === editor.userID) return new OwnUserRefused()
  if (!mayHandleRole(editor, roleID)) return new UserRoleRefused({ data: { roleID } })
  return isWithin(facilityIDs, editor.facilityIDs) ? null : new UserElsewhere({ data: { userID } })
}

/** Whether two users are the same one in the same state; their versions may differ. */
export const isSameUser = (one: TeamUser, other: TeamUser): boolean => {
  const { userID, version: _, ...changed } = userBack(one, other)
  return userID === other.userID && Object.keys(changed).length === 0
}

/** The edit that restores a user to their state before another edit; refused if they were changed again since. */
export const userBack = (before: TeamUser, { version, ...after }: TeamUser): UserEdit => {
  const isSame = (name: "firstName" | "lastName" | "email" | "roleID" | "status"): boolean =>
    before[name] === after[name]
  const { userID, firstName, lastName, email, roleID, status: isActive, facilityIDs } = before
  return {
    userID,
    version,
    ...(isSame("firstName") ? {} : { firstName }),
    ...(isSame("lastName") ? {} : { lastName }),
    ...(isSame("email") ? {} : { email }),
    ...(isSame("roleID") ? {} : { roleID }),
    ...(isSame("status") ? {} : { isActive }),
    ...(facilityIDs.join() === after.facilityIDs.join()
      ? {}
      : { facilityIDs, facilityAllIDs: facilityIDs.length === 0 })
  }
}
