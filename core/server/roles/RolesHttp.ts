import { Effect } from "effect"
import { HttpApiBuilder } from "effect/http-api"
import { Api } from "#core/api/Api.ts"
import { Session } from "#core/api/Guard.ts"
import { succeeded } from "#core/base/paging.ts"
import { Roles, type RoleChanged } from "./Roles.ts"

const answerOf = ({ before, after, unchanged }: RoleChanged) => ({
  success: true as const,
  ...(unchanged ? { unchanged } : {}),
  data: after,
  before
})

export const RolesHttp = HttpApiBuilder.group(
  Api,
  "roles",
  Effect.fn(function* (handlers) {
    const roles = yield* Roles
    return handlers.handleAll({
      list: Effect.fnUntraced(function* () {
        const { user } = yield* Session
        return succeeded(yield* roles.list(user))
      }),
      set: Effect.fnUntraced(function* ({ params: { role }, payload: { areas } }) {
        const { user } = yield* Session
        return answerOf(yield* roles.set(user, role, areas))
      }),
      reset: Effect.fnUntraced(function* ({ params: { role } }) {
        const { user } = yield* Session
        return answerOf(yield* roles.reset(user, role))
      })
    })
  })
)
