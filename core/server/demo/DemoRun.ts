import type { RoleId } from "#core/auth/roles.ts"
import type { DemoCompany } from "./demoCompanies.ts"

/** What everything in one demonstration is made from. */
export interface DemoRun {
  readonly seed: number
  readonly now: Date
  /** How likely a lock's combination was asked for, and then again, in the last 90 days. */
  readonly revealChance: number
  /** Activations from then on have an audit record. */
  readonly auditedSince: Date
}

/** Somebody who is in the database. */
export interface Actor {
  readonly userID: number
  readonly name: string
  readonly roleID: RoleId
}

/** Where locks are, and who works there. */
export interface LockPlace {
  readonly company: DemoCompany
  readonly companyID: number
  /** Null is the inventory. */
  readonly facility: { readonly facilityID: number; readonly name: string } | null
  /** Those who activate and change locks. */
  readonly keepers: ReadonlyArray<Actor>
  /** Those who ask for combinations and get them, where the company hides them. */
  readonly askers: ReadonlyArray<Actor>
  /** Those who ask for combinations and never get them. */
  readonly refused: ReadonlyArray<Actor>
}
