import { Schema } from "effect"

/** An address suggestion. Choosing it fills in these fields of the facility form (001 §5). */
export const FoundAddress = Schema.Struct({
  street: Schema.String,
  city: Schema.String,
  /** The region's code; empty if it is not in `regions.ts`. */
  state: Schema.String,
  zip: Schema.String,
  /** Degrees; null if the location is unknown. */
  lat: Schema.NullOr(Schema.Finite),
  lng: Schema.NullOr(Schema.Finite)
})
export type FoundAddress = typeof FoundAddress.Type

/** The minimum and maximum length of a text to look up. */
export const addressText = { least: 3, most: 200 } as const
