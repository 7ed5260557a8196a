import { Effect } from "effect"
import { SqlClient } from "effect/sql"
import type { Fragment } from "effect/sql/Statement"
import type { CompanyId, WebhookId } from "#core/base/ids.ts"
import { stoppedAsGone } from "#core/webhooks/WebhookErrors.ts"
import { LiveEvents } from "../live/LiveEvents.ts"
import { storeWebhookNotice } from "./webhookNotice.ts"

/**
 * Stops an active webhook whose endpoint is gone, if `condition` holds, and notifies those who can resume it: in one
 * transaction, because nobody would notice later that it sends nothing.
 */
export const stopWebhook = Effect.fnUntraced(function* (webhookID: WebhookId, condition: Fragment) {
  const sql = yield* SqlClient.SqlClient
  const live = yield* LiveEvents
  const push = yield* sql.withTransaction(
    Effect.gen(function* () {
      const [stopped] = yield* sql<{ companyID: CompanyId; url: string }>`
        UPDATE webhooks SET is_active = false, stopped = 'gone'
        WHERE webhook_id = ${webhookID} AND is_active AND ${condition} RETURNING company_id AS "companyID", url`
      if (stopped === undefined) return Effect.void
      const pushNotice = yield* storeWebhookNotice(
        stopped,
        stoppedAsGone,
        "Resume it when its endpoint accepts messages again, or remove it."
      )
      return Effect.andThen(live.tell(stopped.companyID, { event: "updateIntegrations" }), pushNotice)
    })
  )
  yield* push
})
