import { Context, Effect, Layer, Result } from "effect"
import { SqlClient } from "effect/sql"
import { isSqlError, type SqlError } from "effect/sql/SqlError"
import type { CurrentSession } from "#core/api/Guard.ts"
import type { Problem } from "#core/api/problem.ts"
import { nameOnRecord } from "#core/auth/actingRules.ts"
import type { LoggedInUser } from "#core/auth/LoggedInUser.ts"
import { Audit } from "../audit/Audit.ts"
import { appendAudits, type AppendedAudit, doneBy } from "../audit/auditEntry.ts"
import type { WitnessFailed } from "../audit/Witness.ts"
import { now } from "../db/now.ts"
import { LiveEvents } from "../live/LiveEvents.ts"
import { Keyring } from "../secrets/Keyring.ts"
import { decide, type Decision, type LockItem, type LockWrite } from "./lockItems.ts"
import type { LockScene } from "./LockScene.ts"
import { emptyScene, loadScene, takeTurn } from "./lockSceneSql.ts"
import { keepCodes, writeLocks, type WrittenLock } from "./lockWriteSql.ts"
import { auditDetail, logLine } from "./lockWords.ts"

/** Who changes locks. `sessionId` is null where the change cannot be taken back. */
export type Actor = Pick<CurrentSession, "user"> & { readonly sessionId: string | null }

/** What became of an item: the lock and its audit record, null where nothing had to change, or why it was refused. */
export type Outcome = Result.Result<{ readonly lockID: number; readonly auditSeq: number } | null, Problem>

/** What an item is beside the rules of its kind: facts that its audit record keeps as well. */
export type MoreDetail = Readonly<Record<string, string | number | boolean | null>>

/** What is done in the transaction of some changes: before them, to say which they are, and after them. */
export interface Work<A, E, R> {
  readonly items: Effect.Effect<ReadonlyArray<LockItem>, E, R>
  readonly detail?: MoreDetail
  /** The end of the transaction; what it fails with undoes all of it. */
  readonly after: (outcomes: ReadonlyArray<Outcome>, at: string) => Effect.Effect<A, E, R>
}

/** Times that some locks are looked at again because another company was faster. */
const takenAtMost = 5

const isTakenMeanwhile = (error: unknown): boolean =>
  isSqlError(error) && error.reason._tag === "UniqueViolation" && error.reason.constraint === "locks_serial"

const serialOf = (write: LockWrite): string => write.lock.serial

/**
 * The one way locks are changed: one of them or hundreds at once, by the same rules, each with its audit record and its
 * line in the log, all in one transaction. A refused item writes nothing and takes no other down.
 */
