import { Effect } from "effect"
import { HttpApiBuilder } from "effect/http-api"
import { Api } from "#core/api/Api.ts"
import { Session } from "#core/api/Guard.ts"
import { succeeded } from "#core/base/paging.ts"
import { Notices } from "./Notices.ts"

const defaultCount = 50

export const NoticesHttp = HttpApiBuilder.group(
  Api,
  "notices",
  Effect.fn(function* (handlers) {
    const notices = yield* Notices
    return handlers.handleAll({
      list: Effect.fnUntraced(function* ({ query: { from, count = defaultCount, unread, client } }) {
        const { user } = yield* Session
        const page = { from, count, unread: unread === "true", mobile: client === "mobile" }
        return succeeded(yield* notices.list(user, page))
      }),
      read: Effect.fnUntraced(function* ({ payload: { upTo } }) {
        const { user } = yield* Session
        return succeeded({ read: yield* notices.read(user, upTo) })
      }),
      broadcast: Effect.fnUntraced(function* ({ payload }) {
        const { user } = yield* Session
        const { kind = "success", ...request } = payload
        return succeeded(yield* notices.broadcast(user, { ...request, kind }))
      })
    })
  })
)
