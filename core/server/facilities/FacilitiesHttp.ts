import { Effect } from "effect"
import { HttpApiBuilder } from "effect/http-api"
import { Api } from "#core/api/Api.ts"
import { Session } from "#core/api/Guard.ts"
import { Facilities } from "./Facilities.ts"

export const FacilitiesHttp = HttpApiBuilder.group(
  Api,
  "facilities",
  Effect.fn(function* (handlers) {
    const facilities = yield* Facilities
    return handlers.handleAll({
      list: Effect.fnUntraced(function* () {
        const { user } = yield* Session
        return { success: true as const, data: yield* facilities.list(user) }
      })
    })
  })
)
