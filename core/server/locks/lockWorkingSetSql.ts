import { Effect } from "effect"
import { SqlClient } from "effect/sql"
import type { LoggedInUser } from "#core/auth/LoggedInUser.ts"
import type { CompanyId, FacilityId, LockId } from "#core/base/ids.ts"
import { unitKey } from "#core/base/unitName.ts"
import { defaultMaxLocksPerFacility } from "#core/companies/tiers.ts"
import type { Lock } from "#core/locks/Lock.ts"
import { type LockStatusId, uncountedStatuses } from "#core/locks/lockStatuses.ts"
import { destinationOf, type LockItem, nameOf, workingLockOf } from "./lockItems.ts"
import { LockWorkingSet, type WorkingLock } from "./LockWorkingSet.ts"
import { lockJoins, lockJson } from "./lockSql.ts"
import { inUnits } from "./unitSql.ts"

interface LockRow {
  readonly lock_id: LockId
  readonly company_id: CompanyId
  readonly serial: string
  readonly facility_id: FacilityId | null
  readonly facility_name: string | null
  readonly status: LockStatusId
  readonly unit: string | null
  readonly color: number
  readonly is_active: boolean
  readonly version: number
  readonly updated_on: string
  readonly sealed: Uint8Array
  readonly code_version: number
  readonly shown: Lock | null
}

const workingLock = (row: LockRow): WorkingLock => ({
  lockID: row.lock_id,
  companyID: row.company_id,
  serial: row.serial,
  state: {
    facilityID: row.facility_id,
    status: row.status,
    unit: row.unit,
    color: row.color,
    isActive: row.is_active
  },
  facilityName: row.facility_name ?? "",
  version: row.version,
  updatedOn: row.updated_on,
  sealed: row.sealed,
  codeVersion: row.code_version,
  shown: row.shown
})

/**
 * Serializes changes of a company's locks: every writer takes this lock first, so that rows, counters and limits are never
 * locked in two orders. Reveals do not need it: they lock one lock's row and no counter.
 */
export const takeWriteLock = (sql: SqlClient.SqlClient, companyID: CompanyId) =>
  sql<{ n: number }>`
    SELECT c.locks_per_unit AS n, pg_advisory_xact_lock(${lockChanges}, c.company_id)::text FROM companies c
    WHERE c.company_id = ${companyID}`

/** The first half of the advisory lock's key. */
const lockChanges = 1_279_869_003

/**
 * The same within a writing statement, as a row to join. The write then happens under the lock, but the statement's snapshot is
 * from before, so it must check that its row is still as read.
 */
export const writeLockTaken = (sql: SqlClient.SqlClient, companyID: CompanyId) =>
  sql`(SELECT pg_advisory_xact_lock(${lockChanges}, ${companyID}::int)::text AS taken)`

const workingSetOf = ([company]: ReadonlyArray<{ readonly n: number }>) => new LockWorkingSet(company?.n ?? 4)

/** An empty working set of a company, holding its write lock until the transaction ends. */
export const lockedWorkingSet = (companyID: CompanyId) =>
  Effect.flatMap(SqlClient.SqlClient, (sql) => Effect.map(takeWriteLock(sql, companyID), workingSetOf))

/** An empty working set of a company, for planning. */
export const emptyWorkingSet = (companyID: CompanyId) =>
  Effect.flatMap(SqlClient.SqlClient, (sql) =>
    Effect.map(
      sql<{ n: number }>`SELECT locks_per_unit AS n FROM companies WHERE company_id = ${companyID}`,
      workingSetOf
    )
  )

const loadPlaces = Effect.fnUntraced(function* (
  user: LoggedInUser,
  workingSet: LockWorkingSet,
  wanted: ReadonlyArray<FacilityId>,
  hold: boolean
) {
  const ids = [...new Set(wanted)].filter((id) => workingSet.place(id) === undefined)
  if (ids.length === 0) return
  const sql = yield* SqlClient.SqlClient
  const rows = yield* sql<{
    facility_id: FacilityId
    name: string
    is_active: boolean
    max: number | null
    own_max: boolean
    counted: number
  }>`
    SELECT f.facility_id, f.name, f.is_active, c.max_locks_per_facility AS max, c.own_max_locks AS own_max,
      (SELECT coalesce(sum(k.n), 0)::int FROM lock_counts k WHERE k.company_id = f.company_id
        AND k.facility_id = f.facility_id AND k.is_active AND NOT ${sql.in("k.status", [...uncountedStatuses])}) AS counted
    FROM facilities f JOIN companies c USING (company_id)
    WHERE f.facility_id = ANY(${ids}::int[]) AND f.company_id = ${user.companyID} AND f.deleted_at IS NULL
    ORDER BY f.facility_id ${hold ? sql`FOR SHARE OF f` : sql``}`
  const found = new Map(rows.map((row) => [row.facility_id, row]))
  for (const facilityID of ids) {
    const row = found.get(facilityID)
    if (row?.is_active === false) {
      workingSet.addInactive(facilityID, row.name)
      continue
    }
    const place =
      row === undefined
        ? null
        : {
            facilityID,
            name: row.name,
            max: row.own_max ? row.max : defaultMaxLocksPerFacility(user.subscriptionTier),
            counted: row.counted
          }
    workingSet.addPlace(facilityID, place)
  }
})

