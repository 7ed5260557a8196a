import { Context, Effect, Layer, Result } from "effect"
import type { CurrentSession } from "#core/api/Guard.ts"
import { words } from "#core/api/problem.ts"
import type { FacilityId, LockId } from "#core/base/ids.ts"
import { FacilityNotFound } from "#core/facilities/FacilityErrors.ts"
import type { LeftLock } from "#core/inventory/InventoryApi.ts"
import { asServerFault } from "../locks/asServerFault.ts"
import type { LockItem } from "../locks/lockItems.ts"
import { LockWrites, type Outcome } from "../locks/LockWrites.ts"

/** Locks assigned per transaction. */
const pieceLocks = 250

/**
 * The result of an assignment: the audit numbers of the assigned locks, how many were already at the facility, and which were
 * left out.
 */
export interface Assigned {
  readonly records: ReadonlyArray<number>
  readonly unchanged: number
  readonly left: ReadonlyArray<LeftLock>
}

/** The company's locks without a facility (001 §2). */
export class Inventory extends Context.Service<
  Inventory,
  {
    /**
     * Assigns locks of the inventory to a facility, each by the rules for one: locks that are missing, not Available or beyond
     * the facility's limit are left out.
     */
    readonly assign: (
      session: CurrentSession,
      lockIDs: ReadonlyArray<LockId>,
      facilityID: FacilityId
    ) => Effect.Effect<Assigned, FacilityNotFound>
  }
>()("lockdesk/server/Inventory") {
  static readonly layer = Layer.effect(
    Inventory,
    Effect.gen(function* () {
      const writes = yield* LockWrites

      /**
       * The outcomes of a batch of locks, in order. An invalid facility fails the whole call if none is assigned yet; if it is
       * deleted later, the remaining locks are left out.
       */
      const assignedOf = (lockIDs: ReadonlyArray<LockId>, isFirst: boolean) =>
        Effect.fnUntraced(function* (outcomes: ReadonlyArray<Outcome>) {
          const records: Array<number> = []
          const left: Array<LeftLock> = []
          let unchanged = 0
          for (const [nth, outcome] of outcomes.entries()) {
            if (Result.isSuccess(outcome)) {
              if (outcome.success === null) unchanged++
              else records.push(outcome.success.auditSeq)
            } else if (isFirst && outcome.failure._tag === "FacilityNotFound") return yield* outcome.failure
            else left.push({ lockID: lockIDs[nth]!, code: outcome.failure._tag, ...words(outcome.failure) })
          }
          return { records, unchanged, left }
        })

      const assign = Effect.fn("Inventory.assign")(function* (
        session: CurrentSession,
        lockIDs: ReadonlyArray<LockId>,
        facilityID: FacilityId
      ) {
        const ids = [...new Set(lockIDs)]
        const records: Array<number> = []
        const left: Array<LeftLock> = []
        let unchanged = 0
        for (let from = 0; from < ids.length; from += pieceLocks) {
          const piece = ids.slice(from, from + pieceLocks)
          const items = piece.map((lockID): LockItem => ({ kind: "assign", lock: { lockID }, facilityID }))
          const done = yield* writes.run(session, {
            items: Effect.succeed(items),
            after: assignedOf(piece, records.length === 0)
          })
          records.push(...done.records)
          left.push(...done.left)
          unchanged += done.unchanged
        }
        return { records, unchanged, left }
      }, asServerFault)

      return Inventory.of({ assign })
    })
  )
}
