import { Effect, Result } from "effect"
import { SqlClient } from "effect/sql"
import type { Problem } from "#core/api/problem.ts"
import type { CompanyId, LockId } from "#core/base/ids.ts"
import type { Lock } from "#core/locks/Lock.ts"
import { now } from "../db/now.ts"
import { type Decision, type LockItem, workingLockOf } from "./lockItems.ts"
import { loadWorkingSet, lockedWorkingSet } from "./lockWorkingSetSql.ts"
import { shownLocks } from "./lockSql.ts"
import { type Actor, type ActorsWrite, decideNext, makeWriteAll } from "./lockTurn.ts"

/** A single requested change. */
export interface LockCall {
  readonly actor: Actor
  readonly item: LockItem
}

/**
 * The result of a single change: the lock as the caller sees it and its audit number (null if nothing changed), or why it was
 * refused.
 */
export type Changed = Result.Result<{ readonly lock: Lock; readonly auditSeq: number | null }, Problem>

/**
 * Makes single changes of a company's locks as if one after the other, in the current transaction. Calls `take` for them after
 * it has the company's write lock. A second change of the same lock in one transaction returns null: it has to wait for the
 * next.
 */
export const makeSingleChanges = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const writeAll = yield* makeWriteAll

  return Effect.fnUntraced(
    function* (companyID: CompanyId, take: () => ReadonlyArray<LockCall>) {
      const workingSet = yield* lockedWorkingSet(companyID)
      const calls = take()
      const [first] = calls
      if (first === undefined) throw new RangeError("nobody asked for a change")
      const { user } = first.actor
      const items = calls.map(({ item }) => item)
      const at = yield* now
      yield* loadWorkingSet(user, workingSet, items, true)

      const writes: Array<ActorsWrite> = []
      const changed = new Set<string>()
      const unchanged: Array<LockId> = []
      const decisions = calls.map(
        ({ actor, item }): { readonly decision: Decision; readonly lockID: LockId | null } | null => {
          const lock = workingLockOf(workingSet, item)
          if (lock !== undefined && changed.has(lock.serial)) return null
          const lockID = lock?.lockID ?? null
          const decision = decideNext(actor.user, workingSet, item)
          const write = Result.isSuccess(decision) ? decision.success : null
          if (write !== null) {
            writes.push({ actor, write })
            changed.add(write.lock.serial)
          } else if (Result.isSuccess(decision) && lockID !== null) unchanged.push(lockID)
          return { decision, lockID }
        }
      )

      const { lockIDs, head, shown } = yield* writeAll(workingSet, writes, at, { detail: {}, tell: unchanged })
      const read =
        writes.length > 0 || unchanged.length === 0
          ? shown
          : ((yield* sql<{ shown: ReadonlyArray<Lock> }>`SELECT ${shownLocks(sql, user, unchanged)} AS shown`)[0]
              ?.shown ?? [])
      const locks = new Map(read.map((lock) => [lock.lockID, lock]))
      const lockOf = (lockID: LockId | null | undefined): Lock => {
        const lock = lockID == null ? undefined : locks.get(lockID)
        if (lock === undefined) throw new Error(`lock ${lockID} is gone inside its own transaction`)
        return lock
      }
      const before = Number(head?.audit_seq ?? 0) - writes.length
      const nthOf = new Map(writes.map(({ write }, nth) => [write, nth]))
      return {
        lockIDs,
        head,
        changed: decisions.map((each): Changed | null => {
          if (each === null) return null
          const { decision, lockID } = each
          if (Result.isFailure(decision)) return Result.fail(decision.failure)
          if (decision.success === null) return Result.succeed({ lock: lockOf(lockID), auditSeq: null })
          const nth = nthOf.get(decision.success) ?? 0
          return Result.succeed({ lock: lockOf(lockIDs[nth]), auditSeq: before + 1 + nth })
        })
      }
    },
    Effect.provideService(SqlClient.SqlClient, sql)
  )
})
