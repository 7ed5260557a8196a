import { Schema } from "effect"
import { FacilityId, LockId, SerialCode } from "#core/base/ids.ts"
import { Count } from "#core/base/paging.ts"
import type { InputField } from "./Command.ts"

/** Fields that more than one command asks for. */

export const serialField = {
  schema: SerialCode,
  label: "Serial Code",
  description: "The 8 digits engraved on the lock",
  positional: true,
  picks: "lock"
} as const satisfies InputField<string>

export const facilityField = {
  schema: FacilityId,
  label: "Facility",
  description: "A facility by name or id",
  picks: "facility"
} as const satisfies InputField<number>

export const optionalFacilityField = { ...facilityField, optional: true } as const

export const lockField = {
  schema: LockId,
  label: "Lock",
  description: "A lock by its serial code, or #id",
  positional: true,
  picks: "lock"
} as const satisfies InputField<number>

export const countField = {
  schema: Count,
  label: "Count",
  description: "How many rows at most",
  optional: true
} as const satisfies InputField<number>

/** A text that is handed on as it was typed. */
export const textField = <const More extends Omit<InputField, "schema">>(more: More) => ({
  schema: Schema.String,
  ...more
})
