import { Effect } from "effect"
import { SqlClient } from "effect/sql"
import type { Fragment } from "effect/sql/Statement"
import { DryRun } from "#core/auth/DryRun.ts"
import type { CompanyId } from "#core/base/ids.ts"
import type { LiveEvent } from "#core/live/LiveEvent.ts"
import { Audit } from "../audit/Audit.ts"
import { noteChange } from "../audit/ChangeMade.ts"
import { type AppendedAudit, appendAudit, type AuditEntry } from "../audit/auditEntry.ts"
import { rolledBack, transaction } from "../db/dryRuns.ts"
import { now } from "../db/now.ts"
import { LiveEvents } from "../live/LiveEvents.ts"
import { takeWriteLock } from "../locks/lockWorkingSetSql.ts"
import { WriteLockWaiters } from "../locks/WriteLockWaiters.ts"

/** A change of one row, decided from its read state. */
export interface RowChange<A, Row extends object> {
  readonly kind: "change"
  /** An UPDATE of the row if it is still as read; it returns `company_id` and the columns that `value` needs. */
  readonly update: Fragment
  /** Additional writes. Each reads its rows from `changed`, so that it does nothing if the row has changed. */
  readonly beside?: ReadonlyArray<Fragment>
  readonly record: AuditEntry
  readonly value: (row: Row) => A
  /** Runs before events are sent: clients reload at once, and must not see an old session. */
  readonly first?: (row: Row) => Effect.Effect<void>
  readonly events: ReadonlyArray<LiveEvent>
}

/** The result of reading: a change, nothing to change, or null if more than this row is involved. */
export type RowReading<A, Row extends object> = RowChange<A, Row> | { readonly kind: "same"; readonly value: A } | null

/**
 * Changes one row: reads it, decides, and writes the row with its audit record in one statement, which is its own transaction
 * (decision 79). If the row has changed meanwhile, nothing was written, and the change is repeated under the company's write
 * lock.
 */
export const makeRowChanges = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const audit = yield* Audit
  const live = yield* LiveEvents
  const waiters = yield* WriteLockWaiters

  const write = <A, Row extends object>({ update, beside = [], record }: RowChange<A, Row>) => {
    const more = beside.reduce(
      (all, each, nth) => sql`${all}, ${sql.literal(`beside_${nth}`)} AS (${each})`,
      sql`changed AS (${update})` as Fragment
    )
    return sql<Row & AppendedAudit>`
      WITH ${more} SELECT changed.*, a.audit_seq, a.audit_hash
      FROM changed JOIN ${appendAudit(sql, audit.macs, record, "changed.company_id")} a ON true`
  }

  /** Reads and writes; null if it needs the write lock. */
  const attempt = Effect.fnUntraced(function* <A, Row extends object, E, R>(
    read: (at: string, held: boolean) => Effect.Effect<RowReading<A, Row>, E, R>,
    held: boolean
  ) {
    const reading = yield* read(yield* now, held)
    if (reading === null) return null
    if (reading.kind === "same") return { value: reading.value, announce: Effect.void }
    const [row] = yield* write(reading)
    if (row === undefined) return null
    const { record, first, events } = reading
    yield* noteChange(record, Number(row.audit_seq))
    // The response waits for the witness and the sessions, but not for the events, which are sent in the background.
    const telling = Effect.forEach(events, (event) => live.tell(record.companyID, event), { discard: true })
    const announce = Effect.ensuring(
      audit.witness(record.companyID, row),
      Effect.andThen(first?.(row) ?? Effect.void, Effect.forkDetach(telling))
    )
    return { value: reading.value(row), announce }
  })

  /** Runs under the company's write lock: no one else can change the row after `read` locked it. */
  const inTurn = <A, Row extends object, E, R>(
    companyID: CompanyId,
    read: (at: string, held: boolean) => Effect.Effect<RowReading<A, Row>, E, R>
  ) =>
    waiters.waiting((came) =>
      transaction(sql)(
        Effect.gen(function* () {
          yield* takeWriteLock(sql, companyID)
          came()
          const done = yield* attempt(read, true)
          return done ?? (yield* Effect.die(new Error("a row was changed in spite of being held")))
        })
      )
    )

  /**
   * Makes the change returned by `read`. `held` tells it to lock the row (`FOR UPDATE`). `otherwise` makes changes that
   * sometimes involve more than one row.
   */
  return Effect.fnUntraced(function* <A, Row extends object, E, R, E2 = never, R2 = never>(
    companyID: CompanyId,
    read: (at: string, held: boolean) => Effect.Effect<RowReading<A, Row>, E, R>,
    otherwise?: Effect.Effect<A, E2, R2>
  ) {
    const quick = waiters.waiting(() => attempt(read, false))
    const first = yield* (yield* DryRun) ? rolledBack(sql)(quick) : quick
    if (first === null && otherwise !== undefined) return yield* otherwise
    const { value, announce } = first ?? (yield* inTurn(companyID, read))
    // The change is committed, so notify everyone even if the response fails.
    yield* announce
    return value
  }, Effect.uninterruptible)
})
