import type { SqlClient } from "effect/sql"
import type { Fragment } from "effect/sql/Statement"
import type { LoggedInUser } from "#core/auth/LoggedInUser.ts"
import type { LockCriteria, LockSort, SortField } from "#core/locks/lockSearch.ts"
import { lockJoins, lockJson, visible } from "./lockSql.ts"

/** A page of matches as JSON text, ready to send, and how many there are in all. */
export interface FoundText {
  /** A JSON array of `ShownLock`. */
  readonly data: string
  readonly totalCount: number
}

export interface LockSearchQuery {
  readonly criteria: LockCriteria
  readonly sort: LockSort
  readonly count: number
  /** 1-based. */
  readonly page: number
}

const columns: Readonly<Record<SortField, string>> = {
  serialCode: "l.serial",
  unitNumber: "l.unit",
  secondaryLockStatus: "l.status",
  facilityName: "lower(f.name)",
  updatedOn: "l.updated_at",
  updatedBy: "lower(w.first_name || ' ' || w.last_name)",
  color: "l.color"
}

/** Only these can be null, and null sorts last whichever way (001 §5); elsewhere the words would cost the index. */
const nullable: ReadonlySet<SortField> = new Set(["unitNumber", "facilityName", "updatedBy"])

const likePart = (text: string): string => `%${text.replace(/[\\%_]/g, (sign) => `\\${sign}`)}%`

/** A single status as an equation: only so does the index by status keep the order of serial codes. */
const statusIs = (sql: SqlClient.SqlClient, column: string, [first, ...others]: ReadonlyArray<number>): Fragment =>
  others.length === 0
    ? sql`${sql.literal(column)} = ${first}::smallint`
    : sql`${sql.literal(column)} = ANY(${[first, ...others]}::smallint[])`

/** Which locks match, of those the user can see. */
export const matches = (sql: SqlClient.SqlClient, user: LoggedInUser, criteria: LockCriteria): Fragment => {
  const { text, serialCode, unit, status, facilityID, color, updatedBy, inventory } = criteria
  const parts: Array<Fragment> = [visible(sql, user), sql`l.is_active`]
  if (text !== undefined) {
    const serial = /^\d{8}$/.test(text) ? sql`l.serial = ${text}` : sql`l.serial LIKE ${likePart(text)}`
    parts.push(sql`(${serial} OR l.unit ILIKE ${likePart(text)})`)
  }
  if (serialCode !== undefined) parts.push(sql`l.serial = ${serialCode}`)
  if (unit !== undefined) parts.push(sql`l.unit = ${unit}`)
  if (status !== undefined) parts.push(statusIs(sql, "l.status", status))
  if (facilityID !== undefined) parts.push(sql`l.facility_id = ${facilityID}`)
  if (color !== undefined) parts.push(sql`l.color = ${color}`)
  if (inventory !== undefined) parts.push(inventory ? sql`l.facility_id IS NULL` : sql`l.facility_id IS NOT NULL`)
  if (updatedBy !== undefined) {
    parts.push(sql`l.updated_by IN (SELECT user_id FROM users WHERE company_id = ${user.companyID}
      AND first_name || ' ' || last_name ILIKE ${likePart(updatedBy)})`)
  }
  return sql.and(parts)
}

/** A total that the counters can give, else one that is counted. */
export const matchTotal = (sql: SqlClient.SqlClient, user: LoggedInUser, criteria: LockCriteria): Fragment => {
  const { facilityID, status, inventory, ...rest } = criteria
  if (Object.keys(rest).length > 0 || user.facilityIDs.length > 0) {
    return sql`(SELECT count(*)::int FROM locks l WHERE ${matches(sql, user, criteria)})`
  }
  return sql`(SELECT coalesce(sum(k.n), 0)::int FROM lock_counts k WHERE ${sql.and([
    sql`k.company_id = ${user.companyID}`,
    sql`k.is_active`,
    ...(facilityID === undefined ? [] : [sql`k.facility_id = ${facilityID}`]),
    ...(status === undefined ? [] : [statusIs(sql, "k.status", status)]),
    ...(inventory === undefined ? [] : [inventory ? sql`k.facility_id = 0` : sql`k.facility_id <> 0`])
  ])})`
}

/** The order of matches; equal ones by serial code, so that pages never overlap. */
export const orderBy = (sql: SqlClient.SqlClient, { field, descending }: LockSort): Fragment =>
  sql.literal(`${columns[field]} ${descending ? "DESC" : "ASC"}${nullable.has(field) ? " NULLS LAST" : ""}${
    field === "serialCode" ? "" : ", l.serial"
  }`)

/** The page asked for, after `FROM locks l` and its joins. */
export const pageOf = (
  sql: SqlClient.SqlClient,
  user: LoggedInUser,
  { criteria, sort, count, page }: LockSearchQuery
): Fragment =>
  sql`WHERE ${matches(sql, user, criteria)} ORDER BY ${orderBy(sql, sort)} LIMIT ${count} OFFSET ${(page - 1) * count}`

/** The page and the total in one statement, for a user for whom every combination is masked. */
export const maskedPage = (sql: SqlClient.SqlClient, user: LoggedInUser, query: LockSearchQuery) =>
  sql<FoundText>`
    SELECT (SELECT coalesce(json_agg(r.j), '[]')::text FROM (
      SELECT ${lockJson(sql, user, true)} AS j FROM locks l ${lockJoins(sql)} ${pageOf(sql, user, query)}) r) AS data,
      ${matchTotal(sql, user, query.criteria)} AS "totalCount"`
