import { Effect } from "effect"
import { HttpApiBuilder } from "effect/http-api"
import { Api } from "#core/api/Api.ts"
import { Session } from "#core/api/Guard.ts"
import { Transfers } from "./Transfers.ts"

export const TransfersHttp = HttpApiBuilder.group(
  Api,
  "transfers",
  Effect.fn(function* (handlers) {
    const transfers = yield* Transfers
    return handlers.handleAll({
      initiate: Effect.fnUntraced(function* ({ payload }) {
        const { user } = yield* Session
        const data = yield* transfers.initiate(user, payload.facilityID, payload.email)
        return { success: true as const, data }
      }),
      offer: Effect.fnUntraced(function* ({ query }) {
        const { user } = yield* Session
        return { success: true as const, data: yield* transfers.offer(user, query.token) }
      }),
      accept: Effect.fnUntraced(function* ({ payload }) {
        const { user } = yield* Session
        return { success: true as const, data: yield* transfers.accept(user, payload.token, payload.facilityName) }
      })
    })
  })
)
