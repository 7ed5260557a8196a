import { Context, Effect, Layer, Result } from "effect"
import type { CurrentSession } from "#core/api/Guard.ts"
import { FacilityNotFound } from "#core/facilities/FacilityErrors.ts"
import { dying } from "../locks/dying.ts"
import type { LockItem } from "../locks/lockItems.ts"
import { LockWrites, type Outcome } from "../locks/LockWrites.ts"

/** Locks assigned in one transaction. */
const pieceLocks = 250

/** The company's locks that no facility has (001 §2). */
export class Inventory extends Context.Service<
  Inventory,
  {
    /**
     * Assigns locks of the inventory to a facility, each by the rules of one: what is not there, not Available or beyond
     * the facility's limit is left out. Returns the audit records of those that were assigned.
     */
    readonly assign: (
      session: CurrentSession,
      lockIDs: ReadonlyArray<number>,
      facilityID: number
    ) => Effect.Effect<ReadonlyArray<number>, FacilityNotFound>
  }
>()("lockdesk/server/Inventory") {
  static readonly layer = Layer.effect(
    Inventory,
    Effect.gen(function* () {
      const writes = yield* LockWrites

      /** The records of a piece; a facility that is not there is refused as a whole. */
      const recordsOf = Effect.fnUntraced(function* (outcomes: ReadonlyArray<Outcome>) {
        const records: Array<number> = []
        for (const outcome of outcomes) {
          if (Result.isSuccess(outcome) && outcome.success !== null) records.push(outcome.success.auditSeq)
          else if (Result.isFailure(outcome) && outcome.failure._tag === "FacilityNotFound")
            return yield* outcome.failure
        }
        return records
      })

      const assign = Effect.fn("Inventory.assign")(function* (
        session: CurrentSession,
        lockIDs: ReadonlyArray<number>,
        facilityID: number
      ) {
        const ids = [...new Set(lockIDs)]
        const records: Array<number> = []
        for (let from = 0; from < ids.length; from += pieceLocks) {
          const items = ids
            .slice(from, from + pieceLocks)
            .map((lockID): LockItem => ({ kind: "assign", lock: { lockID }, facilityID }))
          records.push(...(yield* writes.run(session, { items: Effect.succeed(items), after: recordsOf })))
        }
        return records
      }, dying)

      return Inventory.of({ assign })
    })
  )
}
