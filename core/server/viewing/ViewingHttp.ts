import { Effect } from "effect"
import { HttpServerRequest } from "effect/http"
import { HttpApiBuilder } from "effect/http-api"
import { Api } from "#core/api/Api.ts"
import { Session } from "#core/api/Guard.ts"
import { SignedOut } from "#core/auth/AuthErrors.ts"
import type { CompanyId } from "#core/base/ids.ts"
import { succeeded } from "#core/base/paging.ts"
import { Sessions } from "../auth/Sessions.ts"
import { tokenOf } from "../http/callFacts.ts"
import { Viewing } from "./Viewing.ts"

export const ViewingHttp = HttpApiBuilder.group(
  Api,
  "viewing",
  Effect.fn(function* (handlers) {
    const viewing = yield* Viewing
    const sessions = yield* Sessions
    /** The session's current user. */
    const who = Effect.fnUntraced(function* (companyID: CompanyId | undefined) {
      const token = tokenOf(yield* HttpServerRequest.HttpServerRequest)
      const session = token === null ? null : yield* sessions.peek(token, companyID)
      // The session ended in the meantime. The guard declares this failure for every call.
      if (session === null) return yield* Effect.die(new SignedOut())
      return succeeded(session.user)
    })
    return handlers.handleAll({
      start: Effect.fnUntraced(function* ({ payload, query }) {
        const started = yield* viewing.start(yield* Session, payload)
        return { ...(yield* who(query.companyID)), ...(started ? {} : { unchanged: true as const }) }
      }),
      end: Effect.fnUntraced(function* ({ query }) {
        const session = yield* Session
        yield* viewing.end(session)
        const unchanged = session.user.viewing === undefined ? { unchanged: true as const } : {}
        return { ...(yield* who(query.companyID)), ...unchanged }
      })
    })
  })
)
