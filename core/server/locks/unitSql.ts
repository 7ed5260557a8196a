import type { SqlClient } from "effect/sql"
import type { Fragment } from "effect/sql/Statement"
import { unitOf } from "#core/base/unitName.ts"

/**
 * What the unit of a lock `l` is compared by, the SQL counterpart of `unitKey`. It is written exactly as in the index
 * `locks_company_unit`, or the index is not used. Stored units have no space around them (`unitOf`).
 */
export const unitKeySql = `lower(l.unit COLLATE "pg_c_utf8")`

/** Whether a lock `l` is in a unit, however it is written. */
export const inUnit = (sql: SqlClient.SqlClient, unit: string): Fragment =>
  sql`${sql.literal(unitKeySql)} = lower(${unitOf(unit) ?? ""}::text COLLATE "pg_c_utf8")`

/** Whether a lock `l` is in one of many units. */
export const inUnits = (sql: SqlClient.SqlClient, units: ReadonlyArray<string>): Fragment =>
  sql`${sql.literal(unitKeySql)} IN (
    SELECT lower(u COLLATE "pg_c_utf8") FROM unnest(${[...new Set(units)]}::text[]) AS u)`
