import type { RoleId } from "#core/auth/roles.ts"
import type { CompanyId, FacilityId, UserId } from "#core/base/ids.ts"
import type { DemoCompany } from "./demoCompanies.ts"

/** The inputs that all data of one demonstration depends on. */
export interface DemoRun {
  readonly seed: number
  readonly now: Date
  /** The probability of a first reveal, and of each further one, in the last 90 days. */
  readonly revealChance: number
  /** Activations since then have an audit record. */
  readonly auditedSince: Date
}

/** A user in the database. */
export interface Actor {
  readonly userID: UserId
  readonly name: string
  readonly roleID: RoleId
}

/** A place with locks, and the people who work there. */
export interface LockPlace {
  readonly company: DemoCompany
  readonly companyID: CompanyId
  /** Null is the inventory. */
  readonly facility: { readonly facilityID: FacilityId; readonly name: string } | null
  /** Users who activate and change locks. */
  readonly keepers: ReadonlyArray<Actor>
  /** Users whose reveal requests are approved, if the company hides combinations. */
  readonly askers: ReadonlyArray<Actor>
  /** Users whose reveal requests are always refused. */
  readonly refused: ReadonlyArray<Actor>
}
