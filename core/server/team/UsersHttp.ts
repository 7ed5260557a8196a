import { Effect } from "effect"
import { HttpApiBuilder } from "effect/http-api"
import { Api } from "#core/api/Api.ts"
import { Session } from "#core/api/Guard.ts"
import { Users } from "./Users.ts"

export const UsersHttp = HttpApiBuilder.group(
  Api,
  "users",
  Effect.fn(function* (handlers) {
    const users = yield* Users
    return handlers.handleAll({
      list: Effect.fnUntraced(function* () {
        const { user } = yield* Session
        return { success: true as const, data: yield* users.list(user) }
      })
    })
  })
)
