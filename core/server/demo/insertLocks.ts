import { Effect } from "effect"
import { SqlClient } from "effect/sql"
import type { LockId } from "#core/base/ids.ts"
import { Keyring } from "../secrets/Keyring.ts"
import type { DemoLock } from "./demoLocks.ts"
import { parameterTable } from "./parameterTable.ts"

/** Inserts locks with their logs, each combination sealed for the lock's company. Returns their ids in the same order. */
export const insertLocks = Effect.fnUntraced(function* (locks: ReadonlyArray<DemoLock>) {
  const sql = yield* SqlClient.SqlClient
  const keyring = yield* Keyring
  const sealed = yield* Effect.forEach(locks, ({ place: { companyID }, serial, codeVersion, combination }) =>
    keyring.sealCode({ companyID, serial, version: codeVersion }, combination)
  )
  const rows = parameterTable(
    sql,
    locks.map((lock, nth) => ({ lock, sealed: sealed[nth] })),
    {
      company: ["int", ({ lock }) => lock.place.companyID],
      facility: ["int", ({ lock }) => lock.place.facility?.facilityID ?? null],
      serial: ["text", ({ lock }) => lock.serial],
      status: ["smallint", ({ lock }) => lock.status],
      unit: ["text", ({ lock }) => lock.unit],
      color: ["int", ({ lock }) => lock.color],
      active: ["boolean", ({ lock }) => lock.isActive],
      sealed: ["bytea", (row) => row.sealed],
      code_version: ["int", ({ lock }) => lock.codeVersion],
      views: ["int", ({ lock }) => lock.viewCount],
      version: ["int", ({ lock }) => lock.version],
      by: ["int", ({ lock }) => lock.updatedBy],
      at: ["timestamptz", ({ lock }) => lock.updatedAt]
    }
  )
  const made = yield* sql<{ lock_id: LockId }>`
    INSERT INTO locks (company_id, facility_id, serial, status, unit, color, is_active, sealed, code_version, view_count,
      version, updated_by, updated_at)
    SELECT company, facility, serial, status, unit, color, active, sealed, code_version, views, version, by, at
    FROM ${rows} ORDER BY nr RETURNING lock_id`
  const ids = made.map(({ lock_id }) => lock_id)
  const logs = locks.flatMap((lock, nth) =>
    lock.logs.map((log) => ({ lockID: ids[nth], companyID: lock.place.companyID, ...log }))
  )
  const logRows = parameterTable(sql, logs, {
    lock: ["int", (log) => log.lockID],
    company: ["int", (log) => log.companyID],
    text: ["text", (log) => log.text],
    by: ["int", (log) => log.userID],
    at: ["timestamptz", (log) => log.at]
  })
  yield* sql`
    INSERT INTO lock_logs (lock_id, company_id, description, user_id, created_at)
    SELECT lock, company, text, by, at FROM ${logRows} ORDER BY nr`
  return { ids, logs: logs.length }
})
