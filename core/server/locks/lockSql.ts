import type { SqlClient } from "effect/sql"
import type { Fragment } from "effect/sql/Statement"
import type { LoggedInUser } from "#core/auth/LoggedInUser.ts"
import type { Lock, ShownLock } from "#core/locks/Lock.ts"
import { seesStatus } from "#core/locks/lockRules.ts"
import { CoarseLockStatus, LockStatus } from "#core/locks/lockStatuses.ts"

/** A field of a `Lock`: what it is read from, and SQL that gives its JSON, never NULL: a NULL would swallow the whole lock. */
interface LockField {
  readonly column: string
  readonly json: string
  /** The labels of an enumeration, whose number the column is. */
  readonly labels?: ReadonlyMap<number, string>
}

const number = (column: string): LockField => ({ column, json: `coalesce(${column}::text, 'null')` })
const text = (column: string): LockField => ({ column, json: `coalesce(to_json(${column})::text, 'null')` })

/** The label of an enumeration in place of its number. */
const label = (
  column: string,
  rows: ReadonlyArray<{ readonly id: number; readonly label: string }>
): Required<LockField> => ({
  column,
  json: `CASE ${column} ${rows.map((row) => `WHEN ${row.id} THEN '${JSON.stringify(row.label)}'`).join(" ")} ELSE 'null' END`,
  labels: new Map(rows.map((row) => [row.id, row.label]))
})

type LockFields = Readonly<Partial<Record<keyof ShownLock, LockField>>>

const always: LockFields = {
  lockID: number("l.lock_id"),
  serialCode: text("l.serial"),
  facilityID: number("l.facility_id"),
  facilityName: text("f.name"),
  isActive: { column: "l.is_active", json: "l.is_active::text" },
  unitNumber: text("l.unit"),
  color: number("l.color"),
  viewCount: number("l.view_count")
}

const status: LockFields = {
  lockStatusID: number("l.is_active::int"),
  statusName: label("l.is_active::int", CoarseLockStatus.rows),
  secondaryLockStatus: number("l.status"),
  secondaryStatusName: label("l.status", LockStatus.rows),
  updatedBy: text("w.first_name || ' ' || w.last_name"),
  updatedOn: { column: "iso(l.updated_at)", json: `'"' || iso(l.updated_at) || '"'` }
}

/** The fields of a lock that a user may see. */
const fieldsOf = [always, { ...always, ...status }].map((fields) => ({
  fields,
  columns: Object.values(fields)
    .map(({ column }) => column)
    .join(", "),
  entries: Object.entries(fields)
}))
const seenBy = (user: LoggedInUser) => fieldsOf[Number(seesStatus(user))]

const objectOf = (fields: LockFields): string =>
  Object.entries(fields)
    .map(([name, { json }], at) => `'${at === 0 ? "{" : ","}"${name}":' || ${json}`)
    .join(" || ") + " || '}'"

const texts = [false, true].map((masked) =>
  fieldsOf.map(({ fields }) =>
    objectOf({ ...fields, ...(masked ? { unlockCode: { column: "NULL", json: "'null'" } } : {}) })
  )
)

/**
 * A lock as the text of its JSON, for the eyes of a user: strings put together by the database, which takes two thirds
 * of the time of its own JSON functions, and they half of that of row objects. `masked` writes the null that stands for
 * '****'; a combination itself is never built here. Every text there is is made once.
 */
export const lockText = (sql: SqlClient.SqlClient, user: LoggedInUser, masked: boolean): Fragment =>
  sql.literal(texts[Number(masked)]?.[Number(seesStatus(user))] ?? "")

/** The same as a JSON value, which the driver parses. */
export const lockJson = (sql: SqlClient.SqlClient, user: LoggedInUser): Fragment =>
  sql`(${lockText(sql, user, false)})::json`

/**
 * What `lockOf` makes a lock of, as a JSON array: for one lock, of which its whole text takes longer to begin than to write. As columns
 * of their own, the driver takes longer to read them than all of it does in the database.
 */
export const lockValues = (sql: SqlClient.SqlClient, user: LoggedInUser): Fragment =>
  sql.literal(`json_build_array(${seenBy(user)?.columns ?? ""})`)

/** The lock that `lockValues` read for this user. */
export const lockOf = (user: LoggedInUser, values: ReadonlyArray<unknown>): Lock =>
  // The names and the order are those that the values were read in.
  Object.fromEntries(
    (seenBy(user)?.entries ?? []).map(([name, { labels }], at) => [
      name,
      labels === undefined ? values[at] : (labels.get(Number(values[at])) ?? null)
    ])
  ) as unknown as Lock

/** A JSON array of such texts, from a column of them. */
export const lockArray = (sql: SqlClient.SqlClient, column: string): Fragment =>
  sql.literal(`'[' || coalesce(string_agg(${column}, ','), '') || ']'`)

/** What a lock is read from, after `FROM locks l`. */
export const lockJoins = (sql: SqlClient.SqlClient): Fragment =>
  sql.literal("LEFT JOIN facilities f ON f.facility_id = l.facility_id LEFT JOIN users w ON w.user_id = l.updated_by")

/** Some locks as a user sees them, as a value that a statement returns beside others: a JSON array in no order. */
export const locksTold = (sql: SqlClient.SqlClient, user: LoggedInUser, lockIDs: ReadonlyArray<number>): Fragment =>
  sql`(SELECT (${lockArray(sql, "t.text")})::json FROM (
    SELECT ${lockText(sql, user, false)} AS text FROM locks l ${lockJoins(sql)}
    WHERE l.lock_id = ANY(${[...lockIDs]}::int[]) AND l.company_id = ${user.companyID}) t)`

/**
 * The locks a user can see at all: their company's, and of confined users those of their facilities and inventory.
 * @param company how the company is read; an expression that is no column is never looked up in an index
 */
export const visible = (sql: SqlClient.SqlClient, user: LoggedInUser, company = "l.company_id") =>
  visibleTo(
    sql,
    sql`${user.companyID}`,
    user.facilityIDs.length === 0 ? null : sql`${user.facilityIDs}::int[]`,
    company
  )

/** As `visible`, of the user's company and an array of their facilities; null where they are confined to none. */
export const visibleTo = (
  sql: SqlClient.SqlClient,
  companyID: Fragment,
  facilityIDs: Fragment | null,
  company: string
) => {
  const own = sql`${sql.literal(company)} = ${companyID}`
  return facilityIDs === null ? own : sql`${own} AND (l.facility_id = ANY(${facilityIDs}) OR l.facility_id IS NULL)`
}
