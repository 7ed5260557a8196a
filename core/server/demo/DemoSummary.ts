import { Role } from "#core/auth/roles.ts"
import type { PlacedCompany } from "./seedPlaces.ts"

/** The sign-in of a demonstration user. */
export interface DemoSignIn {
  /** The label of their role. */
  readonly role: string
  readonly email: string
  readonly password: string
  /** The name of their company. */
  readonly company: string
}

/** A summary of the data, for printing. */
export interface DemoSummary {
  readonly companies: number
  readonly facilities: number
  readonly subdomains: number
  readonly users: number
  readonly locks: number
  /** Manufactured locks, including those in use. */
  readonly registry: number
  readonly logs: number
  readonly reveals: number
  readonly auditRecords: number
  /** One for each role, in the order of the roles. */
  readonly signIns: ReadonlyArray<DemoSignIn>
}

/** The first user of each role, in the order of the roles. */
export const signInsOf = (companies: ReadonlyArray<PlacedCompany>, password: string): ReadonlyArray<DemoSignIn> => {
  const everybody = companies.flatMap(({ plan, people }) =>
    people.map(({ email, roleID }) => ({ email, roleID, company: plan.company.name }))
  )
  return Role.rows.flatMap(({ id, label }) => {
    const found = everybody.find(({ roleID }) => roleID === id)
    return found === undefined ? [] : [{ role: label, email: found.email, password, company: found.company }]
  })
}
