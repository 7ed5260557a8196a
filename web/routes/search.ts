import { defaultStringifySearch, parseSearchWith } from "@tanstack/react-router"
import { Option, Schema, SchemaTransformation } from "effect"

type Fields = Readonly<Record<string, Schema.ConstraintDecoder<unknown>>>

/** What a route reads in the search of its address: undefined where it is not given, or is not what the schema expects. */
export type SearchOf<F extends Fields> = { readonly [Name in keyof F]?: F[Name]["Type"] | undefined }

/** A value as the address has it: the router has turned numbers and truth values around already. */
const written = (value: unknown): unknown =>
  typeof value === "number" || typeof value === "boolean" ? String(value) : value

/**
 * The search of a route, for its `validateSearch`: one schema a name, each from the text in the address. Anything invalid is dropped.
 */
export const searchOf = <F extends Fields>(fields: F) => {
  const decoders = Object.entries(fields).map(([name, schema]) => [name, Schema.decodeUnknownOption(schema)] as const)
  return (search: Readonly<Record<string, unknown>>): SearchOf<F> =>
    Object.fromEntries(
      decoders.map(([name, decode]) => [name, Option.getOrUndefined(decode(written(search[name])))])
    ) as SearchOf<F>
}

/** An id of the database. */
export const Id = Schema.String.check(Schema.isPattern(/^[1-9]\d{0,9}$/)).pipe(
  Schema.decodeTo(
    Schema.Number.check(Schema.isLessThanOrEqualTo(2_147_483_647)),
    SchemaTransformation.transform({ decode: Number, encode: String })
  )
)

/** What a list keeps in the address (001 §4). */
export const gridSearch = {
  sort: Schema.String,
  filter: Schema.String,
  search: Schema.String,
  page: Schema.String,
  count: Schema.String
}

/** Which import is open, at which step, and which of its rows are listed. */
export const importSearch = {
  import: Id,
  step: Schema.Literals(["columns", "check", "preview"]),
  rows: Schema.Literals(["create", "update", "skip", "fail"])
}

/** Texts are quoted where they would be read as something else: `"true"`. */
export const parseSearch = parseSearchWith((text) => (text.startsWith('"') ? JSON.parse(text) : text))

/** Nothing for an empty text; a short number without quotes around it. */
const writable = (value: unknown): unknown =>
  value === "" ? undefined : typeof value === "string" && /^[1-9]\d{0,8}$/.test(value) ? Number(value) : value

export const stringifySearch = (search: Readonly<Record<string, unknown>>): string =>
  defaultStringifySearch(Object.fromEntries(Object.entries(search).map(([name, value]) => [name, writable(value)])))
