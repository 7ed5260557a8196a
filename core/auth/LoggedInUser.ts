import { Schema } from "effect"
import { ApiKeyId, CompanyId, Instant, UserId } from "#core/base/ids.ts"
import { Features } from "#core/companies/features.ts"
import { Tier } from "#core/companies/tiers.ts"
import { Permissions } from "./permissions.ts"
import { Role } from "./roles.ts"

/**
 * The signed-in user (000 §3), with the company settings that lock rules need. Every rule takes it as its session, on the
 * server, in the console and in the terminal. If a site-level role acts for another company, `companyID` and all other
 * company fields are that company's.
 */
export const LoggedInUser = Schema.Struct({
  userID: UserId,
  email: Schema.String,
  name: Schema.String,
  firstName: Schema.String,
  lastName: Schema.String,
  companyID: CompanyId,
  companyName: Schema.String,
  /** The company the user belongs to, whichever one they act for. Audit records of their actions name both. */
  ownCompanyID: CompanyId,
  ownCompanyName: Schema.String,
  roleID: Role.Id,
  subscriptionTier: Tier.Id,
  paidThrough: Schema.NullOr(Instant),
  subscriptionSuspended: Schema.Boolean,
  Features,
  Permissions,
  fromSsoLogin: Schema.Boolean,
  /** Facilities the user is restricted to; empty means all. An API key that sees none has 0, which is no facility's. */
  facilityIDs: Schema.Array(Schema.Int.pipe(Schema.brand("facilityID"))),
  /** The hide-lock-codes setting of the company. */
  hideLockCodes: Schema.Boolean,
  /** The hide-unlock-codes feature flag of the company. */
  hideLockCodesFlag: Schema.Boolean,
  /** Milliseconds without keyboard or pointer input after which a browser is signed out. */
  clientTimeout: Schema.Int,
  /**
   * Set while the user views as a role or as another user. `roleID`, `Permissions` and `facilityIDs` are then those of
   * that role or user.
   */
  viewing: Schema.optionalKey(Schema.Struct({ as: Schema.String, by: Schema.String, until: Instant })),
  /**
   * Set if an API key makes the call instead of a person. `Permissions` and `facilityIDs` are then the key's; `userID`
   * is the key's id in audit records, and no one can sign in with it.
   */
  apiKey: Schema.optionalKey(
    Schema.Struct({
      id: ApiKeyId,
      name: Schema.String,
      mayReveal: Schema.Boolean,
      /** When the key or the secret that was sent ends; null for never. */
      expiresOn: Schema.NullOr(Instant)
    })
  )
})
export type LoggedInUser = typeof LoggedInUser.Type
