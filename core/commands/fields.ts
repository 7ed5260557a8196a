import { Effect, Schema, SchemaIssue, SchemaTransformation } from "effect"
import { FacilityId, idsIn, LockId, SerialCode } from "#core/base/ids.ts"
import { Count } from "#core/base/paging.ts"
import { LockColor, type LockColorId } from "#core/locks/lockColors.ts"
import { LockStatus, type LockStatusId } from "#core/locks/lockStatuses.ts"
import type { InputField } from "./Command.ts"

/** Fields shared by several commands. */

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

/** A facility that gets locks, so it has to be active. */
export const activeFacilityField = { ...facilityField, activeOnly: true } as const

/** The facility a command acts on, as a positional argument. */
export const placeField = { ...facilityField, positional: true } as const

export const optionalFacilityField = { ...facilityField, optional: true } as const

export const lockField = {
  schema: LockId,
  label: "Lock",
  description: "A lock by its serial code, or #id",
  positional: true,
  picks: "lock"
} as const satisfies InputField<number>

/** Pagination: records before the oldest one already loaded. */
export const olderThanField = (what: string) =>
  ({
    schema: Schema.Int,
    label: "From",
    description: `${what} older than this number`,
    optional: true
  }) as const satisfies InputField<number>

export const limitField = {
  schema: Count,
  label: "Limit",
  description: "Maximum number of rows",
  optional: true
} as const satisfies InputField<number>

/** The version the edit was based on; the edit is refused if someone has saved a newer one. */
export const versionField = {
  schema: Schema.Int.check(Schema.isGreaterThan(0)),
  label: "If version",
  description: "Change it only if it's still at this version",
  optional: true
} as const satisfies InputField<number>

export const refreshField = {
  schema: Schema.Boolean,
  label: "Refresh",
  description: "Get fresh units from the FMS instead of cached ones",
  optional: true
} as const satisfies InputField<boolean>

/** A text that is passed on as typed. */
export const textField = <const More extends Omit<InputField, "schema">>(more: More) => ({
  schema: Schema.String,
  ...more
})

/** A row of an enumeration, typed as its label, name or number. */
export const typedAs = <Id extends number>(
  schema: Schema.Codec<Id, Id>,
  parse: (text: string) => Id | undefined,
  label: (id: Id) => string
): Schema.Codec<Id, string> =>
  Schema.String.pipe(
    Schema.decodeTo(
      schema,
      SchemaTransformation.transformEffect({
        decode: (text, options) => {
          const id = parse(text)
          const message = "None of those there are"
          return id === undefined
            ? Effect.fail(new SchemaIssue.InvalidValue({ message }, text, options))
            : Effect.succeed(id)
        },
        encode: (id) => Effect.succeed(label(id))
      })
    )
  )

export const statusField = {
  schema: typedAs<LockStatusId>(LockStatus.Id, LockStatus.parse, LockStatus.label),
  label: "Status",
  description: "A lock status by name or number",
  choices: LockStatus.rows.map((row) => row.label)
} as const satisfies InputField<LockStatusId>

export const colorField = {
  schema: typedAs<LockColorId>(LockColor.Id, LockColor.parse, LockColor.label),
  label: "Color",
  description: "A color by name",
  choices: LockColor.rows.map((row) => row.label)
} as const satisfies InputField<LockColorId>

/** Facility ids separated by line breaks or commas; the value of a picker for several facilities. */
export const FacilityIds = Schema.String.check(
  Schema.isPattern(/^\d{1,10}([\n,]\d{1,10})*$/, { message: "Expected facility IDs." })
)

/** Those ids; empty if none were picked. */
export const facilityIdsOf = (ids: string | undefined): ReadonlyArray<FacilityId> =>
  idsIn(FacilityId, ids ?? "", /[\n,]/)
