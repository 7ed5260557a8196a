import type { SqlClient } from "effect/sql"
import type { Fragment } from "effect/sql/Statement"
import type { LoggedInUser } from "#core/auth/LoggedInUser.ts"
import { siteLevelRoles } from "#core/auth/roles.ts"
import { serialOf } from "#core/base/serialText.ts"
import type { LockCriteria, LockSort, SortField } from "#core/locks/lockSearch.ts"
import type { CompanySize } from "./companySizes.ts"
import { lockArray, lockJoins, lockText, visible } from "./lockSql.ts"
import { inUnit, likePart, longestPart, unitHas, unitKeySql } from "./unitSql.ts"

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
  unitNumber: unitKeySql,
  secondaryLockStatus: "l.status",
  facilityName: "lower(f.name)",
  updatedOn: "l.updated_at",
  updatedBy: "lower(w.first_name || ' ' || w.last_name)",
  color: "l.color"
}

/** Only these can be null, and null sorts last whichever way (001 §5); elsewhere the words would cost the index. */
const nullable: ReadonlySet<SortField> = new Set(["unitNumber", "facilityName", "updatedBy"])

/** A single status as an equation: only so does the index by status keep the order of serial codes. */
const statusIs = (sql: SqlClient.SqlClient, column: string, [first, ...others]: ReadonlyArray<number>): Fragment =>
  others.length === 0
    ? sql`${sql.literal(column)} = ${first}::smallint`
    : sql`${sql.literal(column)} = ANY(${[first, ...others]}::smallint[])`

/** A part this long is in so few locks of all companies that reading them beats reading all entries of any large one. */
const rareLength = 5

/**
 * Whether a lock holds the text in its serial code or, as it is spoken, in its unit, of those the user can see. A plan that is
 * made once does not know how many locks a company has, so it is told here which indexes serve: those of the parts, those of
 * the company, or both.
 */
const holdsText = (sql: SqlClient.SqlClient, user: LoggedInUser, text: string, size: CompanySize): Fragment => {
  const part = likePart(text)
  const word = longestPart(text)
  // A serial code is digits alone. Looking for anything else in it would keep the index of units from being used.
  const digits = /^\d+$/.test(text)
  // Without a whole trigram, the indexes of the parts would be read from end to end; and a short one is in more locks of others than a
  // small company has.
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

/** Which locks match, of those the user can see. */
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

/** Where matches are read from, in the parts of a statement. Every part belongs to the same statement. */
export interface MatchScan {
  /** What stands before SELECT. */
  readonly with: Fragment
  /** FROM and WHERE of the matches, as `l`, with `joins` between them. */
  readonly from: (joins: Fragment) => Fragment
  /** How many there are, as an expression. */
  readonly total: Fragment
}

/**
 * How matches are read. Part of a serial code or unit is looked up once, by trigrams, before anything is sorted: left to
 * itself, the planner walks the order of serial codes instead whenever a page is short. All else follows an index that
 * has the order already. A total comes from the counters where they can give it.
 * @param size how many locks the company has (`companySizes.ts`); only a text is looked up differently
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

/** The order of matches; equal ones by serial code, so that pages never overlap. */
const orderBy = (sql: SqlClient.SqlClient, { field, descending }: LockSort): Fragment =>
  sql.literal(
    `${columns[field]} ${descending ? "DESC" : "ASC"}${nullable.has(field) ? " NULLS LAST" : ""}${
      field === "serialCode" ? "" : ", l.serial"
    }`
  )

/** The order and the piece of it that a page is, after the FROM of a scan. */
export const pageOf = (sql: SqlClient.SqlClient, { sort, count, page }: LockSearchQuery): Fragment =>
  sql`ORDER BY ${orderBy(sql, sort)} LIMIT ${count} OFFSET ${(page - 1) * count}`

/** What is sorted by something that is no column of the lock. */
const joined: ReadonlySet<SortField> = new Set(["facilityName", "updatedBy"])

/**
 * FROM of the locks of a page with `lockJoins`, in their order. Matches of a text are cut to the page before anything is joined to
 * them: the planner takes them for many, and would read the facilities and users of all companies for a handful.
 */
export const pageFrom = (sql: SqlClient.SqlClient, scan: MatchScan, query: LockSearchQuery): Fragment =>
  query.criteria.text === undefined || joined.has(query.sort.field)
    ? sql`${scan.from(lockJoins(sql))} ${pageOf(sql, query)}`
    : sql`FROM (SELECT l.* ${scan.from(sql``)} ${pageOf(sql, query)}) l ${lockJoins(sql)} ORDER BY ${orderBy(sql, query.sort)}`

/** The page and the total in one statement, for a user for whom every combination is masked. */
export const maskedPage = (sql: SqlClient.SqlClient, user: LoggedInUser, query: LockSearchQuery, size: CompanySize) => {
  const scan = matchScan(sql, user, query.criteria, size)
  return sql<FoundText>`
    ${scan.with} SELECT (SELECT ${lockArray(sql, "r.j")} FROM (
      SELECT ${lockText(sql, user, true)} AS j ${pageFrom(sql, scan, query)}) r) AS data,
      ${scan.total} AS "totalCount"`
}
