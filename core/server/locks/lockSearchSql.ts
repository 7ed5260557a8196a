import type { SqlClient } from "effect/sql"
import type { Fragment } from "effect/sql/Statement"
import type { LoggedInUser } from "#core/auth/LoggedInUser.ts"
import { siteLevelRoles } from "#core/auth/roles.ts"
import { serialOf } from "#core/base/serialText.ts"
import type { LockCriteria, LockSort, SortField } from "#core/locks/lockSearch.ts"
import type { CompanySize } from "./companySizes.ts"
import { lockArray, lockJoins, lockText, visible } from "./lockSql.ts"
import { inUnit, likePart, longestPart, unitHas, unitKeySql } from "./unitSql.ts"

/** A page of matches as JSON text, ready to send, and the total. */
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
  unitNumber: unitKeySql,
  secondaryLockStatus: "l.status",
  facilityName: "lower(f.name)",
  updatedOn: "l.updated_at",
  updatedBy: "lower(w.first_name || ' ' || w.last_name)",
  color: "l.color"
}

/**
 * Only these can be null, and nulls sort last in both directions (001 §5); for other columns NULLS LAST would prevent using the
 * index.
 */
const nullable: ReadonlySet<SortField> = new Set(["unitNumber", "facilityName", "updatedBy"])

/** A single status as an equation: only then does the index by status keep the order of serial codes. */
const statusIs = (sql: SqlClient.SqlClient, column: string, [first, ...others]: ReadonlyArray<number>): Fragment =>
  others.length === 0
    ? sql`${sql.literal(column)} = ${first}::smallint`
    : sql`${sql.literal(column)} = ANY(${[first, ...others]}::smallint[])`

/**
 * A text this long is in so few locks of all companies that reading those is faster than reading all entries of any large
 * company.
 */
const rareLength = 5

/**
 * Whether a lock that the user can see contains the text in its serial code or (without spaces and hyphens) in its unit. A
 * cached plan does not know the company's size, so this chooses the indexes: the trigram indexes, the company's, or both.
 */
const holdsText = (sql: SqlClient.SqlClient, user: LoggedInUser, text: string, size: CompanySize): Fragment => {
  const part = likePart(text)
  const word = longestPart(text)
  // Serial codes are digits only. Searching them for anything else would prevent using the unit index.
  const digits = /^\d+$/.test(text)
  // Without a whole trigram, the trigram indexes would be read completely; and a short text matches more locks of other
  // companies than a small company has.
  if (word < 3 || (size === "small" && word < rareLength)) {
    const unit = unitHas(sql, text, "unindexed")
    return sql`${visible(sql, user)} AND ${digits ? sql`(l.serial || '' LIKE ${part} OR ${unit})` : unit}`
  }
  const seen = size === "large" || word >= rareLength ? visible(sql, user, "l.company_id + 0") : visible(sql, user)
  const unit = unitHas(sql, text)
  if (!digits) return sql`${seen} AND ${unit}`
  const serial = /^\d{8}$/.test(text) ? sql`l.serial = ${text}` : sql`l.serial LIKE ${part}`
  return sql`${seen} AND (${serial} OR ${unit})`
}

/** The condition for matching locks that the user can see. */
const matches = (sql: SqlClient.SqlClient, user: LoggedInUser, criteria: LockCriteria, size: CompanySize): Fragment => {
  const { text, serialCode, unit, status, facilityID, color, updatedBy, inventory } = criteria
  const seen = text === undefined ? visible(sql, user) : holdsText(sql, user, serialOf(text), size)
  const parts: Array<Fragment> = [seen, sql`l.is_active`]
  if (serialCode !== undefined) parts.push(sql`l.serial = ${serialCode}`)
  if (unit !== undefined) parts.push(inUnit(sql, unit))
  if (status !== undefined) parts.push(statusIs(sql, "l.status", status))
  if (facilityID !== undefined) parts.push(sql`l.facility_id = ${facilityID}`)
  if (color !== undefined) parts.push(sql`l.color = ${color}`)
  if (inventory !== undefined) parts.push(inventory ? sql`l.facility_id IS NULL` : sql`l.facility_id IS NOT NULL`)
  if (updatedBy !== undefined) {
    parts.push(sql`l.updated_by IN (SELECT user_id FROM users
      WHERE (company_id = ${user.companyID} OR ${sql.in("role_id", [...siteLevelRoles])})
      AND first_name || ' ' || last_name ILIKE ${likePart(updatedBy)})`)
  }
  return sql.and(parts)
}

