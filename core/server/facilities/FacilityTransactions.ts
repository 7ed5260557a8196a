import { Context, Effect, Layer } from "effect"
import { SqlClient } from "effect/sql"
import type { SqlError } from "effect/sql/SqlError"
import type { CompanyId } from "#core/base/ids.ts"
import { FacilityNameTaken } from "#core/facilities/FacilityErrors.ts"
import type { LiveEvent } from "#core/live/LiveEvent.ts"
import { Audit } from "../audit/Audit.ts"
import { noteChange } from "../audit/ChangeMade.ts"
import type { AppendedAudit, AuditEntry } from "../audit/auditEntry.ts"
import type { WitnessFailed } from "../audit/Witness.ts"
import { transaction } from "../db/dryRuns.ts"
import { inPieces } from "../db/inPieces.ts"
import { now } from "../db/now.ts"
import { claimRequestKey } from "../db/requestKeys.ts"
import { uniqueRefusal } from "../db/uniqueRefusal.ts"
import { LiveEvents } from "../live/LiveEvents.ts"
import { takeWriteLock } from "../locks/lockWorkingSetSql.ts"
import { WriteLockWaiters } from "../locks/WriteLockWaiters.ts"

/** The result of changing facilities: the response, the records, and the events. */
export interface FacilityTransaction<A> {
  readonly value: A
  /** In time order; all records of a company have the same time. */
  readonly records: ReadonlyArray<AuditEntry>
  readonly events: ReadonlyArray<readonly [companyID: CompanyId, event: LiveEvent]>
  /** Statements of the transaction that run while the records are prepared. */
  readonly meanwhile?: Effect.Effect<void, SqlError>
  /** Runs after the commit and before the event: clients that get the event reload at once, and must not see an old session. */
  readonly first?: Effect.Effect<void>
}

/** Records per statement. */
const recordsAtOnce = 1_250

const ascending = (a: number, b: number): number => a - b

/** Turns a facility name that is already used into a refusal. */
export const nameTaken = (facilityName: string) =>
  uniqueRefusal("facilities_name", () => new FacilityNameTaken({ data: { facilityName } }))

/**
 * The only way to change facilities: in one transaction with the audit records, serialized with lock changes of the companies
 * involved, which are notified afterwards.
 */
export class FacilityTransactions extends Context.Service<
  FacilityTransactions,
  {
    readonly run: <A, E, R>(
      companyIDs: ReadonlyArray<CompanyId>,
      work: (at: string) => Effect.Effect<FacilityTransaction<A>, E, R>,
      turn?: "waiting" | "giving"
    ) => Effect.Effect<A, E | SqlError | WitnessFailed, R>
  }
>()("lockdesk/server/FacilityTransactions") {
  static readonly layer = Layer.effect(
    FacilityTransactions,
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const audit = yield* Audit
      const live = yield* LiveEvents
      const waiters = yield* WriteLockWaiters

      /** Appends to one company's chain; the last record is its new head. */
      const record = Effect.fnUntraced(function* (
        companyID: CompanyId,
        records: ReadonlyArray<AuditEntry>,
        meanwhile: Effect.Effect<void, SqlError> | undefined
      ) {
        const append = yield* audit.appending(companyID, records.length)
        const heads = yield* inPieces(
          records,
          recordsAtOnce,
          append,
          (appended) => sql<AppendedAudit>`SELECT * FROM ${appended}`,
          { before: meanwhile }
        )
        return heads.at(-1)?.at(-1)
      })

      const run = Effect.fn("FacilityTransactions.run")(function* <A, E, R>(
        companyIDs: ReadonlyArray<CompanyId>,
        work: (at: string) => Effect.Effect<FacilityTransaction<A>, E, R>,
        turn: "waiting" | "giving" = "waiting"
      ) {
        // Always in the same order, so that two transfers between the same companies can't deadlock.
        const turns = [...new Set(companyIDs)].toSorted(ascending)
        const { value, events, first, heads } = yield* waiters[turn]((came) =>
          transaction(sql)(
            Effect.gen(function* () {
              for (const companyID of turns) yield* takeWriteLock(sql, companyID)
              came()
              yield* claimRequestKey(sql)
              const done = yield* work(yield* now)
              const heads: Array<readonly [CompanyId, AppendedAudit]> = []
              for (const [nth, companyID] of turns.entries()) {
                const records = done.records.filter((entry) => entry.companyID === companyID)
                const head = yield* record(companyID, records, nth === 0 ? done.meanwhile : undefined)
                if (head === undefined) continue
                heads.push([companyID, head])
                const last = records.at(-1)
                if (last !== undefined) yield* noteChange(last, Number(head.audit_seq))
              }
              return { ...done, heads }
            })
          )
        )
        // The change is committed, so notify everyone even if the response fails.
        yield* Effect.ensuring(
          Effect.forEach(heads, ([companyID, head]) => audit.witness(companyID, head)),
          Effect.andThen(
            first ?? Effect.void,
            Effect.forEach(events, ([companyID, event]) => live.tell(companyID, event), { discard: true })
          )
        )
        return value
      }, Effect.uninterruptible)

      return FacilityTransactions.of({ run })
    })
  )
}
