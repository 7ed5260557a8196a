import { nameText } from "#core/base/nameText.ts"
import type { TeamUser } from "#core/team/TeamUser.ts"
import type { NewUser, UserEdit } from "#core/team/UserForm.ts"
import type { UserFacts } from "#core/team/userRules.ts"

/** A user as the form holds them. */
export const factsOf = ({ firstName, lastName, email, roleID, status, facilityIDs }: TeamUser): UserFacts => ({
  firstName,
  lastName,
  email,
  roleID,
  isActive: status,
  facilityIDs
})

const ascending = (a: number, b: number): number => a - b

/** The facts after a form: what it does not hold stays, texts are on one line, and each facility is named once. */
export const keptFacts = (before: UserFacts, form: NewUser | UserEdit): UserFacts => ({
  firstName: nameText(form.firstName ?? before.firstName),
  lastName: nameText(form.lastName ?? before.lastName),
  email: nameText(form.email ?? before.email),
  roleID: form.roleID ?? before.roleID,
  isActive: form.isActive ?? before.isActive,
  // 'All Facilities' comes before facilities that are still chosen below it.
  facilityIDs:
    form.facilityAllIDs === true ? [] : [...new Set(form.facilityIDs ?? before.facilityIDs)].toSorted(ascending)
})

/** A user who is not there yet, as a form makes them: active, at all facilities, unless it says otherwise. */
export const newFacts = (form: NewUser): UserFacts =>
  keptFacts({ firstName: "", lastName: "", email: "", roleID: 0, isActive: true, facilityIDs: [] }, form)
