import { Schema } from "effect"
import { FacilityId, Instant } from "#core/base/ids.ts"

/** The token in a transfer's link: 256 random bits in base64url. */
export const TransferToken = Schema.String.check(Schema.isMaxLength(200))

/**
 * The contents of the acceptance page (001 §2). `alreadyAccepted`: the facility already belongs to the user's company,
 * so there is nothing to accept.
 */
export const TransferOffer = Schema.Struct({
  facilityID: FacilityId,
  facilityName: Schema.String,
  street: Schema.String,
  city: Schema.String,
  state: Schema.String,
  zip: Schema.String,
  /** The company that offers it. */
  companyName: Schema.String,
  lockCount: Schema.Int,
  expiresOn: Instant,
  alreadyAccepted: Schema.Boolean
})
export type TransferOffer = typeof TransferOffer.Type
