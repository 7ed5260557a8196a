import { FacilityId, idsIn } from "#core/base/ids.ts"
import { Role } from "#core/auth/roles.ts"
import type { UserFacts } from "./userRules.ts"

const all = "all"

/** The audit record fields of a user. */
export const recordedUser = (facts: UserFacts) => ({
  firstName: facts.firstName,
  lastName: facts.lastName,
  email: facts.email,
  role: Role.isId(facts.roleID) ? Role.label(facts.roleID) : String(facts.roleID),
  isActive: facts.isActive,
  facilities: facts.facilityIDs.length === 0 ? all : facts.facilityIDs.join(" ")
})

/** The facilities in a record, as the user form sends them. */
export const recordedFacilities = (text: string) =>
  text === all
    ? { facilityIDs: [], facilityAllIDs: true }
    : { facilityIDs: idsIn(FacilityId, text), facilityAllIDs: false }
