import { Effect } from "effect"
import { HttpApiBuilder } from "effect/http-api"
import { Api } from "#core/api/Api.ts"
import { Session } from "#core/api/Guard.ts"
import { succeeded } from "#core/base/paging.ts"
import { Webhooks } from "./Webhooks.ts"

const defaultCount = 100

export const WebhooksHttp = HttpApiBuilder.group(
  Api,
  "webhooks",
  Effect.fn(function* (handlers) {
    const webhooks = yield* Webhooks
    return handlers.handleAll({
      list: Effect.fnUntraced(function* () {
        const { user } = yield* Session
        return succeeded(yield* webhooks.list(user))
      }),
      add: Effect.fnUntraced(function* ({ payload }) {
        const { user } = yield* Session
        return succeeded(yield* webhooks.add(user, payload))
      }),
      edit: Effect.fnUntraced(function* ({ params: { id }, payload }) {
        const { user } = yield* Session
        const { before, after, unchanged } = yield* webhooks.edit(user, id, payload)
        return { success: true as const, ...(unchanged ? { unchanged } : {}), data: after, before }
      }),
      remove: Effect.fnUntraced(function* ({ params: { id } }) {
        const { user } = yield* Session
        const removed = yield* webhooks.remove(user, id)
        return { ...succeeded(null), ...(removed ? {} : { unchanged: true as const }) }
      }),
      rotate: Effect.fnUntraced(function* ({ params: { id }, query: { was } }) {
        const { user } = yield* Session
        return succeeded(yield* webhooks.rotate(user, id, was))
      }),
      test: Effect.fnUntraced(function* ({ params: { id } }) {
        const { user } = yield* Session
        return succeeded(yield* webhooks.test(user, id))
      }),
      deliveries: Effect.fnUntraced(function* ({ params: { id }, query: { from, count = defaultCount } }) {
        const { user } = yield* Session
        return succeeded(yield* webhooks.deliveries(user, id, { from, count }))
      }),
      replay: Effect.fnUntraced(function* ({ params: { id } }) {
        const { user } = yield* Session
        return succeeded(yield* webhooks.replay(user, id))
      })
    })
  })
)
