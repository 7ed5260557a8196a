import { Effect } from "effect"
import { HttpApiBuilder } from "effect/http-api"
import { Api } from "#core/api/Api.ts"
import { Session } from "#core/api/Guard.ts"
import { Drift } from "./Drift.ts"

export const DriftHttp = HttpApiBuilder.group(
  Api,
  "drift",
  Effect.fn(function* (handlers) {
    const drift = yield* Drift
    return handlers.handleAll({
      show: Effect.fnUntraced(function* ({ params }) {
        const { user } = yield* Session
        return yield* drift.show(user, params.id)
      })
    })
  })
)
