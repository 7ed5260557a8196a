import { Effect } from "effect"
import type { SqlClient } from "effect/sql"
import type { SqlError } from "effect/sql/SqlError"
import type { CompanyId, LockId, UserId } from "#core/base/ids.ts"
import { arrayText } from "../db/arrayText.ts"
import type { LockWrite } from "./lockItems.ts"

/** A lock that was written. */
export interface WrittenLock {
  readonly serial: string
  readonly lock_id: LockId
  readonly version: number
}

/** A combination sealed for a lock, and the version it is sealed with. */
export interface SealedCode {
  readonly version: number
  readonly bytes: Uint8Array
}

/** A change to write: its user, and the sealed new combination if there is one. */
export interface LockWriting {
  readonly userID: UserId
  readonly write: LockWrite
  readonly code: SealedCode | null
}

/**
 * Writes changed locks in one statement, each at most once. The time of a lock's last change always increases, so that it
 * distinguishes two states of a lock even if the clock does not.
 */
export const writeLocks = (
  sql: SqlClient.SqlClient,
  companyID: CompanyId,
  at: string,
  writings: ReadonlyArray<LockWriting>
) => {
  const made = writings.map(({ write }) => write.made)
  const column = (of: (writing: LockWriting) => string | number | null) => arrayText(writings.map(of))
  const given = sql`unnest(
    ${column(({ write: { made, lock } }) => (made ? null : lock.lockID))}::int[], ${column(({ write }) => write.lock.serial)}::text[],
    ${column(({ write }) => write.after.facilityID)}::int[], ${column(({ write }) => write.after.status)}::smallint[],
    ${column(({ write }) => write.after.unit)}::text[], ${column(({ write }) => write.after.color)}::int[],
    ${column(({ code }) => (code === null ? null : Buffer.from(code.bytes).toString("hex")))}::text[],
    ${column(({ code }) => code?.version ?? null)}::int[], ${column(({ userID }) => userID)}::int[])
    AS w(id, serial, facility, status, unit, color, sealed, code, by)`
  const changed = sql`
    UPDATE locks l SET facility_id = w.facility, status = w.status, unit = w.unit, color = w.color, is_active = true,
      sealed = coalesce(decode(w.sealed, 'hex'), l.sealed), code_version = coalesce(w.code, l.code_version),
      version = l.version + 1, updated_by = w.by,
      updated_at = greatest(${at}::timestamptz, l.updated_at + interval '1 millisecond')
    FROM ${given} WHERE l.lock_id = w.id RETURNING l.serial, l.lock_id, l.version`
  const inserted = sql`
    INSERT INTO locks (company_id, facility_id, serial, status, unit, color, sealed, updated_by, updated_at)
    SELECT ${companyID}, w.facility, w.serial, w.status, w.unit, w.color, decode(w.sealed, 'hex'), w.by,
      ${at}::timestamptz
    FROM ${given} WHERE w.id IS NULL RETURNING serial, lock_id, version`
  if (made.includes(true) && made.includes(false)) {
    return sql<WrittenLock>`WITH c AS (${changed}), m AS (${inserted}) SELECT * FROM c UNION ALL SELECT * FROM m`
  }
  return made.includes(true) ? sql<WrittenLock>`${inserted}` : sql<WrittenLock>`${changed}`
}

/** Stores the current combinations of locks that get a new one, replacing what was stored before. */
export const keepCodes = (
  sql: SqlClient.SqlClient,
  writes: ReadonlyArray<LockWrite>
): Effect.Effect<unknown, SqlError> => {
  const lockIDs = writes.flatMap(({ made, newCode, lock }) => (made || newCode === null ? [] : (lock.lockID ?? [])))
  return lockIDs.length === 0
    ? Effect.void
    : sql`
        INSERT INTO former_codes SELECT lock_id, code_version, sealed FROM locks WHERE lock_id = ANY(${lockIDs}::int[])
        ON CONFLICT (lock_id) DO UPDATE SET code_version = excluded.code_version, sealed = excluded.sealed`
}
