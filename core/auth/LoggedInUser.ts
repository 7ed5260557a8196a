import { Schema } from "effect"
import { ApiKeyId, CompanyId, Instant, UserId } from "#core/base/ids.ts"
import { Features } from "#core/companies/features.ts"
import { Tier } from "#core/companies/tiers.ts"
import { Permissions } from "./permissions.ts"
import { Role } from "./roles.ts"

/**
 * The logged-in user (000 §3), with the company settings that lock rules look at. It is what every rule takes as its
 * session, on the server, in the console and in the terminal. For a site-level role that acts for another company,
 * `companyID` and everything of the company are that company's.
 */
export const LoggedInUser = Schema.Struct({
  userID: UserId,
  email: Schema.String,
  name: Schema.String,
  firstName: Schema.String,
  lastName: Schema.String,
  companyID: CompanyId,
  companyName: Schema.String,
  /** The company they belong to, whichever they act for. Records of what they do name both. */
  ownCompanyID: CompanyId,
  ownCompanyName: Schema.String,
  roleID: Role.Id,
  subscriptionTier: Tier.Id,
  paidThrough: Schema.NullOr(Instant),
  subscriptionSuspended: Schema.Boolean,
  Features,
  Permissions,
  fromSsoLogin: Schema.Boolean,
  /** Facilities the user is confined to; empty means all. */
  facilityIDs: Schema.Array(Schema.Int),
  /** The hide-lock-codes setting of the company. */
  hideLockCodes: Schema.Boolean,
  /** The hide-unlock-codes feature flag of the company. */
  hideLockCodesFlag: Schema.Boolean,
  /** Milliseconds without a key or pointer after which a browser is signed out. */
  clientTimeout: Schema.Int,
  /** As whom the user sees now: a role, or a person with theirs. `roleID`, `Permissions` and `facilityIDs` are then those of whom. */
  viewing: Schema.optionalKey(Schema.Struct({ as: Schema.String, by: Schema.String, until: Instant })),
  /**
   * The API key that makes the call, where no person does. `Permissions` and `facilityIDs` are then the key's own; `userID` is
   * the key's on records, and nobody can sign in as it.
   */
  apiKey: Schema.optionalKey(Schema.Struct({ id: ApiKeyId, name: Schema.String, mayReveal: Schema.Boolean }))
})
export type LoggedInUser = typeof LoggedInUser.Type
