import { Effect } from "effect"
import { HttpApiBuilder } from "effect/http-api"
import { Api } from "#core/api/Api.ts"
import { Session } from "#core/api/Guard.ts"
import { mostNewest, succeeded } from "#core/base/paging.ts"
import { processedWords, sentWords } from "#core/returns/returnWords.ts"
import { Returns } from "./Returns.ts"

export const ReturnsHttp = HttpApiBuilder.group(
  Api,
  "returns",
  Effect.fn(function* (handlers) {
    const returns = yield* Returns
    return handlers.handleAll({
      process: Effect.fnUntraced(function* ({ query, payload }) {
        const data = yield* returns.process(yield* Session, query.recipientID, payload)
        return { success: true as const, message: processedWords(data), data }
      }),
      resend: Effect.fnUntraced(function* ({ payload }) {
        const { user } = yield* Session
        const data = yield* returns.resend(user, payload.reportId, payload.recipientId)
        return { success: true as const, message: sentWords(data), data }
      }),
      reports: Effect.fnUntraced(function* ({ params, query: { from, count = mostNewest } }) {
        const { user } = yield* Session
        return { success: true as const, ...(yield* returns.reports(user, params.id, { from, count })) }
      }),
      report: Effect.fnUntraced(function* ({ params }) {
        const { user } = yield* Session
        return succeeded(yield* returns.report(user, params.id))
      })
    })
  })
)
