import { Context, Effect, Exit, Layer, Option, Result } from "effect"
import { SqlClient } from "effect/sql"
import { isSqlError, type SqlError } from "effect/sql/SqlError"
import type { Problem } from "#core/api/problem.ts"
import type { LoggedInUser } from "#core/auth/LoggedInUser.ts"
import { seesStatus } from "#core/locks/lockRules.ts"
import { Audit } from "../audit/Audit.ts"
import type { AppendedAudit } from "../audit/auditEntry.ts"
import type { WitnessFailed } from "../audit/Witness.ts"
import { isAway } from "../db/databaseErrors.ts"
import { makeGroups } from "../db/groups.ts"
import { now } from "../db/now.ts"
import { LiveEvents } from "../live/LiveEvents.ts"
import type { Decision, LockItem } from "./lockItems.ts"
import type { LockScene } from "./LockScene.ts"
import { emptyScene, loadScene, sceneInTurn } from "./lockSceneSql.ts"
import { type Actor, decideNext, makeWriteAll, type MoreDetail } from "./lockTurn.ts"
import { type Changed, type LockCall, makeSingleChanges } from "./singleChanges.ts"
import { TurnWaiters } from "./TurnWaiters.ts"

/** What became of an item: the lock and its audit record, null where nothing had to change, or why it was refused. */
export type Outcome = Result.Result<{ readonly lockID: number; readonly auditSeq: number } | null, Problem>

/** What is done in the transaction of some changes: before them, to say which they are, and after them. */
export interface Work<A, E, R> {
  readonly items: Effect.Effect<ReadonlyArray<LockItem>, E, R>
  readonly detail?: MoreDetail
  /** Asked now and then: whether the items that are not written yet are left for another time. `after` is told of the others only. */
  readonly enough?: () => boolean
  /** The end of the transaction; what it fails with undoes all of it. */
  readonly after: (outcomes: ReadonlyArray<Outcome>, at: string) => Effect.Effect<A, E, R>
}

/** Times that some locks are looked at again because another company was faster. */
const takenAtMost = 5

/** Single changes written in one transaction at most: what a caller waits for the others of its group is some ten milliseconds. */
const groupAtMost = 100

const isTakenMeanwhile = (error: unknown): boolean =>
  isSqlError(error) && error.reason._tag === "UniqueViolation" && error.reason.constraint === "locks_serial"

/**
 * The one way locks are changed: one of them or hundreds at once, by the same rules, each with its audit record and its
 * line in the log, all in one transaction. A refused item writes nothing and takes no other down.
 */
export class LockWrites extends Context.Service<
  LockWrites,
  {
    /** Decides and writes; then tells everybody of the company which locks changed. */
    readonly run: <A, E, R>(actor: Actor, work: Work<A, E, R>) => Effect.Effect<A, E | SqlError | WitnessFailed, R>
    /** Decides and writes one change, in one transaction with whatever else of the company is waiting (decision 54). */
    readonly one: (actor: Actor, item: LockItem) => Effect.Effect<Changed, SqlError | WitnessFailed>
    /** Decides the same and writes nothing: the scene goes on to what would be. */
    readonly foresee: (
      user: LoggedInUser,
      scene: LockScene,
      items: ReadonlyArray<LockItem>
    ) => Effect.Effect<ReadonlyArray<Decision>, SqlError>
    readonly scene: (user: LoggedInUser) => Effect.Effect<LockScene, SqlError>
  }
>()("lockdesk/server/LockWrites") {
  static readonly layer = Layer.effect(
    LockWrites,
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const audit = yield* Audit
      const live = yield* LiveEvents
      const waiters = yield* TurnWaiters
      const writeAll = yield* makeWriteAll
      const changeSome = yield* makeSingleChanges
      const withSql = Effect.provideService(SqlClient.SqlClient, sql)

      /** A transaction, once more where another company activated one of the locks since we looked: then it finds it held. */
      const inTransaction = <A, E, R>(work: Effect.Effect<A, E, R>) =>
        sql.withTransaction(work).pipe(Effect.retry({ while: isTakenMeanwhile, times: takenAtMost }))

      /** It is done, whatever becomes of the answer: everybody hears of it. */
      const told = (companyID: number, head: AppendedAudit | undefined, lockIDs: ReadonlyArray<number>) =>
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
              const scene = yield* withSql(sceneInTurn(user.companyID))
              came()
              const items = yield* work.items
              const at = yield* now
              yield* withSql(loadScene(user, scene, items, true))
              const decisions = items.map((item) => decideNext(user, scene, item))
              const writes = decisions.flatMap((each) =>
                Result.isSuccess(each) && each.success !== null ? [each.success] : []
              )
              const { lockIDs, head } = yield* writeAll(
                scene,
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
        yield* told(user.companyID, done.head, done.lockIDs)
        return done.value
        // A caller who hangs up right after the commit must not keep the record from its witness or the event from others.
      }, Effect.uninterruptible)

      const commit = (companyID: number, take: () => ReadonlyArray<LockCall>) =>
        waiters.waiting((came) => {
          const taken = () => {
            came()
            return take()
          }
          return Effect.map(inTransaction(changeSome(companyID, taken)), ({ changed, lockIDs, head }) => ({
            exits: changed.map((each) => (each === null ? null : Exit.succeed(each))),
            after: told(companyID, head, lockIDs)
          }))
        })
      const grouping = { most: groupAtMost, commit, undone: (cause: Parameters<typeof isAway>[0]) => !isAway(cause) }
      // Those of a group see the same of a lock, so that what they are told is read in one statement.
      const ofThoseWhoSeeStatus = makeGroups(grouping)
      const ofOthers = makeGroups(grouping)

      const one = Effect.fn("LockWrites.one")(function* (actor: Actor, item: LockItem) {
        const { user } = actor
        const call = { actor, item }
        const outer = yield* Effect.serviceOption(sql.transactionService)
        // In a transaction of the caller's, which a dry run rolls back, nobody else's change has a place.
        if (Option.isSome(outer)) {
          const { exits, after } = yield* commit(user.companyID, () => [call])
          yield* after
          return yield* exits[0] ?? Effect.die(new Error("a change without an outcome"))
        }
        return yield* (seesStatus(user) ? ofThoseWhoSeeStatus : ofOthers)(user.companyID, call)
      }, Effect.uninterruptible)

      const foresee = Effect.fn("LockWrites.foresee")(function* (
        user: LoggedInUser,
        scene: LockScene,
        items: ReadonlyArray<LockItem>
      ) {
        yield* withSql(loadScene(user, scene, items, false))
        return items.map((item) => decideNext(user, scene, item))
      })

      return LockWrites.of({ run, one, foresee, scene: (user) => withSql(emptyScene(user.companyID)) })
    })
  )
}
