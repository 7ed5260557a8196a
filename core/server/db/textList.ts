import type { Statement } from "effect/sql"
import type { SqlClient } from "effect/sql/SqlClient"

/**
 * Values of a column as a list of texts, to be unnested beside others: the driver takes the type of a list from its
 * elements, so that nulls alone have none and whole numbers are not those with a fraction. Nothing is the empty text,
 * which no number, boolean or JSON is: `textAs` reads it back.
 */
export const textList = (values: ReadonlyArray<number | object | null>): ReadonlyArray<string> =>
  values.map((value) => (value === null ? "" : JSON.stringify(value)))

/** A column of a `textList` as what it was. */
export const textAs = (
  sql: SqlClient,
  column: string,
  type: "int" | "bigint" | "float8" | "json"
): Statement.Fragment => sql.literal(`nullif(${column}, '')::${type}`)
