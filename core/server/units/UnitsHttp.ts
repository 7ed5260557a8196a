import { Effect } from "effect"
import { HttpApiBuilder } from "effect/http-api"
import { Api } from "#core/api/Api.ts"
import { Session } from "#core/api/Guard.ts"
import { succeeded } from "#core/base/paging.ts"
import { Units } from "./Units.ts"

export const UnitsHttp = HttpApiBuilder.group(
  Api,
  "units",
  Effect.fn(function* (handlers) {
    const units = yield* Units
    return handlers.handleAll({
      list: Effect.fnUntraced(function* ({ params }) {
        const { user } = yield* Session
        return yield* units.list(user, params.id)
      }),
      forget: Effect.fnUntraced(function* ({ params }) {
        const { user } = yield* Session
        yield* units.forget(user, params.id)
        return succeeded(null)
      })
    })
  })
)
