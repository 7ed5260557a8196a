import { Effect } from "effect"
import { HttpApiBuilder } from "effect/http-api"
import { Api } from "#core/api/Api.ts"
import { Session } from "#core/api/Guard.ts"
import { succeeded } from "#core/base/paging.ts"
import { ApiKeys } from "./ApiKeys.ts"
import { savedKey } from "./apiKeySql.ts"

export const ApiKeysHttp = HttpApiBuilder.group(
  Api,
  "apiKeys",
  Effect.fn(function* (handlers) {
    const keys = yield* ApiKeys
    return handlers.handleAll({
      list: Effect.fnUntraced(function* () {
        const { user } = yield* Session
        return { success: true as const, ...(yield* keys.list(user)) }
      }),
      add: Effect.fnUntraced(function* ({ payload }) {
        const { user } = yield* Session
        return savedKey(yield* keys.add(user, payload))
      }),
      update: Effect.fnUntraced(function* ({ payload }) {
        const { user } = yield* Session
        const { before, after, unchanged } = yield* keys.update(user, payload)
        return { ...savedKey(after), ...(unchanged ? { unchanged } : {}), before }
      }),
      show: Effect.fnUntraced(function* ({ params: { id } }) {
        return succeeded(yield* keys.show(yield* Session, id))
      }),
      rotate: Effect.fnUntraced(function* ({ params: { id }, payload, query: { was } }) {
        const { user } = yield* Session
        return succeeded(yield* keys.rotate(user, id, { hours: payload.oldSecretHours, was }))
      }),
      revoke: Effect.fnUntraced(function* ({ params: { id } }) {
        const { user } = yield* Session
        const { key, unchanged } = yield* keys.revoke(user, id)
        return { success: true as const, ...(unchanged ? { unchanged } : {}), data: key }
      }),
      showOnce: Effect.fnUntraced(function* ({ payload: { showOnce } }) {
        const { user } = yield* Session
        const { unchanged } = yield* keys.setShowOnce(user, showOnce)
        return { success: true as const, ...(unchanged ? { unchanged } : {}), data: { showOnce } }
      })
    })
  })
)
