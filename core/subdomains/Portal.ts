import { Schema } from "effect"

/** A facility as anybody may read it: its public name and where it is. */
export const PortalFacility = Schema.Struct({
  name: Schema.String,
  street: Schema.String,
  city: Schema.String,
  state: Schema.String,
  zip: Schema.String
})

/** What anybody may read of a subdomain portal. */
export const Portal = Schema.Struct({
  displayName: Schema.String,
  subdomainUrl: Schema.String,
  /** The address of the logo on this server; null where there is none. */
  logo: Schema.NullOr(Schema.String),
  facilities: Schema.Array(PortalFacility)
})
export type Portal = typeof Portal.Type
