import { Schema } from "effect"

/** The public fields of a facility: its public name and location. */
export const PortalFacility = Schema.Struct({
  name: Schema.String,
  street: Schema.String,
  city: Schema.String,
  state: Schema.String,
  zip: Schema.String
})

/** The public fields of a subdomain portal. */
export const Portal = Schema.Struct({
  displayName: Schema.String,
  subdomainUrl: Schema.String,
  /** The path of the logo on this server; null if there is none. */
  logo: Schema.NullOr(Schema.String),
  facilities: Schema.Array(PortalFacility)
})
export type Portal = typeof Portal.Type
