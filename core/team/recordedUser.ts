import { Role } from "#core/auth/roles.ts"
import type { UserFacts } from "./userRules.ts"

const all = "all"

/** A user in the words of an audit record. */
export const recordedUser = (facts: UserFacts) => ({
  firstName: facts.firstName,
  lastName: facts.lastName,
  email: facts.email,
  role: Role.isId(facts.roleID) ? Role.label(facts.roleID) : String(facts.roleID),
  isActive: facts.isActive,
  facilities: facts.facilityIDs.length === 0 ? all : facts.facilityIDs.join(" ")
})

/** The facilities of a record, as the form of a user sends them. */
export const recordedFacilities = (text: string) =>
  text === all
    ? { facilityIDs: [], facilityAllIDs: true }
    : { facilityIDs: text.split(" ").map(Number), facilityAllIDs: false }
