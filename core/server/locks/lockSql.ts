import type { SqlClient } from "effect/sql"
import type { Fragment } from "effect/sql/Statement"
import type { LoggedInUser } from "#core/auth/LoggedInUser.ts"
import type { LockId } from "#core/base/ids.ts"
import type { Lock, ShownLock } from "#core/locks/Lock.ts"
import { seesStatus } from "#core/locks/lockRules.ts"
import { CoarseLockStatus, LockStatus } from "#core/locks/lockStatuses.ts"

/** A field of a `Lock`: its source, and SQL for its JSON, which is never NULL: that would make the whole lock NULL. */
interface LockField {
  readonly column: string
  readonly json: string
  /** The labels of an enumeration's numbers. */
  readonly labels?: ReadonlyMap<number, string>
}

const number = (column: string): LockField => ({ column, json: `coalesce(${column}::text, 'null')` })
const text = (column: string): LockField => ({ column, json: `coalesce(to_json(${column})::text, 'null')` })

/** The label of an enumeration instead of its number. */
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
 * A lock as JSON text for a user: concatenated strings take two thirds of the time of the database's JSON functions, which take
 * half of that of row objects. `masked` writes the null that means '****'; combinations are never included here. Each variant
 * is composed once.
 */
export const lockText = (sql: SqlClient.SqlClient, user: LoggedInUser, masked: boolean): Fragment =>
  sql.literal(texts[Number(masked)]?.[Number(seesStatus(user))] ?? "")

/** The same as a JSON value, which the driver parses. */
export const lockJson = (sql: SqlClient.SqlClient, user: LoggedInUser): Fragment =>
  sql`(${lockText(sql, user, false)})::json`

/**
 * The values from which `lockOf` builds a lock, as a JSON array: for a single lock, starting the whole text takes longer than
 * writing it, and the driver would take longer to read separate columns than the database for everything.
 */
export const lockValues = (sql: SqlClient.SqlClient, user: LoggedInUser): Fragment =>
  sql.literal(`json_build_array(${seenBy(user)?.columns ?? ""})`)

/** Builds the lock from the result of `lockValues` for the same user. */
export const lockOf = (user: LoggedInUser, values: ReadonlyArray<unknown>): Lock =>
  // In the same order as the values.
  Object.fromEntries(
    (seenBy(user)?.entries ?? []).map(([name, { labels }], at) => [
      name,
      labels === undefined ? values[at] : (labels.get(Number(values[at])) ?? null)
    ])
  ) as unknown as Lock

/** A JSON array from a column of such texts. */
export const lockArray = (sql: SqlClient.SqlClient, column: string): Fragment =>
  sql.literal(`'[' || coalesce(string_agg(${column}, ','), '') || ']'`)

/** The joins that a lock needs, after `FROM locks l`. */
export const lockJoins = (sql: SqlClient.SqlClient): Fragment =>
  sql.literal("LEFT JOIN facilities f ON f.facility_id = l.facility_id LEFT JOIN users w ON w.user_id = l.updated_by")

/** Locks as a user sees them, as an extra value of a statement: an unordered JSON array. */
export const shownLocks = (sql: SqlClient.SqlClient, user: LoggedInUser, lockIDs: ReadonlyArray<LockId>): Fragment =>
  sql`(SELECT (${lockArray(sql, "t.text")})::json FROM (
    SELECT ${lockText(sql, user, false)} AS text FROM locks l ${lockJoins(sql)}
    WHERE l.lock_id = ANY(${[...lockIDs]}::int[]) AND l.company_id = ${user.companyID}) t)`

/**
 * The condition for locks that a user can see: their company's or, for restricted users, those of their facilities and the
 * inventory.
 * @param company how the company is compared; an expression other than a column prevents using its index
 */
export const visible = (sql: SqlClient.SqlClient, user: LoggedInUser, company = "l.company_id") =>
  visibleTo(
    sql,
    sql`${user.companyID}`,
    user.facilityIDs.length === 0 ? null : sql`${user.facilityIDs}::int[]`,
    company
  )

/** Like `visible`, for the user's company and an array of their facilities; null if they are not restricted. */
export const visibleTo = (
  sql: SqlClient.SqlClient,
  companyID: Fragment,
  facilityIDs: Fragment | null,
  company: string
) => {
  const own = sql`${sql.literal(company)} = ${companyID}`
  return facilityIDs === null ? own : sql`${own} AND (l.facility_id = ANY(${facilityIDs}) OR l.facility_id IS NULL)`
}
