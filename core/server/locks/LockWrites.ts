import { Context, Effect, Exit, Layer, Option, Result } from "effect"
import { SqlClient } from "effect/sql"
import type { SqlError } from "effect/sql/SqlError"
import type { Problem } from "#core/api/problem.ts"
import type { LoggedInUser } from "#core/auth/LoggedInUser.ts"
import type { CompanyId, LockId } from "#core/base/ids.ts"
import { seesStatus } from "#core/locks/lockRules.ts"
import { Audit } from "../audit/Audit.ts"
import type { AppendedAudit } from "../audit/auditEntry.ts"
import type { WitnessFailed } from "../audit/Witness.ts"
import { isAway } from "../db/databaseErrors.ts"
import { makeGroups } from "../db/groups.ts"
import { now } from "../db/now.ts"
import { violates } from "../db/uniqueRefusal.ts"
import { LiveEvents } from "../live/LiveEvents.ts"
import type { Decision, LockItem } from "./lockItems.ts"
import type { LockWorkingSet } from "./LockWorkingSet.ts"
import { emptyWorkingSet, loadWorkingSet, lockedWorkingSet } from "./lockWorkingSetSql.ts"
import { type Actor, decideNext, makeWriteAll, type MoreDetail } from "./lockTurn.ts"
import { type Changed, type LockCall, makeSingleChanges } from "./singleChanges.ts"
import { WriteLockWaiters } from "./WriteLockWaiters.ts"

/** The outcome of an item: the lock and its audit record (null if nothing changed), or why it was refused. */
export type Outcome = Result.Result<{ readonly lockID: LockId; readonly auditSeq: number } | null, Problem>

/** Work in the transaction of some changes: before them, to load them, and after them. */
export interface Work<A, E, R> {
  readonly items: Effect.Effect<ReadonlyArray<LockItem>, E, R>
  readonly detail?: MoreDetail
  /** Polled: whether to leave the remaining items for later. `after` then gets only the written ones. */
  readonly enough?: () => boolean
  /** The end of the transaction; a failure rolls everything back. */
  readonly after: (outcomes: ReadonlyArray<Outcome>, at: string) => Effect.Effect<A, E, R>
}

/** How often to retry when another company activates one of the locks first. */
const takenAtMost = 5

/** The maximum number of single changes per transaction: a caller waits about ten milliseconds for the others of its group. */
const groupAtMost = 100

const isTakenMeanwhile = (error: unknown): boolean => violates(error, "locks_serial")

/**
 * The only way to change locks: one or hundreds at once, by the same rules, each with its audit record and log line, all in one
 * transaction. A refused item writes nothing and does not affect the others.
 */
export class LockWrites extends Context.Service<
  LockWrites,
  {
    /** Decides and writes; then notifies the company of the changed locks. */
    readonly run: <A, E, R>(actor: Actor, work: Work<A, E, R>) => Effect.Effect<A, E | SqlError | WitnessFailed, R>
    /** Decides and writes one change, in one transaction with the company's other waiting changes (decision 54). */
    readonly one: (actor: Actor, item: LockItem) => Effect.Effect<Changed, SqlError | WitnessFailed>
    /** Makes the same decisions without writing; the working set advances to the planned state. */
    readonly foresee: (
      user: LoggedInUser,
      workingSet: LockWorkingSet,
      items: ReadonlyArray<LockItem>
    ) => Effect.Effect<ReadonlyArray<Decision>, SqlError>
    readonly workingSet: (user: LoggedInUser) => Effect.Effect<LockWorkingSet, SqlError>
  }
