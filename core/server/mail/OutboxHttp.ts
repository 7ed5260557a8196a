import { Effect } from "effect"
import { HttpApiBuilder } from "effect/http-api"
import { Api } from "#core/api/Api.ts"
import { Session } from "#core/api/Guard.ts"
import { Outbox } from "./Outbox.ts"

const defaultCount = 50

export const OutboxHttp = HttpApiBuilder.group(
  Api,
  "outbox",
  Effect.fn(function* (handlers) {
    const outbox = yield* Outbox
    return handlers.handleAll({
      list: Effect.fnUntraced(function* ({ query }) {
        const { user } = yield* Session
        const data = yield* outbox.list(user, { from: query.from, count: query.count ?? defaultCount })
        return { success: true as const, data }
      })
    })
  })
)
