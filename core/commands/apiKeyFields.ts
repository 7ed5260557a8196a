import { Effect, Schema, SchemaIssue, SchemaTransformation } from "effect"
import { apiKeyAreas, areasText } from "#core/apikeys/apiKeyRules.ts"
import { AccessLevel, Area, Permissions } from "#core/auth/permissions.ts"
import { ApiKeyId, Instant } from "#core/base/ids.ts"
import { facilityListForm } from "#core/facilities/findFacility.ts"
import type { InputField } from "./Command.ts"
import { textField } from "./fields.ts"

/** An area and how far it goes, as a person types them: `Locks write`; without a level it is Read. */
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

/** The key that a command is about. */
export const apiKeyField = {
  schema: ApiKeyId,
  label: "Key",
  description: "An API key by its number or name",
  positional: true,
  picks: "apiKey"
} as const satisfies InputField<number>

/** Ids of facilities with commas between them; the terminal takes names too. */
const FacilityList = Schema.String.check(
  Schema.isPattern(/^\d{1,10}(,\d{1,10})*$/, { message: "Expected facility IDs separated by commas." })
)

/** What is typed for a key that does not end by itself. */
const never = "never"

/** A day is its end, in UTC: a key that ends on a day works on it. */
const End: Schema.Codec<string | null, string> = Schema.String.pipe(
  Schema.decodeTo(
    Schema.NullOr(Instant),
    SchemaTransformation.transform({
      decode: (text) => {
        if (text.trim().toLowerCase() === never) return null
        return /^\d{4}-\d\d-\d\d$/.test(text) ? `${text}T23:59:59.000Z` : text
      },
      encode: (text) => text ?? never
    })
  )
)

/** What a key can be given besides its name; all of it optional. */
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
    description: `The last day it works, as 2027-12-31; or ${never}`,
    optional: true
  }
} as const

export const keyNameField = textField({
  label: "Name",
  description: "Name of the key, at most 50 characters",
  positional: true
})

/** The ids of a typed list of facilities. */
export const facilityIdsOf = (text: string | undefined): ReadonlyArray<number> =>
  text === undefined || text === "" ? [] : text.split(",").map(Number)