const loadLocks = Effect.fnUntraced(function* (
  user: LoggedInUser,
  workingSet: LockWorkingSet,
  items: ReadonlyArray<LockItem>,
  hold: boolean
) {
  const names = items.map(nameOf)
  const serials = names.flatMap((name) =>
    "serial" in name && workingSet.lock(name.serial) === undefined ? [name.serial] : []
  )
  const ids = names.flatMap((name) =>
    "lockID" in name && workingSet.lockOf(name.lockID) === undefined ? [name.lockID] : []
  )
  if (serials.length + ids.length === 0) return
  const sql = yield* SqlClient.SqlClient
  // The full lock is needed only to report a change since it was read.
  const shown = items.some((item) => item.kind === "change" && item.readOn !== undefined)
  const rows = yield* sql<LockRow>`
    SELECT ${shown ? lockJson(sql, user) : sql`NULL`} AS shown, l.lock_id, l.company_id, l.serial, l.facility_id, f.name AS facility_name, l.status, l.unit, l.color,
      l.is_active, l.version, iso(l.updated_at) AS updated_on, l.sealed, l.code_version
    FROM locks l ${lockJoins(sql)}
    WHERE ${
      ids.length === 0
        ? sql`l.serial = ANY(${serials}::text[])`
        : serials.length === 0
          ? sql`l.lock_id = ANY(${ids}::int[])`
          : sql`(l.serial = ANY(${serials}::text[]) OR l.lock_id = ANY(${ids}::int[]))`
    }
    ORDER BY l.serial ${hold ? sql`FOR NO KEY UPDATE OF l` : sql``}`
  for (const row of rows) workingSet.addLock(row.serial, workingLock(row))
  for (const serial of serials) if (workingSet.lock(serial) === undefined) workingSet.addLock(serial, null)
})

const loadRegistry = Effect.fnUntraced(function* (workingSet: LockWorkingSet, items: ReadonlyArray<LockItem>) {
  const serials = items.flatMap((item) =>
    item.kind === "activate" &&
    workingSet.lock(item.serial) === null &&
    workingSet.registered(item.serial) === undefined
      ? [item.serial]
      : []
  )
  if (serials.length === 0) return
  const sql = yield* SqlClient.SqlClient
  const rows = yield* sql<{ serial: string; sealed: Uint8Array }>`
    SELECT serial, sealed FROM registry WHERE serial = ANY(${serials}::text[])`
  for (const { serial, sealed } of rows) workingSet.addRegistered(serial, sealed)
})

/** Loads the locks in the items' units, if the company allows only one lock per unit. */
const loadUnits = Effect.fnUntraced(function* (
  user: LoggedInUser,
  workingSet: LockWorkingSet,
  items: ReadonlyArray<LockItem>
) {
  if (workingSet.locksPerUnit !== 1) return
  const wanted = items.flatMap((item) => {
    const { facilityID, unit } = destinationOf(item, workingLockOf(workingSet, item) ?? null)
    return facilityID === null || unit === null || workingSet.knowsUnit(facilityID, unit) ? [] : [{ facilityID, unit }]
  })
  if (wanted.length === 0) return
  const sql = yield* SqlClient.SqlClient
  const rows = yield* sql<{ facility_id: FacilityId; unit: string; serial: string }>`
    SELECT l.facility_id, l.unit, l.serial FROM locks l
    WHERE l.company_id = ${user.companyID} AND ${inUnits(
      sql,
      wanted.map(({ unit }) => unit)
    )} AND l.is_active AND l.facility_id IS NOT NULL`
  const keyOf = (facilityID: FacilityId, unit: string): string => `${facilityID}\n${unitKey(unit)}`
  const found = Map.groupBy(rows, ({ facility_id, unit }) => keyOf(facility_id, unit))
  for (const { facilityID, unit } of wanted) {
    const here = found.get(keyOf(facilityID, unit)) ?? []
    workingSet.addUnit(
      facilityID,
      unit,
      here.map(({ serial }) => serial)
    )
  }
})

/**
 * Loads what the items need and the working set lacks. `hold` locks the locks and facilities until the transaction ends. For items of
 * several users, the first one's view is used: all must see the same fields of a lock. Fails only if the database does.
 */
export const loadWorkingSet = Effect.fn("loadWorkingSet")(function* (
  user: LoggedInUser,
  workingSet: LockWorkingSet,
  items: ReadonlyArray<LockItem>,
  hold: boolean
) {
  yield* loadPlaces(
    user,
    workingSet,
    items.flatMap((item) => destinationOf(item, null).facilityID ?? []),
    hold
  )
  yield* loadLocks(user, workingSet, items, hold)
  yield* loadRegistry(workingSet, items)
  yield* loadUnits(user, workingSet, items)
})
