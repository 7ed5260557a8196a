import { Effect } from "effect"
import { HttpApiBuilder } from "effect/http-api"
import { Api } from "#core/api/Api.ts"
import { namesakeWords } from "#core/acting/companyRules.ts"
import { Session } from "#core/api/Guard.ts"
import { succeeded } from "#core/base/paging.ts"
import { Companies } from "./Companies.ts"
import { CompanyAccounts } from "./CompanyAccounts.ts"

const defaultCount = 20

export const CompaniesHttp = HttpApiBuilder.group(
  Api,
  "companies",
  Effect.fn(function* (handlers) {
    const companies = yield* Companies
    const accounts = yield* CompanyAccounts
    const sameName = (company: Parameters<typeof accounts.namesakes>[0]) =>
      Effect.map(accounts.namesakes(company), namesakeWords)
    return handlers.handleAll({
      list: Effect.fnUntraced(function* ({ query }) {
        const found = yield* companies.list(query.search ?? "", query.count ?? defaultCount, query.page ?? 1)
        return { success: true as const, ...found }
      }),
      ofLock: Effect.fnUntraced(function* ({ params }) {
        const { user } = yield* Session
        return succeeded(yield* companies.ofLock(user, params.serialCode))
      }),
      account: Effect.fnUntraced(function* ({ params }) {
        return succeeded(yield* accounts.show(params.id))
      }),
      create: Effect.fnUntraced(function* ({ payload }) {
        const { user } = yield* Session
        const data = yield* accounts.create(user, payload)
        return { success: true as const, message: `Company added${yield* sameName(data)}`, data }
      }),
      update: Effect.fnUntraced(function* ({ params, payload }) {
        const { user } = yield* Session
        const { account: data, before, unchanged } = yield* accounts.update(user, params.id, payload)
        const renamed = data.companyName === before.companyName ? "" : yield* sameName(data)
        const said = unchanged ? { unchanged } : { message: `Company updated${renamed}` }
        return { success: true as const, ...said, data, before }
      })
    })
  })
)