>()("lockdesk/server/LockWrites") {
  static readonly layer = Layer.effect(
    LockWrites,
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const audit = yield* Audit
      const live = yield* LiveEvents
      const waiters = yield* WriteLockWaiters
      const writeAll = yield* makeWriteAll
      const changeSome = yield* makeSingleChanges
      const withSql = Effect.provideService(SqlClient.SqlClient, sql)

      /** A transaction, retried if another company activated one of the locks in the meantime: it then counts as held. */
      const inTransaction = <A, E, R>(work: Effect.Effect<A, E, R>) =>
        sql.withTransaction(work).pipe(Effect.retry({ while: isTakenMeanwhile, times: takenAtMost }))

      /** The change is committed, so notify everyone even if the response fails. */
      const announce = (companyID: CompanyId, head: AppendedAudit | undefined, lockIDs: ReadonlyArray<LockId>) =>
        head === undefined
          ? Effect.void
          : Effect.ensuring(
              audit.witness(companyID, head),
              live.tell(companyID, { event: "updateLock", lockIDs: [...lockIDs] })
            )

      const run = Effect.fn("LockWrites.run")(function* <A, E, R>(actor: Actor, work: Work<A, E, R>) {
        const { user } = actor
        const done = yield* waiters[work.enough === undefined ? "waiting" : "giving"]((came) =>
          inTransaction(
            Effect.gen(function* () {
              const workingSet = yield* withSql(lockedWorkingSet(user.companyID))
              came()
              const items = yield* work.items
              const at = yield* now
              yield* withSql(loadWorkingSet(user, workingSet, items, true))
              const decisions = items.map((item) => decideNext(user, workingSet, item))
              const writes = decisions.flatMap((each) =>
                Result.isSuccess(each) && each.success !== null ? [each.success] : []
              )
              const { lockIDs, head } = yield* writeAll(
                workingSet,
                writes.map((write) => ({ actor, write })),
                at,
                { detail: work.detail ?? {}, tell: null, enough: work.enough }
              )
              const before = Number(head?.audit_seq ?? 0) - lockIDs.length
              const nthOf = new Map(writes.map((write, nth) => [write, nth]))
              const left = writes[lockIDs.length]
              const reached =
                left === undefined
                  ? decisions
                  : decisions.slice(
                      0,
                      decisions.findIndex((each) => Result.isSuccess(each) && each.success === left)
                    )
              const outcomes = reached.map((each): Outcome => {
                if (Result.isFailure(each)) return Result.fail(each.failure)
                const nth = each.success === null ? -1 : (nthOf.get(each.success) ?? -1)
                const lockID = lockIDs[nth]
                return Result.succeed(lockID === undefined ? null : { lockID, auditSeq: before + 1 + nth })
              })
              return { value: yield* work.after(outcomes, at), lockIDs, head }
            })
          )
        )
        yield* announce(user.companyID, done.head, done.lockIDs)
        return done.value
        // A caller who disconnects right after the commit must not prevent the witness or the event.
      }, Effect.uninterruptible)

      const commit = (companyID: CompanyId, take: () => ReadonlyArray<LockCall>) =>
        waiters.waiting((came) => {
          const taken = () => {
            came()
            return take()
          }
          return Effect.map(inTransaction(changeSome(companyID, taken)), ({ changed, lockIDs, head }) => ({
            exits: changed.map((each) => (each === null ? null : Exit.succeed(each))),
            after: announce(companyID, head, lockIDs)
          }))
        })
      const grouping = { most: groupAtMost, commit, undone: (cause: Parameters<typeof isAway>[0]) => !isAway(cause) }
      // Callers in a group can see the same fields, so one statement reads their results.
      const ofThoseWhoSeeStatus = makeGroups(grouping)
      const ofOthers = makeGroups(grouping)

      const one = Effect.fn("LockWrites.one")(function* (actor: Actor, item: LockItem) {
        const { user } = actor
        const call = { actor, item }
        const outer = yield* Effect.serviceOption(sql.transactionService)
        // In a caller's transaction, which a dry run rolls back, other callers' changes must not be included.
        if (Option.isSome(outer)) {
          const { exits, after } = yield* commit(user.companyID, () => [call])
          yield* after
          return yield* exits[0] ?? Effect.die(new Error("a change without an outcome"))
        }
        return yield* (seesStatus(user) ? ofThoseWhoSeeStatus : ofOthers)(user.companyID, call)
      }, Effect.uninterruptible)

      const foresee = Effect.fn("LockWrites.foresee")(function* (
        user: LoggedInUser,
        workingSet: LockWorkingSet,
        items: ReadonlyArray<LockItem>
      ) {
        yield* withSql(loadWorkingSet(user, workingSet, items, false))
        return items.map((item) => decideNext(user, workingSet, item))
      })

      return LockWrites.of({ run, one, foresee, workingSet: (user) => withSql(emptyWorkingSet(user.companyID)) })
    })
  )
}
