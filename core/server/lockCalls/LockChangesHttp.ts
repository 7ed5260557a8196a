import { Effect } from "effect"
import { HttpApiBuilder } from "effect/http-api"
import { Api } from "#core/api/Api.ts"
import { Session } from "#core/api/Guard.ts"
import { noteChange } from "../audit/ChangeMade.ts"
import { type Changed, LockChanges } from "../locks/LockChanges.ts"
import { LockUndos } from "../locks/LockUndos.ts"

/** The response to a changed lock (001 §8). */
const updated = { success: true, message: "Successfully updated" } as const

const answer = Effect.fnUntraced(function* (
  action: "locks.update" | "locks.transfer",
  { lock: data, unchanged }: Changed
) {
  if (data.undo !== null) yield* noteChange({ action }, data.undo)
  return unchanged
    ? ({ success: true, message: "No changes to save.", unchanged, data } as const)
    : { ...updated, data }
})

export const LockChangesHttp = HttpApiBuilder.group(
  Api,
  "lockChanges",
  Effect.fn(function* (handlers) {
    const changes = yield* LockChanges
    const undos = yield* LockUndos
    return handlers.handleAll({
      update: Effect.fnUntraced(function* ({ payload }) {
        return yield* answer("locks.update", yield* changes.update(yield* Session, payload))
      }),
      transfer: Effect.fnUntraced(function* ({ payload }) {
        const { lockID, facilityID } = payload
        return yield* answer("locks.transfer", yield* changes.transfer(yield* Session, lockID, facilityID))
      }),
      undo: Effect.fnUntraced(function* ({ payload }) {
        const { lock: data, unchanged } = yield* undos.undo(yield* Session, payload)
        return unchanged
          ? { success: true as const, message: "Already undone.", unchanged, data }
          : { ...updated, data }
      }),
      undoMany: Effect.fnUntraced(function* ({ payload }) {
        const { done: data, unchanged, left } = yield* undos.undoMany(yield* Session, payload.auditSeqs)
        return { ...updated, data, unchanged, left }
      })
    })
  })
)
