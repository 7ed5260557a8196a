import type { SqlClient } from "effect/sql"
import type { LoggedInUser } from "#core/auth/LoggedInUser.ts"
import { seesStatus } from "#core/locks/lockRules.ts"
import { behind, type SyncPlace } from "./lockSyncSql.ts"
import { visible } from "./lockSql.ts"

/** A page of the whole list as it comes from the database: columns, and the names they refer to. */
export interface WholeRow {
  readonly n: number
  /** When the last lock changed, in milliseconds; null without locks. */
  readonly lastMillis: number | null
  /** Four bytes per lock, big-endian, like `serials`, `facilities`, `colors`, `views` and `people`. 0 is none. */
  readonly ids: Uint8Array
  readonly serials: Uint8Array
  readonly facilities: Uint8Array
  readonly colors: Uint8Array
  readonly views: Uint8Array
  /** UTF-8, separated by zero bytes. */
  readonly units: Uint8Array
  /** Two bytes per lock; null for users who can't see the status, like the next two. */
  readonly statuses: Uint8Array | null
  readonly people: Uint8Array | null
  /** Eight bytes per lock: microseconds since 2000. */
  readonly moments: Uint8Array | null
  /** JSON arrays of `[id, name]`. */
  readonly facilityNames: string
  readonly personNames: string
}

/** Numbers in the database's binary format, one after another. */
const packed = (send: string, value: string): string => `coalesce(string_agg(${send}(${value}), ''::bytea), ''::bytea)`

const always = `
  ${packed("int4send", "lock_id")} AS ids, ${packed("int4send", "serial::int4")} AS serials,
  ${packed("int4send", "coalesce(facility_id, 0)")} AS facilities, ${packed("int4send", "color")} AS colors,
  ${packed("int4send", "view_count")} AS views,
  coalesce(string_agg(textsend(coalesce(unit, '')), '\\x00'::bytea), ''::bytea) AS units,
  coalesce((SELECT json_agg(json_build_array(f.facility_id, f.name))::text FROM facilities f
    WHERE f.facility_id IN (SELECT facility_id FROM c)), '[]') AS "facilityNames"`

const status = `
  ${packed("int2send", "status")} AS statuses, ${packed("int4send", "coalesce(updated_by, 0)")} AS people,
  ${packed("timestamptz_send", "updated_at")} AS moments,
  coalesce((SELECT json_agg(json_build_array(w.user_id, w.first_name || ' ' || w.last_name))::text FROM users w
    WHERE w.user_id IN (SELECT updated_by FROM c)), '[]') AS "personNames"`

const noStatus = `NULL::bytea AS statuses, NULL::bytea AS people, NULL::bytea AS moments, '[]' AS "personNames"`

/**
 * A page of all locks in the order of their last change. The database only concatenates the bytes of each column: that takes a
 * quarter of the time of writing the same locks as JSON.
 */
export const wholeColumnsPiece = (
  sql: SqlClient.SqlClient,
  user: LoggedInUser,
  { place, count }: { place: SyncPlace; count: number }
) => sql<WholeRow>`
  WITH c AS MATERIALIZED (
    SELECT l.lock_id, l.serial, l.facility_id, l.color, l.view_count, l.unit, l.status, l.updated_by, l.updated_at
    FROM locks l
    WHERE ${visible(sql, user)} AND l.is_active AND ${behind(sql, "l.updated_at", "l.lock_id", place)}
    ORDER BY l.updated_at, l.lock_id LIMIT ${count})
  SELECT count(*)::int AS n, (extract(epoch FROM max(updated_at)) * 1000)::int8 AS "lastMillis",
    ${sql.literal(always)}, ${sql.literal(seesStatus(user) ? status : noStatus)}
  FROM c`
