import { Context, Effect, Layer, Result } from "effect"
import { SqlClient } from "effect/sql"
import type { SqlError } from "effect/sql/SqlError"
import type { CurrentSession } from "#core/api/Guard.ts"
import type { AccessDenied } from "#core/auth/AuthErrors.ts"
import type { LoggedInUser } from "#core/auth/LoggedInUser.ts"
import { type Problem, words } from "#core/api/problem.ts"
import type { LockId } from "#core/base/ids.ts"
import type { ChangedLock, LeftChange, UndoRequest } from "#core/locks/LockChange.ts"
import { UndoRefused } from "#core/locks/LockChangeErrors.ts"
import { LockNotFound } from "#core/locks/LockErrors.ts"
import { declaredRefusal } from "./declaredRefusal.ts"
import { asServerFault } from "./asServerFault.ts"
import { lockById } from "./lockById.ts"
import { visible } from "./lockSql.ts"
import { LockWrites } from "./LockWrites.ts"
import type { UndoItem } from "./lockItems.ts"
import { undoItems } from "./undoItems.ts"

const refused = declaredRefusal("UndoRefused", "LockNotFound", "AccessDenied")

/** Audit actions that change a lock. */
const changes = [
  "locks.activate",
  "locks.update",
  "locks.transfer",
  "locks.undo",
  "inventory.assign",
  "returns.process",
  "automations.unlock-delivered"
] as const

/** A lock after an undo, and whether it was already undone. */
export interface Undone {
  readonly lock: ChangedLock
  readonly unchanged: boolean
}

/** The number of changes undone per transaction. */
const pieceChanges = 250

/** The result of undoing several changes: how many were undone now and before, and which were left, with the reason. */
export interface UndoneMany {
  readonly done: number
  readonly unchanged: number
  readonly left: ReadonlyArray<LeftChange>
}

/**
 * Undoes a change. The change's audit record has the previous state, so only a previous combination is stored separately; both
 * stay in the log. A change that was already undone is left alone.
 */
export class LockUndos extends Context.Service<
  LockUndos,
  {
    readonly undo: (
      session: CurrentSession,
      asked: UndoRequest
    ) => Effect.Effect<Undone, UndoRefused | LockNotFound | AccessDenied>
    /** Undoes each change by the rules for one; a refused one does not prevent the others. */
    readonly undoMany: (session: CurrentSession, auditSeqs: ReadonlyArray<number>) => Effect.Effect<UndoneMany>
  }
>()("lockdesk/server/LockUndos") {
  static readonly layer = Layer.effect(
    LockUndos,
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const writes = yield* LockWrites

      const none = () => new UndoRefused({ data: { reason: "NotYours" } })

      /** The audit number of a lock's last change; if that was an undo, of the change it undid. */
      const lastChange = Effect.fnUntraced(function* (
        user: LoggedInUser,
        lockID: LockId
      ): Effect.fn.Return<number, LockNotFound | UndoRefused | SqlError> {
        const [lock] = yield* sql<{ serial: string }>`
          SELECT l.serial FROM locks l WHERE l.lock_id = ${lockID} AND ${visible(sql, user)}`
        if (lock === undefined) return yield* new LockNotFound()
        const [last] = yield* sql<{ seq: number; undoes: string | null }>`
          SELECT seq, payload::json ->> 'undoes' AS undoes FROM audit_records
          WHERE company_id = ${user.companyID} AND subject = ${lock.serial} AND ${sql.in("action", [...changes])}
          ORDER BY seq DESC LIMIT 1`
        return last === undefined ? yield* none() : Number(last.undoes ?? last.seq)
      })

      const undo = Effect.fn("LockUndos.undo")(function* (session: CurrentSession, asked: UndoRequest) {
        const { user, sessionId } = session
        let lockID: LockId | null = null
        const items = Effect.gen(function* () {
          const auditSeq = "auditSeq" in asked ? asked.auditSeq : yield* lastChange(user, asked.lockID)
          const found = yield* Effect.provideService(undoItems(user, sessionId, [auditSeq]), SqlClient.SqlClient, sql)
          const item = found.get(auditSeq)
          if (item === undefined) return yield* none()
          if (item.refusal !== null) return yield* refused(item.refusal)
          lockID = item.record?.lockID ?? null
          return [item]
        })
        return yield* writes.run(session, {
          items,
          after: Effect.fnUntraced(function* ([outcome]) {
            if (outcome === undefined || lockID === null)
              return yield* Effect.die(new Error("an item without an outcome"))
            if (Result.isFailure(outcome)) return yield* refused(outcome.failure)
            const lock = { ...(yield* lockById(sql, user, lockID)), undo: null }
            return { lock, unchanged: outcome.success === null }
          })
        })
      }, asServerFault)

      const leftBy = (auditSeq: number, problem: Problem): LeftChange => ({
        auditSeq,
        code: problem._tag,
        ...words(problem)
      })

      /** Undoes the permitted changes of a batch, and returns the result of each. */
      const undoPiece = (session: CurrentSession, seqs: ReadonlyArray<number>) => {
        const left: Array<LeftChange> = []
        let asked: ReadonlyArray<UndoItem> = []
        const items = Effect.gen(function* () {
          const { user, sessionId } = session
          const found = yield* Effect.provideService(undoItems(user, sessionId, seqs), SqlClient.SqlClient, sql)
          left.length = 0
          // Refused numbers, and those that are not lock changes, are not looked up.
          asked = seqs.flatMap((seq) => {
            const item = found.get(seq)
            if (item !== undefined && item.refusal === null) return item
            left.push(leftBy(seq, item?.refusal ?? none()))
            return []
          })
          return asked
        })
        return writes.run(session, {
          items,
          after: (outcomes) => {
            const refused = outcomes.flatMap((outcome, nth) =>
              Result.isFailure(outcome) ? leftBy(asked[nth]?.auditSeq ?? 0, outcome.failure) : []
            )
            const done = outcomes.filter((each) => Result.isSuccess(each) && each.success !== null).length
            return Effect.succeed({
              done,
              unchanged: outcomes.length - refused.length - done,
              left: [...left, ...refused]
            })
          }
        })
      }

      const undoMany = Effect.fn("LockUndos.undoMany")(function* (
        session: CurrentSession,
        auditSeqs: ReadonlyArray<number>
      ) {
        const seqs = [...new Set(auditSeqs)]
        const pieces: Array<UndoneMany> = []
        for (let from = 0; from < seqs.length; from += pieceChanges) {
          pieces.push(yield* undoPiece(session, seqs.slice(from, from + pieceChanges)))
        }
        const sum = (of: (piece: UndoneMany) => number) => pieces.reduce((total, piece) => total + of(piece), 0)
        return {
          done: sum(({ done }) => done),
          unchanged: sum((p) => p.unchanged),
          left: pieces.flatMap((p) => p.left)
        }
      }, asServerFault)

      return LockUndos.of({ undo, undoMany })
    })
  )
}
