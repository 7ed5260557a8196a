import { defaultStringifySearch, parseSearchWith } from "@tanstack/react-router"
import { Option, Schema, SchemaTransformation } from "effect"
import { JobId } from "#core/base/ids.ts"

type Fields = Readonly<Record<string, Schema.ConstraintDecoder<unknown>>>

/** Search parameters of a route: undefined if absent or invalid. */
export type SearchOf<F extends Fields> = { readonly [Name in keyof F]?: F[Name]["Type"] | undefined }

/** The text of a parameter. The router has already parsed numbers and booleans. */
const written = (value: unknown): unknown =>
  typeof value === "number" || typeof value === "boolean" ? String(value) : value

/** Key of the invalid values among a route's parameters: screens don't see them, but they stay in the address. */
const wrong = Symbol()

const isBlank = (value: unknown): boolean => value === undefined || value === ""

/**
 * A route's `validateSearch`: one schema per parameter, decoded from its text. Invalid values are undefined. They stay in the
 * address until they are replaced or removed, so that a list can explain them.
 */
export const searchOf = <F extends Fields>(fields: F) => {
  const decoders = Object.entries(fields).map(([name, schema]) => [name, Schema.decodeUnknownOption(schema)] as const)
  const validate = (search: Readonly<Record<string, unknown>>): SearchOf<F> => {
    const taken = Object.fromEntries(
      decoders.map(([name, decode]) => [name, Option.getOrUndefined(decode(written(search[name])))])
    )
    const invalid = Object.keys(fields).filter((name) => taken[name] === undefined && !isBlank(search[name]))
    const kept =
      invalid.length === 0 ? {} : { [wrong]: Object.fromEntries(invalid.map((name) => [name, search[name]])) }
    return { ...taken, ...kept } as SearchOf<F>
  }
  return Object.assign(validate, { fields })
}

/** A database ID as a text. */
export const idText = <Id extends number>(id: Schema.Codec<Id, number>) =>
  Schema.String.check(Schema.isPattern(/^[1-9]\d{0,9}$/)).pipe(
    Schema.decodeTo(id, SchemaTransformation.transform({ decode: Number, encode: String }))
  )

/** Search parameters of a list (001 §4). */
export const gridSearch = {
  sort: Schema.String,
  filter: Schema.String,
  search: Schema.String,
  page: Schema.String,
  count: Schema.String
}

/** The open import, its step, and which of its rows are listed. */
export const importSearch = {
  import: idText(JobId),
  step: Schema.Literals(["columns", "check", "preview"]),
  rows: Schema.Literals(["create", "update", "skip", "fail"])
}

/** Strings that look like other JSON values are quoted: `"true"`. */
export const parseSearch = parseSearchWith((text) => (text.startsWith('"') ? JSON.parse(text) : text))

/** Omits empty strings, and writes short numbers without quotes. */
const writable = (value: unknown): unknown =>
  value === "" ? undefined : typeof value === "string" && /^[1-9]\d{0,8}$/.test(value) ? Number(value) : value

interface Written {
  readonly [name: string]: unknown
  readonly [wrong]?: Readonly<Record<string, unknown>>
}

export const stringifySearch = ({ [wrong]: invalid = {}, ...search }: Written): string => {
  const left = Object.entries(invalid).filter(([name]) => isBlank(search[name]))
  const all = Object.entries({ ...search, ...Object.fromEntries(left) })
  return defaultStringifySearch(Object.fromEntries(all.map(([name, value]) => [name, writable(value)])))
}
