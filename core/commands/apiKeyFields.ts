import { Effect, Schema, SchemaIssue, SchemaTransformation } from "effect"
import { apiKeyAreas, areasText } from "#core/apikeys/apiKeyRules.ts"
import { AccessLevel, Area, Permissions } from "#core/auth/permissions.ts"
import { DayOrInstant } from "#core/base/DayOrInstant.ts"
import { ApiKeyId } from "#core/base/ids.ts"
import { facilityListForm } from "#core/facilities/findFacility.ts"
import type { InputField } from "./Command.ts"
import { textField } from "./fields.ts"

/** Parses an area and level as typed: `Locks write`. Without a level it is Read. */
const areaOf = (text: string): readonly [string, { readonly accessLevel: 0 | 1 | 2 }] | null => {
  const [, name = "", word] = /^(.*?)(?:[\s=:]+(none|read|write))?$/i.exec(text.trim()) ?? []
  const area = Area.parse(name)
  const level = word === undefined ? AccessLevel.id.Read : AccessLevel.parse(word)
  return area === undefined || level === undefined || !apiKeyAreas.includes(area)
    ? null
    : [String(area), { accessLevel: level }]
}

const Areas: Schema.Codec<Permissions, string> = Schema.String.pipe(
  Schema.decodeTo(
    Permissions,
    SchemaTransformation.transformEffect({
      decode: (text, options) => {
        const found = text
          .split(",")
          .filter((each) => each.trim() !== "")
          .map(areaOf)
        const areas = found.filter((each) => each !== null)
        const message = `Expected areas such as 'Locks write, Facilities read'. There are ${apiKeyAreas.map(Area.label).join(", ")}`
        return areas.length === found.length
          ? Effect.succeed(Object.fromEntries(areas))
          : Effect.fail(new SchemaIssue.InvalidValue({ message }, text, options))
      },
      encode: (areas) => Effect.succeed(areasText(areas))
    })
  )
)

/** The API key a command acts on. */
export const apiKeyField = {
  schema: ApiKeyId,
  label: "Key",
  description: "An API key by its number or name",
  positional: true,
  picks: "apiKey"
} as const satisfies InputField<number>

/** Facility ids separated by commas; the terminal also accepts names. */
const FacilityList = Schema.String.check(
  Schema.isPattern(/^\d{1,10}(,\d{1,10})*$/, { message: "Expected facility IDs separated by commas." })
)

/** The value for a key without an expiry date. */
const never = "never"

/** A day stays one: only the server knows the company's time zone, in which the key works until its end. */
const End: Schema.Codec<string | null, string> = Schema.String.pipe(
  Schema.decodeTo(
    Schema.NullOr(DayOrInstant),
    SchemaTransformation.transform({
      decode: (text) => (text.trim().toLowerCase() === never ? null : text.trim()),
      encode: (text) => text ?? never
    })
  )
)

/** The optional settings of an API key. */
export const apiKeyFields = {
  facilities: {
    schema: FacilityList,
    label: "Facilities",
    description: `Facilities ${facilityListForm}`,
    optional: true,
    picks: "facilities"
  },
  allFacilities: {
    schema: Schema.Boolean,
    label: "All facilities",
    description: "Every facility, including new ones",
    optional: true
  },
  areas: {
    schema: Areas,
    label: "Areas",
    description: "Areas and access levels, such as 'Locks write, Facilities read'",
    listOf: apiKeyAreas.flatMap((area) => [`${Area.label(area)} read`, `${Area.label(area)} write`]),
    optional: true
  },
  mayReveal: {
    schema: Schema.Boolean,
    label: "May reveal",
    description: "Let the key reveal combinations",
    optional: true
  },
  expires: {
    schema: End,
    label: "Expires",
    description: `The last day it works, in the company's time zone, as 2027-12-31; or ${never}`,
    optional: true
  }
} as const

export const keyNameField = textField({
  label: "Name",
  description: "Name of the key, at most 50 characters",
  positional: true
})
