import { Clock, Effect } from "effect"
import { SqlClient } from "effect/sql"
import type { FmsFailed } from "../fms/FmsFailed.ts"
import { FmsHttp } from "../fms/FmsHttp.ts"
import { Keyring } from "../secrets/Keyring.ts"
import { signedHeaders } from "./signMessage.ts"
import { waitAfter, type WebhookTimes } from "./WebhookTimes.ts"

/** A message that a server process has made its own for a while. */
interface Claimed {
  readonly id: number
  readonly webhookID: number
  readonly companyID: number
  readonly url: string
  readonly messageID: string
  readonly body: string
  readonly attempts: number
  readonly sealed: Uint8Array
  readonly oldSealed: Uint8Array | null
}

/** What an attempt came to. */
type Came =
  | { readonly kind: "sent" }
  | { readonly kind: "gone" }
  | { readonly kind: "failed"; readonly reason: string; readonly notBefore: number | null }

const iso = (millis: number): string => new Date(millis).toISOString()

/** What a secret is sealed with besides the company's key. */
export const secretAbout = (webhookID: number): string => `webhook\n${webhookID}`

/** The message that has been due longest; the attempt is counted before it is made. */
const claim = Effect.fnUntraced(function* (runner: string, millis: number, { lease }: WebhookTimes) {
  const sql = yield* SqlClient.SqlClient
  const at = iso(millis)
  const [claimed] = yield* sql<Claimed>`
    UPDATE webhook_deliveries d SET runner = ${runner}, leased_until = ${iso(millis + lease)}::timestamptz,
      attempts = d.attempts + 1
    FROM webhooks w
    WHERE w.webhook_id = d.webhook_id AND d.delivery_id = (
      SELECT e.delivery_id FROM webhook_deliveries e JOIN webhooks v USING (webhook_id)
      WHERE e.state = 'waiting' AND e.next_at <= ${at}::timestamptz AND v.is_active
        AND (e.leased_until IS NULL OR e.leased_until <= ${at}::timestamptz)
      ORDER BY e.next_at, e.delivery_id LIMIT 1 FOR UPDATE OF e SKIP LOCKED)
    RETURNING d.delivery_id AS id, d.webhook_id AS "webhookID", w.company_id AS "companyID", w.url,
      d.message_id AS "messageID", d.body, d.attempts, w.sealed,
      CASE WHEN w.old_until > ${at}::timestamptz THEN w.old_sealed END AS "oldSealed"`
  return claimed
})

const reasonOf = ({ stage, code }: FmsFailed): string =>
  /^\d{3}$/.test(code) ? `The endpoint answered ${code}.` : `Not reached (${stage}: ${code}).`

/** Writes down what an attempt came to, unless another process has the message by now. */
const record = Effect.fnUntraced(function* (
  { id, webhookID, attempts }: Claimed,
  runner: string,
  came: Came,
  times: WebhookTimes
) {
  const sql = yield* SqlClient.SqlClient
  const millis = yield* Clock.currentTimeMillis
  const mine = sql`WHERE delivery_id = ${id} AND runner = ${runner} AND state = 'waiting'`
  const over = sql`runner = NULL, leased_until = NULL`
  if (came.kind === "sent") {
    yield* sql`
      UPDATE webhook_deliveries SET state = 'sent', sent_at = ${iso(millis)}::timestamptz, next_at = NULL, failure = NULL,
        ${over} ${mine}`
    return
  }
  const reason = came.kind === "gone" ? "The endpoint answered 410: it is gone." : came.reason
  if (came.kind === "gone") {
    yield* sql`UPDATE webhooks SET is_active = false, stopped = 'gone' WHERE webhook_id = ${webhookID}`
  }
  if (came.kind === "gone" || attempts >= times.attempts) {
    yield* sql`UPDATE webhook_deliveries SET state = 'failed', next_at = NULL, failure = ${reason}, ${over} ${mine}`
    return
  }
  const next = Math.max(millis + waitAfter(attempts, times), came.notBefore ?? 0)
  yield* sql`
    UPDATE webhook_deliveries SET next_at = ${iso(next)}::timestamptz, failure = ${reason}, ${over} ${mine}`
})

/**
 * Sends the message that is due first, and says whether there was one. A process that dies between sending and writing that down
 * sends it again under the same id once its lease is over.
 */
export const deliverNext = Effect.fnUntraced(function* (runner: string, times: WebhookTimes) {
  const http = yield* FmsHttp
  const keyring = yield* Keyring
  const at = yield* Clock.currentTimeMillis
  const message = yield* claim(runner, at, times)
  if (message === undefined) return false
  const about = secretAbout(message.webhookID)
  const secrets = yield* Effect.forEach(
    [message.sealed, message.oldSealed].filter((sealed) => sealed !== null),
    (sealed) => keyring.openText(message.companyID, about, sealed)
  )
  const { messageID: id, body } = message
  const headers = signedHeaders({ id, at, body }, secrets)
  const request = { method: "POST", url: new URL(message.url), headers, body } as const
  const came = yield* http.send(request, { timeout: times.timeout, simulator: null }).pipe(
    Effect.match({
      onSuccess: ({ status }): Came =>
        status === 410
          ? { kind: "gone" }
          : status < 300
            ? { kind: "sent" }
            : { kind: "failed", reason: `The endpoint answered ${status}.`, notBefore: null },
      onFailure: (failed): Came => ({
        kind: "failed",
        reason: reasonOf(failed),
        notBefore: failed.retryAt === null ? null : Date.parse(failed.retryAt)
      })
    })
  )
  yield* record(message, runner, came, times)
  return true
})
