import { Effect } from "effect"
import { HttpApiBuilder } from "effect/http-api"
import { Api } from "#core/api/Api.ts"
import { Session } from "#core/api/Guard.ts"
import { succeeded } from "#core/base/paging.ts"
import { Registry } from "./Registry.ts"

export const RegistryHttp = HttpApiBuilder.group(
  Api,
  "registry",
  Effect.fn(function* (handlers) {
    const registry = yield* Registry
    return handlers.handleAll({
      import: Effect.fnUntraced(function* ({ payload }) {
        const { user } = yield* Session
        return succeeded(yield* registry.load(user, payload.rows))
      })
    })
  })
)