/** The parts of a statement that reads matches. All parts belong to the same statement. */
export interface MatchScan {
  /** The text before SELECT. */
  readonly with: Fragment
  /** FROM and WHERE of the matches, as `l`, with `joins` between them. */
  readonly from: (joins: Fragment) => Fragment
  /** The total, as an expression. */
  readonly total: Fragment
}

/**
 * How to read the matches. Part of a serial code or unit is looked up once, by trigrams, before sorting: otherwise the planner
 * would walk the order of serial codes for short pages. Everything else uses an index in the right order. The total comes from
 * the counters if possible.
 * @param size the company's size class (`companySizes.ts`); affects only text lookups
 */
export const matchScan = (
  sql: SqlClient.SqlClient,
  user: LoggedInUser,
  criteria: LockCriteria,
  size: CompanySize
): MatchScan => {
  const { facilityID, status, inventory, ...rest } = criteria
  const where = matches(sql, user, criteria, size)
  if (rest.text !== undefined) {
    return {
      with: sql`WITH m AS MATERIALIZED (SELECT l.* FROM locks l WHERE ${where})`,
      from: (joins) => sql`FROM m l ${joins}`,
      total: sql`(SELECT count(*)::int FROM m)`
    }
  }
  const counted = Object.keys(rest).length === 0 && user.facilityIDs.length === 0
  return {
    with: sql``,
    from: (joins) => sql`FROM locks l ${joins} WHERE ${where}`,
    total: counted
      ? sql`(SELECT coalesce(sum(k.n), 0)::int FROM lock_counts k WHERE ${sql.and([
          sql`k.company_id = ${user.companyID}`,
          sql`k.is_active`,
          ...(facilityID === undefined ? [] : [sql`k.facility_id = ${facilityID}`]),
          ...(status === undefined ? [] : [statusIs(sql, "k.status", status)]),
          ...(inventory === undefined ? [] : [inventory ? sql`k.facility_id = 0` : sql`k.facility_id <> 0`])
        ])})`
      : sql`(SELECT count(*)::int FROM locks l WHERE ${where})`
  }
}

/** The order of matches, with ties by serial code, so that pages never overlap. */
const orderBy = (sql: SqlClient.SqlClient, { field, descending }: LockSort): Fragment =>
  sql.literal(
    `${columns[field]} ${descending ? "DESC" : "ASC"}${nullable.has(field) ? " NULLS LAST" : ""}${
      field === "serialCode" ? "" : ", l.serial"
    }`
  )

/** ORDER BY and LIMIT of a page, after the FROM of a scan. */
export const pageOf = (sql: SqlClient.SqlClient, { sort, count, page }: LockSearchQuery): Fragment =>
  sql`ORDER BY ${orderBy(sql, sort)} LIMIT ${count} OFFSET ${(page - 1) * count}`

/** Sort fields that are not columns of the lock. */
const joined: ReadonlySet<SortField> = new Set(["facilityName", "updatedBy"])

/**
 * FROM of the locks of a page with `lockJoins`, in order. Text matches are limited to the page before the joins: the planner
 * overestimates them, and would read the facilities and users of all companies for a few rows.
 */
export const pageFrom = (sql: SqlClient.SqlClient, scan: MatchScan, query: LockSearchQuery): Fragment =>
  query.criteria.text === undefined || joined.has(query.sort.field)
    ? sql`${scan.from(lockJoins(sql))} ${pageOf(sql, query)}`
    : sql`FROM (SELECT l.* ${scan.from(sql``)} ${pageOf(sql, query)}) l ${lockJoins(sql)} ORDER BY ${orderBy(sql, query.sort)}`

/** The page and the total in one statement, for a user who sees every combination masked. */
export const maskedPage = (sql: SqlClient.SqlClient, user: LoggedInUser, query: LockSearchQuery, size: CompanySize) => {
  const scan = matchScan(sql, user, query.criteria, size)
  return sql<FoundText>`
    ${scan.with} SELECT (SELECT ${lockArray(sql, "r.j")} FROM (
      SELECT ${lockText(sql, user, true)} AS j ${pageFrom(sql, scan, query)}) r) AS data,
      ${scan.total} AS "totalCount"`
}