export class LockWrites extends Context.Service<
  LockWrites,
  {
    /** Decides and writes; then tells everybody of the company which locks changed. */
    readonly run: <A, E, R>(actor: Actor, work: Work<A, E, R>) => Effect.Effect<A, E | SqlError | WitnessFailed, R>
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
      const keyring = yield* Keyring
      const live = yield* LiveEvents
      const withSql = Effect.provideService(SqlClient.SqlClient, sql)

      const decideAll = (user: LoggedInUser, scene: LockScene, items: ReadonlyArray<LockItem>) =>
        items.map((item) => {
          const decision = decide(user, scene, item)
          if (Result.isSuccess(decision) && decision.success !== null) {
            scene.move(decision.success.lock, decision.success.after)
          }
          return decision
        })

      const sealed = Effect.fnUntraced(function* (
        companyID: number,
        { newCode, lock: { serial, codeVersion } }: LockWrite
      ) {
        if (newCode === null) return null
        const code =
          "code" in newCode
            ? newCode.code
            : "registered" in newCode
              ? keyring.openRegistryCode(serial, newCode.registered)
              : yield* keyring.openCode({ companyID, serial, version: newCode.version }, newCode.sealed)
        const version = codeVersion + 1
        return { version, bytes: yield* keyring.sealCode({ companyID, serial, version }, code) }
      })

      const write = Effect.fnUntraced(function* (
        actor: Actor,
        scene: LockScene,
        writes: ReadonlyArray<LockWrite>,
        at: string,
        detail: MoreDetail
      ) {
        const { user, sessionId } = actor
        const codes = yield* Effect.forEach(writes, (each) => sealed(user.companyID, each))
        yield* keepCodes(sql, writes)
        const written = yield* writeLocks(sql, user, at, writes, codes)
        const bySerial = new Map(written.map((row) => [row.serial, row]))
        const rowOf = (each: LockWrite): WrittenLock => {
          const row = bySerial.get(serialOf(each))
          if (row === undefined) throw new Error(`lock ${serialOf(each)} was not written`)
          return row
        }
        const records = writes.map((each) => {
          const { lock_id: lockID, version } = rowOf(each)
          const place = each.after.facilityID === null ? undefined : scene.place(each.after.facilityID)?.name
          return {
            lockID,
            line: logLine(each, place, nameOnRecord(user)),
            entry: {
              ...doneBy(user),
              at,
              action: each.action,
              subject: serialOf(each),
              detail: { ...auditDetail(each, lockID, version, sessionId), ...detail }
            }
          }
        })
        const logs = JSON.stringify(records.map(({ lockID, line }) => ({ lockID, line })))
        const [head] = yield* sql<AppendedAudit>`
          WITH logged AS (
            INSERT INTO lock_logs (lock_id, company_id, description, user_id, created_at)
            SELECT "lockID", ${user.companyID}, line, ${user.userID}, ${at}::timestamptz
            FROM json_to_recordset(${logs}::text::json) AS r("lockID" int, line text))
          SELECT a.* FROM ${appendAudits(
            sql,
            audit.macs,
            records.map(({ entry }) => entry)
          )} a`
        return { lockIDs: records.map(({ lockID }) => lockID), head }
      })

      const run = Effect.fn("LockWrites.run")(function* <A, E, R>(actor: Actor, work: Work<A, E, R>) {
        const { user } = actor
        const done = yield* sql
          .withTransaction(
            Effect.gen(function* () {
              yield* takeTurn(sql, user.companyID)
              const items = yield* work.items
              const at = yield* now
              const scene = yield* withSql(emptyScene(user))
              yield* withSql(loadScene(user, scene, items, true))
              const decisions = decideAll(user, scene, items)
              const writes = decisions.flatMap((each) =>
                Result.isSuccess(each) && each.success !== null ? [each.success] : []
              )
              const { lockIDs, head } =
                writes.length === 0
                  ? { lockIDs: [], head: undefined }
                  : yield* write(actor, scene, writes, at, work.detail ?? {})
              const before = Number(head?.audit_seq ?? 0) - writes.length
              const outcomes = decisions.map((each): Outcome => {
                if (Result.isFailure(each)) return Result.fail(each.failure)
                const nth = each.success === null ? -1 : writes.indexOf(each.success)
                const lockID = lockIDs[nth]
                return Result.succeed(lockID === undefined ? null : { lockID, auditSeq: before + 1 + nth })
              })
              return { value: yield* work.after(outcomes, at), lockIDs, head }
            })
            // Another company activated one of them since we looked: a second look finds it held.
          )
          .pipe(Effect.retry({ while: isTakenMeanwhile, times: takenAtMost }))
        // It is done, whatever becomes of the answer: everybody hears of it.
        if (done.head !== undefined) {
          yield* Effect.ensuring(
            audit.witness(user.companyID, done.head),
            live.tell(user.companyID, { event: "updateLock", lockIDs: done.lockIDs })
          )
        }
        return done.value
        // A caller who hangs up right after the commit must not keep the record from its witness or the event from others.
      }, Effect.uninterruptible)

      const foresee = Effect.fn("LockWrites.foresee")(function* (
        user: LoggedInUser,
        scene: LockScene,
        items: ReadonlyArray<LockItem>
      ) {
        yield* withSql(loadScene(user, scene, items, false))
        return decideAll(user, scene, items)
      })

      return LockWrites.of({ run, foresee, scene: (user) => withSql(emptyScene(user)) })
    })
  )
}
