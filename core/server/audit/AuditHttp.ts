import { Clock, Effect } from "effect"
import { HttpApiBuilder } from "effect/http-api"
import { Api } from "#core/api/Api.ts"
import { Session } from "#core/api/Guard.ts"
import { succeeded } from "#core/base/paging.ts"
import { Audit } from "./Audit.ts"

const defaultCount = 100

export const AuditHttp = HttpApiBuilder.group(
  Api,
  "audit",
  Effect.fn(function* (handlers) {
    const audit = yield* Audit
    return handlers.handleAll({
      list: Effect.fnUntraced(function* ({ query }) {
        const { user } = yield* Session
        const { data, totalCount } = yield* audit.list({
          companyID: user.companyID,
          from: query.from,
          order: query.order ?? "newest",
          count: query.count ?? defaultCount,
          action: query.action,
          subject: query.subject,
          // Records mention locks of every facility, so users restricted to some facilities see only their own actions.
          ...(user.facilityIDs.length === 0 ? {} : { userID: user.userID })
        })
        return { success: true as const, data, totalCount }
      }),
      own: Effect.fnUntraced(function* ({ query: { from, count = defaultCount } }) {
        const { companyID, userID } = (yield* Session).user
        const order = "newest" as const
        const { data } = yield* audit.list({
          companyID,
          userID,
          from,
          order,
          count,
          action: undefined,
          subject: undefined
        })
        const now = new Date(yield* Clock.currentTimeMillis).toISOString()
        return { ...succeeded(data), now }
      }),
      verify: Effect.fnUntraced(function* () {
        const { user } = yield* Session
        return succeeded(yield* audit.verify(user.companyID))
      })
    })
  })
)
