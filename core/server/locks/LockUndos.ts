import { Context, Effect, Layer, Option, Result, Schema } from "effect"
import { SqlClient } from "effect/sql"
import type { CurrentSession } from "#core/api/Guard.ts"
import type { AccessDenied } from "#core/auth/AuthErrors.ts"
import type { ChangedLock } from "#core/locks/LockChange.ts"
import type { UndoRefused } from "#core/locks/LockChangeErrors.ts"
import type { LockNotFound } from "#core/locks/LockErrors.ts"
import { ChangeRecord, undoRefusal } from "#core/locks/undoRules.ts"
import { declared } from "./declared.ts"
import { dying } from "./dying.ts"
import { lockById } from "./lockById.ts"
import type { LockItem } from "./lockItems.ts"
import { LockWrites } from "./LockWrites.ts"

const decodeRecord = Schema.decodeUnknownOption(Schema.fromJsonString(ChangeRecord))
const refused = declared("UndoRefused", "LockNotFound", "AccessDenied")

/**
 * Taking back a change. The audit record of the change says what was before, so nothing else has to be kept; the log
 * keeps both.
 */
export class LockUndos extends Context.Service<
  LockUndos,
  {
    readonly undo: (
      session: CurrentSession,
      auditSeq: number
    ) => Effect.Effect<ChangedLock, UndoRefused | LockNotFound | AccessDenied>
  }
>()("lockdesk/server/LockUndos") {
  static readonly layer = Layer.effect(
    LockUndos,
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const writes = yield* LockWrites

      const recordOf = Effect.fnUntraced(function* ({ user, sessionId }: CurrentSession, auditSeq: number) {
        const [row] = yield* sql<{ user_id: number | null; action: string; payload: string }>`
          SELECT user_id, action, payload FROM audit_records
          WHERE company_id = ${user.companyID} AND seq = ${auditSeq}`
        const record = row === undefined ? null : Option.getOrNull(decodeRecord(row.payload))
        const refusal = undoRefusal(user, sessionId, row?.action ?? "", row?.user_id ?? null, record)
        if (refusal !== null) return yield* refusal
        return record ?? (yield* Effect.die(new Error(`record ${auditSeq} is no change of a lock`)))
      })

      const undo = Effect.fn("LockUndos.undo")(function* (session: CurrentSession, auditSeq: number) {
        const record = yield* recordOf(session, auditSeq)
        const { lockID } = record
        return yield* writes.run(session, {
          items: Effect.succeed<ReadonlyArray<LockItem>>([{ kind: "undo", lock: { lockID }, record }]),
          detail: { undoes: auditSeq },
          after: Effect.fnUntraced(function* ([outcome]) {
            if (outcome === undefined) return yield* Effect.die(new Error("an item without an outcome"))
            if (Result.isFailure(outcome)) return yield* refused(outcome.failure)
            return { ...(yield* lockById(sql, session.user, lockID)), undo: null }
          })
        })
      }, dying)

      return LockUndos.of({ undo })
    })
  )
}
