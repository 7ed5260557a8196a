import type { SqlClient } from "effect/sql"
import type { Fragment } from "effect/sql/Statement"
import { spokenUnit } from "#core/base/search/needle.ts"
import { unitKey, unitOf } from "#core/base/unitName.ts"

/**
 * What the unit of a lock `l` is compared by, the SQL counterpart of `unitKey`. It is written exactly as in the index
 * `locks_company_unit`, or the index is not used. Stored units have no space around them (`unitOf`).
 */
export const unitKeySql = `lower(l.unit COLLATE "pg_c_utf8")`

/**
 * The unit of a lock `l` as it is spoken, the SQL counterpart of `spokenUnit`. It is written exactly as in the index
 * `locks_unit_part`, or the index is not used.
 */
const spokenUnitSql = `translate(lower(l.unit COLLATE "pg_c_utf8"), ' -_./', '')`

/** Any text that has this one in it, as a pattern of LIKE. */
export const likePart = (text: string): string => `%${text.replace(/[\\%_]/g, (sign) => `\\${sign}`)}%`

/** A text as it is looked for in units. */
const spoken = (text: string): string => spokenUnit(unitKey(text))

/** The most letters or digits in a row of a text that is looked for in units: trigrams are made of them. */
export const longestPart = (text: string): number =>
  Math.max(0, ...(spoken(text).match(/[\p{L}\p{N}]+/gu) ?? []).map(({ length }) => length))

/**
 * Whether the unit of a lock `l` has a text in it as it is spoken, without spaces and hyphens: `b110` is in B-110. A text that
 * has one of them itself, as `B-1`, is looked for as it is written.
 * @param how "unindexed" where the index would be read from end to end
 */
export const unitHas = (sql: SqlClient.SqlClient, text: string, how: "indexed" | "unindexed" = "indexed"): Fragment => {
  const nothing = sql.literal(how === "unindexed" ? " || ''" : "")
  const asSpoken = sql`${sql.literal(spokenUnitSql)}${nothing} LIKE ${likePart(spoken(text))}`
  return spoken(text) !== unitKey(text) ? sql`(${asSpoken} AND l.unit || '' ILIKE ${likePart(text)})` : asSpoken
}

/** Whether a lock `l` is in a unit, however it is written. */
export const inUnit = (sql: SqlClient.SqlClient, unit: string): Fragment =>
  sql`${sql.literal(unitKeySql)} = lower(${unitOf(unit) ?? ""}::text COLLATE "pg_c_utf8")`

/** Whether a lock `l` is in one of many units. */
export const inUnits = (sql: SqlClient.SqlClient, units: ReadonlyArray<string>): Fragment =>
  sql`${sql.literal(unitKeySql)} IN (
    SELECT lower(u COLLATE "pg_c_utf8") FROM unnest(${[...new Set(units)]}::text[]) AS u)`
