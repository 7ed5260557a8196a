import { Effect } from "effect"
import type { SqlClient } from "effect/sql"
import { nameOnRecord } from "#core/auth/actingRules.ts"
import type { LoggedInUser } from "#core/auth/LoggedInUser.ts"
import type { FacilityId, LockId } from "#core/base/ids.ts"
import { inUseStatuses } from "#core/facilities/facilityRules.ts"
import { type AuditEntry, doneBy } from "../audit/auditEntry.ts"

interface LeftLock {
  readonly lock_id: LockId
  readonly serial: string
  readonly status: number
  readonly color: number
  readonly version: number
}

/** The number of a facility's locks that are on units or in use. */
export const locksInUse = (sql: SqlClient.SqlClient, facilityID: FacilityId) =>
  Effect.map(
    sql<{ n: number }>`
      SELECT count(*)::int AS n FROM locks
      WHERE facility_id = ${facilityID} AND is_active AND ${sql.in("status", [...inUseStatuses])}`,
    ([row]) => row?.n ?? 0
  )

/** Moves the locks of a facility that will be deleted to the inventory, each with a log line; returns their audit entries. */
export const locksToInventory = Effect.fnUntraced(function* (
  sql: SqlClient.SqlClient,
  user: LoggedInUser,
  { facilityID, facilityName }: { readonly facilityID: FacilityId; readonly facilityName: string },
  at: string
) {
  const locks = yield* sql<LeftLock>`
    UPDATE locks SET facility_id = NULL, unit = NULL, version = version + 1, updated_by = ${user.userID},
      updated_at = greatest(${at}::timestamptz, updated_at + interval '1 millisecond')
    WHERE facility_id = ${facilityID} RETURNING lock_id, serial, status, color, version`
  const line = `Moved to the inventory, because ${facilityName} was deleted, by ${nameOnRecord(user)}`
  const lockIDs = locks.map(({ lock_id }) => lock_id)
  yield* sql`
    INSERT INTO lock_logs (lock_id, company_id, description, user_id, created_at)
    SELECT id, ${user.companyID}, ${line}::text, ${user.userID}, ${at}::timestamptz FROM unnest(${lockIDs}::int[]) AS id`
  const records = locks.map(({ lock_id: lockID, serial, status, color, version }): AuditEntry => ({
    ...doneBy(user),
    at,
    action: "locks.transfer",
    subject: serial,
    detail: { lockID, version, session: null, facilityID: null, status, unit: null, color, fromFacilityID: facilityID }
  }))
  return { lockIDs, records }
})
