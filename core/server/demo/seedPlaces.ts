import { Effect } from "effect"
import { Role, type RoleId } from "#core/auth/roles.ts"
import type { CompanyId, FacilityId } from "#core/base/ids.ts"
import { insertCompany } from "../acting/insertCompany.ts"
import { insertFacilities } from "./insertFacilities.ts"
import { insertUser } from "../acting/insertUser.ts"
import { type DemoPerson, peopleOf } from "./demoPeople.ts"
import type { CompanyPlan } from "./demoPlan.ts"
import type { Actor, DemoRun } from "./DemoRun.ts"
import type { LocksAt } from "./seedLocks.ts"

/** A demonstration user in the database. */
export interface PlacedPerson extends Actor {
  readonly email: string
  readonly person: DemoPerson
}

/** A company in the database with its people and places. */
export interface PlacedCompany {
  readonly plan: CompanyPlan
  readonly companyID: CompanyId
  readonly people: ReadonlyArray<PlacedPerson>
  readonly facilityIDs: ReadonlyArray<FacilityId>
}

const dayMillis = 24 * 60 * 60 * 1000
/** How many days ago companies joined: before the first event of any lock. */
const joinedDays = 760

const seedCompany = Effect.fnUntraced(function* (plan: CompanyPlan, place: number, run: DemoRun, passwordHash: string) {
  const { company, facilities } = plan
  const inDays = (days: number) => new Date(run.now.getTime() + days * dayMillis)
  const createdAt = inDays(-joinedDays)
  const { name, tier, hideLockCodes, locksPerUnit, ownMaxLocks } = company
  const paidThrough = inDays(company.paidDays)
  const companyID = yield* insertCompany({
    name,
    tier,
    paidThrough,
    hideLockCodes,
    locksPerUnit,
    ownMaxLocks,
    createdAt
  })
  const facilityIDs = yield* insertFacilities(companyID, facilities, createdAt)
  const people = yield* Effect.forEach(peopleOf(company, place), (person) => {
    const { mailbox, firstName, lastName, roleID, isActive, confined } = person
    const email = `${mailbox}@${company.domain}`
    const own = confined ? facilityIDs.slice(0, 2) : []
    const user = { companyID, email, firstName, lastName, roleID, isActive, facilityIDs: own, passwordHash, createdAt }
    return Effect.map(insertUser(user), (userID): PlacedPerson => ({
      userID,
      name: `${firstName} ${lastName}`,
      roleID,
      email,
      person
    }))
  })
  return { plan, companyID, people, facilityIDs } satisfies PlacedCompany
})

/** Inserts the companies with their facilities and people, in the order of the plan. */
export const seedCompanies = (plans: ReadonlyArray<CompanyPlan>, run: DemoRun, passwordHash: string) =>
  Effect.forEach(plans, (plan, place) => seedCompany(plan, place, run, passwordHash))

const keepers: ReadonlySet<RoleId> = new Set([Role.id.Admin, Role.id.Owner, Role.id.Personnel])
const askers: ReadonlySet<RoleId> = new Set([...keepers, Role.id.CallCenterAgent, Role.id.SiteCallCenterAgent])

/** The places of a company with their number of locks: its facilities, then its inventory. */
export const placesOf = (
  { plan, companyID, people, facilityIDs }: PlacedCompany,
  sitePeople: ReadonlyArray<PlacedPerson>
): ReadonlyArray<LocksAt> => {
  // Restricted or inactive users would not have been everywhere.
  const everywhere = people.filter(({ person }) => person.isActive && !person.confined)
  const staff = {
    company: plan.company,
    companyID,
    keepers: everywhere.filter(({ roleID }) => keepers.has(roleID)),
    askers: [...everywhere, ...sitePeople].filter(({ roleID }) => askers.has(roleID)),
    refused: everywhere.filter(({ roleID }) => roleID === Role.id.RestrictedPersonnel)
  }
  return [
    ...plan.facilities.map(({ name, locks }, nth) => ({
      place: { ...staff, facility: { facilityID: facilityIDs[nth]!, name } },
      locks
    })),
    { place: { ...staff, facility: null }, locks: plan.inventory }
  ]
}
