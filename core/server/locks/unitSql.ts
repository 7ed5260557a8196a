import type { SqlClient } from "effect/sql"
import type { Fragment } from "effect/sql/Statement"
import { spokenUnit } from "#core/base/search/needle.ts"
import { unitKey, unitOf } from "#core/base/unitName.ts"

/**
 * The comparison key of the unit of a lock `l`, the SQL counterpart of `unitKey`. It must be written exactly as in the index
 * `locks_company_unit`, or the index is not used. Stored units are trimmed (`unitOf`).
 */
export const unitKeySql = `lower(l.unit COLLATE "pg_c_utf8")`

/**
 * The unit of a lock `l` without spaces and hyphens, the SQL counterpart of `spokenUnit`. It must be written exactly as in the
 * index `locks_unit_part`, or the index is not used.
 */
const spokenUnitSql = `translate(lower(l.unit COLLATE "pg_c_utf8"), ' -_./', '')`

/** A LIKE pattern for texts that contain this one. */
export const likePart = (text: string): string => `%${text.replace(/[\\%_]/g, (sign) => `\\${sign}`)}%`

/** A text normalized for searching units. */
const spoken = (text: string): string => spokenUnit(unitKey(text))

/** The longest run of letters or digits in a text searched in units, from which trigrams are built. */
export const longestPart = (text: string): number =>
  Math.max(0, ...(spoken(text).match(/[\p{L}\p{N}]+/gu) ?? []).map(({ length }) => length))

/**
 * Whether the unit of a lock `l` contains a text, ignoring spaces and hyphens: `b110` is in B-110. A text that contains one
 * itself, such as `B-1`, is searched as written.
 * @param how "unindexed" if the index would be read completely
 */
export const unitHas = (sql: SqlClient.SqlClient, text: string, how: "indexed" | "unindexed" = "indexed"): Fragment => {
  const nothing = sql.literal(how === "unindexed" ? " || ''" : "")
  const asSpoken = sql`${sql.literal(spokenUnitSql)}${nothing} LIKE ${likePart(spoken(text))}`
  return spoken(text) !== unitKey(text)
    ? sql`(${asSpoken} AND l.unit || '' ILIKE ${likePart(unitOf(text) ?? text)})`
    : asSpoken
}

/** Whether a lock `l` is in a unit, however it is written. */
export const inUnit = (sql: SqlClient.SqlClient, unit: string): Fragment =>
  sql`${sql.literal(unitKeySql)} = lower(${unitOf(unit) ?? ""}::text COLLATE "pg_c_utf8")`

/** Whether a lock `l` is in one of many units. */
export const inUnits = (sql: SqlClient.SqlClient, units: ReadonlyArray<string>): Fragment =>
  sql`${sql.literal(unitKeySql)} IN (
    SELECT lower(u COLLATE "pg_c_utf8") FROM unnest(${[...new Set(units)]}::text[]) AS u)`
