import { Schema } from "effect"
import { FacilityId, Instant } from "#core/base/ids.ts"

/** The token of a transfer's address: 256 random bits in base64url. */
export const TransferToken = Schema.String.check(Schema.isMaxLength(200))

/**
 * What the acceptance page shows of a transfer (001 §2). `alreadyAccepted`: the facility belongs to the user's company;
 * there is nothing left to accept.
 */
export const TransferOffer = Schema.Struct({
  facilityID: FacilityId,
  facilityName: Schema.String,
  street: Schema.String,
  city: Schema.String,
  state: Schema.String,
  zip: Schema.String,
  /** The company that sends it. */
  companyName: Schema.String,
  lockCount: Schema.Int,
  expiresOn: Instant,
  alreadyAccepted: Schema.Boolean
})
export type TransferOffer = typeof TransferOffer.Type
