import { Effect } from "effect"
import { SqlClient } from "effect/sql"
import type { CompanyId } from "#core/base/ids.ts"
import { keySessionsOf } from "./keySession.ts"
import { Sessions } from "./Sessions.ts"
import { LiveEvents } from "../live/LiveEvents.ts"

/** Makes every process reload the facilities of a company's API keys after they changed. */
export const keyScopes = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const sessions = yield* Sessions
  const live = yield* LiveEvents
  return {
    readAnew: Effect.fnUntraced(function* (companyID: CompanyId) {
      const ids = yield* Effect.provideService(keySessionsOf(companyID), SqlClient.SqlClient, sql)
      for (const id of ids) {
        yield* sessions.forget(id)
        yield* live.forgetSession(id)
      }
    })
  }
})
