import { Effect } from "effect"
import type { SqlClient } from "effect/sql"
import type { LockWrite } from "./lockItems.ts"

/** A lock that was written. */
export interface WrittenLock {
  readonly serial: string
  readonly lock_id: number
  readonly version: number
}

/** A combination sealed for a lock, and the version it is sealed under. */
export interface SealedCode {
  readonly version: number
  readonly bytes: Uint8Array
}

/** A change as it is written: who makes it, and the combination sealed for it, where it gets another one. */
export interface LockWriting {
  readonly userID: number
  readonly write: LockWrite
  readonly code: SealedCode | null
}

/**
 * Writes the locks of some changes in one statement, each at most once. The moment of a lock's last change always moves
 * on, so that it tells two states of a lock apart whatever the clock does.
 */
export const writeLocks = (
  sql: SqlClient.SqlClient,
  companyID: number,
  at: string,
  writings: ReadonlyArray<LockWriting>
) => {
  const rows = writings.map(({ userID, code, write: { lock, made, after } }) => ({
    id: made ? null : lock.lockID,
    serial: lock.serial,
    facility: after.facilityID,
    status: after.status,
    unit: after.unit,
    color: after.color,
    sealed: code === null ? null : Buffer.from(code.bytes).toString("hex"),
    code: code?.version ?? null,
    by: userID
  }))
  const both = rows.some(({ id }) => id === null) && rows.some(({ id }) => id !== null)
  const given = sql`json_to_recordset(${JSON.stringify(rows)}::text::json) AS w(id int, serial text, facility int,
    status smallint, unit text, color int, sealed text, code int, by int)`
  const changed = sql`
    UPDATE locks l SET facility_id = w.facility, status = w.status, unit = w.unit, color = w.color, is_active = true,
      sealed = coalesce(decode(w.sealed, 'hex'), l.sealed), code_version = coalesce(w.code, l.code_version),
      version = l.version + 1, updated_by = w.by,
      updated_at = greatest(${at}::timestamptz, l.updated_at + interval '1 millisecond')
    FROM ${given} WHERE l.lock_id = w.id RETURNING l.serial, l.lock_id, l.version`
  const made = sql`
    INSERT INTO locks (company_id, facility_id, serial, status, unit, color, sealed, updated_by, updated_at)
    SELECT ${companyID}, w.facility, w.serial, w.status, w.unit, w.color, decode(w.sealed, 'hex'), w.by,
      ${at}::timestamptz
    FROM ${given} WHERE w.id IS NULL RETURNING serial, lock_id, version`
  if (both) {
    return sql<WrittenLock>`WITH c AS (${changed}), m AS (${made}) SELECT * FROM c UNION ALL SELECT * FROM m`
  }
  return rows.some(({ id }) => id === null) ? sql<WrittenLock>`${made}` : sql<WrittenLock>`${changed}`
}

/** Keeps the present combinations of locks that get another one, in place of what was kept of them before. */
export const keepCodes = (sql: SqlClient.SqlClient, writings: ReadonlyArray<LockWriting>) => {
  const lockIDs = writings.flatMap(({ write: { made, newCode, lock } }) =>
    made || newCode === null ? [] : [lock.lockID]
  )
  return lockIDs.length === 0
    ? Effect.void
    : sql`
        INSERT INTO former_codes SELECT lock_id, code_version, sealed FROM locks WHERE lock_id = ANY(${lockIDs}::int[])
        ON CONFLICT (lock_id) DO UPDATE SET code_version = excluded.code_version, sealed = excluded.sealed`
}
