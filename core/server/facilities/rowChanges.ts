import { Effect } from "effect"
import { SqlClient } from "effect/sql"
import type { Fragment } from "effect/sql/Statement"
import { DryRun } from "#core/auth/DryRun.ts"
import type { LiveEvent } from "#core/live/LiveEvent.ts"
import { Audit } from "../audit/Audit.ts"
import { noteChange } from "../audit/ChangeMade.ts"
import { type AppendedAudit, appendAudit, type AuditEntry } from "../audit/auditEntry.ts"
import { rolledBack, transaction } from "../db/dryRuns.ts"
import { now } from "../db/now.ts"
import { LiveEvents } from "../live/LiveEvents.ts"
import { takeTurn } from "../locks/lockSceneSql.ts"
import { TurnWaiters } from "../locks/TurnWaiters.ts"

/** A change of one row that was decided from what was read of it. */
export interface RowChange<A, Row extends object> {
  readonly kind: "change"
  /** An UPDATE of that row, as long as it still is what was read; it returns its `company_id` and what `value` is made of. */
  readonly update: Fragment
  /** Writes beside it. Each takes its rows from `changed`, so that it does nothing where the row is another by now. */
  readonly beside?: ReadonlyArray<Fragment>
  readonly record: AuditEntry
  readonly value: (row: Row) => A
  /** Runs before anybody is told: whoever hears of it asks at once, and must not get an old session. */
  readonly first?: (row: Row) => Effect.Effect<void>
  readonly events: ReadonlyArray<LiveEvent>
}

/** What reading came to: a change, nothing to change, or null where more than this row is to be looked at or written. */
export type RowReading<A, Row extends object> = RowChange<A, Row> | { readonly kind: "same"; readonly value: A } | null

/**
 * Changes of one row: read it, decide, and write the row with its record in one statement, which is its own transaction
 * (decision 79). Where somebody was faster, nothing was written, and the change is made again in turn, where nobody can be.
 */
export const makeRowChanges = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const audit = yield* Audit
  const live = yield* LiveEvents
  const waiters = yield* TurnWaiters

  const write = <A, Row extends object>({ update, beside = [], record }: RowChange<A, Row>) => {
    const more = beside.reduce(
      (all, each, nth) => sql`${all}, ${sql.literal(`beside_${nth}`)} AS (${each})`,
      sql`changed AS (${update})` as Fragment
    )
    return sql<Row & AppendedAudit>`
      WITH ${more} SELECT changed.*, a.audit_seq, a.audit_hash
      FROM changed JOIN ${appendAudit(sql, audit.macs, record, "changed.company_id")} a ON true`
  }

  /** Reads and writes; null where it has to be done in turn. */
  const attempt = Effect.fnUntraced(function* <A, Row extends object, E, R>(
    read: (at: string, held: boolean) => Effect.Effect<RowReading<A, Row>, E, R>,
    held: boolean
  ) {
    const reading = yield* read(yield* now, held)
    if (reading === null) return null
    if (reading.kind === "same") return { value: reading.value, told: Effect.void }
    const [row] = yield* write(reading)
    if (row === undefined) return null
    const { record, first, events } = reading
    yield* noteChange(record, Number(row.audit_seq))
    // The answer waits for the witness and for sessions, not for the events: they are made while it is on its way.
    const telling = Effect.forEach(events, (event) => live.tell(record.companyID, event), { discard: true })
    const told = Effect.ensuring(
      audit.witness(record.companyID, row),
      Effect.andThen(first?.(row) ?? Effect.void, Effect.forkDetach(telling))
    )
    return { value: reading.value(row), told }
  })

  /** In turn with all that changes locks of the company: nobody else changes the row once `read` has held it. */
  const inTurn = <A, Row extends object, E, R>(
    companyID: number,
    read: (at: string, held: boolean) => Effect.Effect<RowReading<A, Row>, E, R>
  ) =>
    waiters.waiting((came) =>
      transaction(sql)(
        Effect.gen(function* () {
          yield* takeTurn(sql, companyID)
          came()
          const done = yield* attempt(read, true)
          return done ?? (yield* Effect.die(new Error("a row was changed in spite of being held")))
        })
      )
    )

  /**
   * Makes the change that `read` comes to. `held` asks it to hold the row (`FOR UPDATE`). `otherwise` is for changes that are not
   * always of one row alone: it makes them as they were made without this.
   */
  return Effect.fnUntraced(function* <A, Row extends object, E, R, E2 = never, R2 = never>(
    companyID: number,
    read: (at: string, held: boolean) => Effect.Effect<RowReading<A, Row>, E, R>,
    otherwise?: Effect.Effect<A, E2, R2>
  ) {
    const quick = waiters.waiting(() => attempt(read, false))
    const first = yield* (yield* DryRun) ? rolledBack(sql)(quick) : quick
    if (first === null && otherwise !== undefined) return yield* otherwise
    const { value, told } = first ?? (yield* inTurn(companyID, read))
    // It is done, whatever becomes of the answer: everybody hears of it.
    yield* told
    return value
  }, Effect.uninterruptible)
})
