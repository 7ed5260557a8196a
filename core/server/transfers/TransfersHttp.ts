import { Effect } from "effect"
import { HttpApiBuilder } from "effect/http-api"
import { Api } from "#core/api/Api.ts"
import { Session } from "#core/api/Guard.ts"
import { succeeded } from "#core/base/paging.ts"
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
        return succeeded(data)
      }),
      cancel: Effect.fnUntraced(function* ({ params: { id: facilityID } }) {
        const { user } = yield* Session
        const canceled = yield* transfers.cancel(user, facilityID)
        const unchanged = canceled.email === null ? { unchanged: true as const } : {}
        return { ...succeeded({ facilityID, ...canceled }), ...unchanged }
      }),
      offer: Effect.fnUntraced(function* ({ query }) {
        const { user } = yield* Session
        return succeeded(yield* transfers.offer(user, query.token))
      }),
      accept: Effect.fnUntraced(function* ({ payload }) {
        const { user } = yield* Session
        return succeeded(yield* transfers.accept(user, payload.token, payload.facilityName))
      })
    })
  })
)
