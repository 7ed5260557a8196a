import { Schema } from "effect"

/** An address that was found. Choosing it fills these fields of the facility form (001 §5). */
export const FoundAddress = Schema.Struct({
  street: Schema.String,
  city: Schema.String,
  /** The region's code; empty where it is not one of `regions.ts`. */
  state: Schema.String,
  zip: Schema.String,
  /** Degrees; null where the place is not known. */
  lat: Schema.NullOr(Schema.Finite),
  lng: Schema.NullOr(Schema.Finite)
})
export type FoundAddress = typeof FoundAddress.Type

/** Characters that have to be typed before addresses are looked for, and at most. */
export const addressText = { least: 3, most: 200 } as const
