import type { SqlClient } from "effect/sql"
import type { Fragment } from "effect/sql/Statement"
import type { LoggedInUser } from "#core/auth/LoggedInUser.ts"
import { seesStatus } from "#core/locks/lockRules.ts"
import { CoarseLockStatus, LockStatus } from "#core/locks/lockStatuses.ts"

/** SQL that puts the label of an enumeration in place of its number. */
const labels = (column: string, rows: ReadonlyArray<{ readonly id: number; readonly label: string }>): string =>
  `CASE ${column} ${rows.map(({ id, label }) => `WHEN ${id} THEN '${label}'`).join(" ")} END`

const always = `'lockID', l.lock_id, 'serialCode', l.serial, 'facilityID', l.facility_id, 'facilityName', f.name,
  'isActive', l.is_active, 'unitNumber', l.unit, 'color', l.color, 'viewCount', l.view_count`

const status = `, 'lockStatusID', l.is_active::int, 'statusName', ${labels("l.is_active::int", CoarseLockStatus.rows)},
  'secondaryLockStatus', l.status, 'secondaryStatusName', ${labels("l.status", LockStatus.rows)},
  'updatedBy', w.first_name || ' ' || w.last_name, 'updatedOn', iso(l.updated_at)`

const texts = [false, true].map((masked) =>
  [false, true].map(
    (sees) => `json_build_object(${always}${sees ? status : ""}${masked ? ", 'unlockCode', NULL" : ""})`
  )
)

/**
 * A lock as JSON, built by the database (faster than row objects), for the eyes of a user. `masked` writes the null that
 * stands for '****'; a combination itself is never built here. Every text there is is made once.
 */
export const lockJson = (sql: SqlClient.SqlClient, user: LoggedInUser, masked: boolean): Fragment =>
  sql.literal(texts[Number(masked)]?.[Number(seesStatus(user))] ?? "")

/** What `lockJson` reads from, after `FROM locks l`. */
export const lockJoins = (sql: SqlClient.SqlClient): Fragment =>
  sql.literal("LEFT JOIN facilities f ON f.facility_id = l.facility_id LEFT JOIN users w ON w.user_id = l.updated_by")

/** The locks a user can see at all: their company's, and of confined users those of their facilities and inventory. */
export const visible = (sql: SqlClient.SqlClient, user: LoggedInUser) =>
  user.facilityIDs.length === 0
    ? sql`l.company_id = ${user.companyID}`
    : sql`l.company_id = ${user.companyID} AND (l.facility_id = ANY(${user.facilityIDs}::int[]) OR l.facility_id IS NULL)`
