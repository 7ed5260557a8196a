import { Effect } from "effect"
import { HttpApiBuilder } from "effect/http-api"
import { Api } from "#core/api/Api.ts"
import { Session } from "#core/api/Guard.ts"
import { Companies } from "./Companies.ts"

const defaultCount = 20

export const CompaniesHttp = HttpApiBuilder.group(
  Api,
  "companies",
  Effect.fn(function* (handlers) {
    const companies = yield* Companies
    return handlers.handleAll({
      list: Effect.fnUntraced(function* ({ query }) {
        const found = yield* companies.list(query.search ?? "", query.count ?? defaultCount, query.page ?? 1)
        return { success: true as const, ...found }
      }),
      ofLock: Effect.fnUntraced(function* ({ params }) {
        const { user } = yield* Session
        return { success: true as const, data: yield* companies.ofLock(user, params.serialCode) }
      })
    })
  })
)
