import { Effect } from "effect"
import { HttpApiBuilder } from "effect/http-api"
import { Api } from "#core/api/Api.ts"
import { Session } from "#core/api/Guard.ts"
import { assignedWords } from "#core/inventory/inventoryWords.ts"
import { Inventory } from "./Inventory.ts"

export const InventoryHttp = HttpApiBuilder.group(
  Api,
  "inventory",
  Effect.fn(function* (handlers) {
    const inventory = yield* Inventory
    return handlers.handleAll({
      assign: Effect.fnUntraced(function* ({ payload: { lockIds, facilityId } }) {
        const { records: undo, unchanged, left } = yield* inventory.assign(yield* Session, lockIds, facilityId)
        const message = assignedWords(undo.length + unchanged + left.length, unchanged, left.length)
        return { success: true as const, message, data: undo.length, unchanged, undo, left }
      })
    })
  })
)
