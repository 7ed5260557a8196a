import type { SqlClient } from "effect/sql"
import type { Fragment } from "effect/sql/Statement"
import type { LoggedInUser } from "#core/auth/LoggedInUser.ts"
import type { FacilityId, LockId } from "#core/base/ids.ts"
import { ApprovalStatus } from "#core/reports/reportStatuses.ts"
import { lockArray, lockJoins, lockText, visible } from "./lockSql.ts"

/** Where a page starts: after this lock at this time, in milliseconds. */
export interface SyncPlace {
  readonly millis: number
  /** A lock's ID, or 0 before the first. */
  readonly lockID: number
}

/** A page as it comes from the database. */
export interface SyncRow {
  /** A JSON array of `Lock`. */
  readonly data: string
  /** The number of requested changes that were found; fewer than requested means the end. */
  readonly n: number
  /** The position of the last one, as `millis.lockID`. */
  readonly last: string | null
}

/** The locks of a pull: those the user can see, of one facility if requested. */
const scope = (sql: SqlClient.SqlClient, user: LoggedInUser, facilityID: FacilityId | undefined): Fragment =>
  facilityID === undefined ? visible(sql, user) : sql`${visible(sql, user)} AND l.facility_id = ${facilityID}`

/** The condition for rows after a position, by a time column and a lockID column. */
export const behind = (sql: SqlClient.SqlClient, moment: string, id: string, { millis, lockID }: SyncPlace): Fragment =>
  sql`(${sql.literal(`${moment}, ${id}`)}) > (${new Date(millis)}::timestamptz, ${lockID}::int)`

/** The position of the last row of `c`, as `last`. */
export const lastOf = (sql: SqlClient.SqlClient, at: string): Fragment =>
  sql.literal(`(SELECT (extract(epoch FROM ${at}) * 1000)::int8 || '.' || lock_id FROM c
    ORDER BY ${at} DESC, lock_id DESC LIMIT 1) AS last`)

/** A page of all active locks in the order of their last change. */
export const wholePiece = (
  sql: SqlClient.SqlClient,
  user: LoggedInUser,
  { facilityID, place, count }: { facilityID: FacilityId | undefined; place: SyncPlace; count: number }
) => sql<SyncRow>`
  WITH c AS (
    SELECT ${lockText(sql, user, false)} AS j, l.updated_at, l.lock_id FROM locks l ${lockJoins(sql)}
    WHERE ${scope(sql, user, facilityID)} AND l.is_active AND ${behind(sql, "l.updated_at", "l.lock_id", place)}
    ORDER BY l.updated_at, l.lock_id LIMIT ${count})
  SELECT ${lockArray(sql, "j")} AS data, count(*)::int AS n, ${lastOf(sql, "updated_at")} FROM c`

/**
 * A page of the changes after a position, which is the only bound: with a second one, the index would be read from its start. A
 * reveal changes only the view count of a lock; storing its time in the lock would cost each reveal the maintenance of every
 * index, so it is read from the reveals instead. Likewise a facility's new name is read from the facility. The locks are then
 * looked up one by one (enforced by OFFSET 0): the cached plan does not know how few they are, and would read all of them.
 */
export const changedPiece = (
  sql: SqlClient.SqlClient,
  user: LoggedInUser,
  query: { facilityID: FacilityId | undefined; place: SyncPlace; count: number }
) => sql<SyncRow>`
  WITH c AS (
    SELECT at, lock_id FROM (
      (SELECT l.updated_at AS at, l.lock_id FROM locks l
       WHERE ${scope(sql, user, query.facilityID)} AND ${behind(sql, "l.updated_at", "l.lock_id", query.place)}
       ORDER BY 1, 2 LIMIT ${query.count})
      UNION ALL
      (SELECT v.created_at, v.lock_id FROM reveals v
       WHERE v.company_id = ${user.companyID} AND v.approval_status = ${ApprovalStatus.id.Approved}
         AND ${behind(sql, "v.created_at", "v.lock_id", query.place)}
       ORDER BY 1, 2 LIMIT ${query.count})
      UNION ALL
      (SELECT n.renamed_at, l.lock_id FROM facilities n JOIN locks l ON l.company_id = n.company_id
         AND l.facility_id = n.facility_id
       WHERE n.company_id = ${user.companyID} AND n.renamed_at >= ${new Date(query.place.millis)}::timestamptz
         AND ${behind(sql, "n.renamed_at", "l.lock_id", query.place)}
       ORDER BY 1, 2 LIMIT ${query.count})) u
    ORDER BY at, lock_id LIMIT ${query.count})
  SELECT (
    SELECT ${lockArray(sql, "r.j")} FROM (
      SELECT ${lockText(sql, user, false)} AS j FROM (SELECT DISTINCT lock_id FROM c) d
      CROSS JOIN LATERAL (SELECT * FROM locks one WHERE one.lock_id = d.lock_id OFFSET 0) l ${lockJoins(sql)}
      WHERE ${scope(sql, user, query.facilityID)}) r) AS data,
    count(*)::int AS n, ${lastOf(sql, "at")}
  FROM c`

/** Ids of locks that left the pulled set and are not back; only their ids are sent. */
export const leftSince = (
  sql: SqlClient.SqlClient,
  user: LoggedInUser,
  facilityID: FacilityId | undefined,
  since: Date
) => sql<{ readonly ids: ReadonlyArray<LockId> }>`
  SELECT coalesce(array_agg(DISTINCT m.lock_id), '{}') AS ids FROM lock_moves m
  WHERE ${sql.and([
    sql`m.company_id = ${user.companyID}`,
    sql`m.left_at >= ${since}::timestamptz`,
    ...(facilityID === undefined ? [] : [sql`m.facility_id = ${facilityID}`]),
    ...(user.facilityIDs.length === 0
      ? []
      : [sql`(m.facility_id = ANY(${[...user.facilityIDs]}::int[]) OR m.facility_id IS NULL)`])
  ])}
    AND NOT EXISTS (SELECT FROM locks l WHERE l.lock_id = m.lock_id AND ${scope(sql, user, facilityID)})`
