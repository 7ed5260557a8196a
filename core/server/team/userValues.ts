import { nameText } from "#core/base/nameText.ts"
import type { TeamUser } from "#core/team/TeamUser.ts"
import type { NewUser, UserEdit } from "#core/team/UserForm.ts"
import type { UserFacts } from "#core/team/userRules.ts"

/** A user's form values. */
export const factsOf = ({ firstName, lastName, email, roleID, status, facilityIDs }: TeamUser): UserFacts => ({
  firstName,
  lastName,
  email,
  roleID,
  isActive: status,
  facilityIDs
})

const ascending = (a: number, b: number): number => a - b

/** The values after a form: missing fields stay, texts are on one line, and facilities have no duplicates. */
export const keptFacts = (before: UserFacts, form: NewUser | UserEdit): UserFacts => ({
  firstName: nameText(form.firstName ?? before.firstName),
  lastName: nameText(form.lastName ?? before.lastName),
  email: nameText(form.email ?? before.email),
  roleID: form.roleID ?? before.roleID,
  isActive: form.isActive ?? before.isActive,
  // 'All Facilities' overrides facilities that are still selected.
  facilityIDs:
    form.facilityAllIDs === true ? [] : [...new Set(form.facilityIDs ?? before.facilityIDs)].toSorted(ascending)
})

/** A new user after a form: by default active, with all facilities. */
export const newFacts = (form: NewUser): UserFacts =>
  keptFacts({ firstName: "", lastName: "", email: "", roleID: 0, isActive: true, facilityIDs: [] }, form)
