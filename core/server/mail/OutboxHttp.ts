import { Effect } from "effect"
import { HttpServerResponse } from "effect/http"
import { HttpApiBuilder } from "effect/http-api"
import { Api } from "#core/api/Api.ts"
import { Session } from "#core/api/Guard.ts"
import { contentTypeOf } from "#core/exports/exportFormats.ts"
import { succeeded } from "#core/base/paging.ts"
import { Outbox } from "./Outbox.ts"

const defaultCount = 50

export const OutboxHttp = HttpApiBuilder.group(
  Api,
  "outbox",
  Effect.fn(function* (handlers) {
    const outbox = yield* Outbox
    return handlers.handleAll({
      list: Effect.fnUntraced(function* ({ query }) {
        const { user } = yield* Session
        const { from, count = defaultCount, texts = "all" } = query
        const data = yield* outbox.list(user, { from, count, texts: texts === "all" })
        return { success: true as const, data, totalCount: yield* outbox.count(user) }
      }),
      show: Effect.fnUntraced(function* ({ params: { id } }) {
        const { user } = yield* Session
        return succeeded(yield* outbox.show(user, id))
      }),
      file: Effect.fnUntraced(function* ({ params: { id } }) {
        const { user } = yield* Session
        const { name, bytes } = yield* outbox.file(user, id)
        // The server generated the file name, so it is safe in a header. Browsers save the file, and the sandbox policy keeps
        // its content from running.
        return HttpServerResponse.uint8Array(bytes, {
          contentType: contentTypeOf(name),
          headers: {
            "content-disposition": `attachment; filename="${name}"`,
            "content-security-policy": "sandbox; default-src 'none'"
          }
        })
      })
    })
  })
)
