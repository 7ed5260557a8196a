import { Clock, Effect } from "effect"
import { SqlClient } from "effect/sql"
import { arrayText } from "../db/arrayText.ts"
import type { FmsFailed } from "../fms/FmsFailed.ts"
import { FmsHttp } from "../fms/FmsHttp.ts"
import { Keyring } from "../secrets/Keyring.ts"
import { signedHeaders } from "./signMessage.ts"
import { waitAfter, type WebhookTimes } from "./WebhookTimes.ts"

/** A message that a server process has made its own for a while. */
export interface Claimed {
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

/** Why an attempt did not come through. */
type Failed =
  | { readonly kind: "gone" }
  | { readonly kind: "failed"; readonly reason: string; readonly notBefore: number | null }

/** What an attempt came to. */
export type Came = { readonly kind: "sent" } | Failed

const iso = (millis: number): string => new Date(millis).toISOString()

/** What a secret is sealed with besides the company's key. */
export const secretAbout = (webhookID: number): string => `webhook\n${webhookID}`

/** What is on its way in this process, by webhook. */
export type InFlight = ReadonlyMap<number, number>

/** Messages of one process on their way at once: in all, and to one webhook, so that a silent one holds up nobody else. */
export const mostAtOnce = { all: 64, webhook: 16 } as const

/** How many due messages are looked at for each that is wanted: some are of webhooks that have enough on their way. */
const lookedAt = 4

const over = (sql: SqlClient.SqlClient) => sql`runner = NULL, leased_until = NULL`

/**
 * Writes down which messages were delivered, and claims those that have been due longest, in one statement; those of a webhook that
 * has the least on its way first. An attempt is counted before it is made. What another process has claimed meanwhile is passed over.
 */
export const claimAfter = Effect.fnUntraced(function* (
  sent: ReadonlyArray<number>,
  inFlight: InFlight,
  runner: string,
  millis: number,
  { lease }: WebhookTimes
) {
  const sql = yield* SqlClient.SqlClient
  const flying = [...inFlight.values()].reduce((sum, count) => sum + count, 0)
  const free = mostAtOnce.all - flying
  return yield* sql<Claimed>`
    SELECT * FROM claim_deliveries(${arrayText(sent)}::int[], ${runner}::text, ${iso(millis)}::timestamptz,
      ${iso(millis + lease)}::timestamptz, ${free}::int, ${free * lookedAt}::int, ${mostAtOnce.webhook}::int,
      ${arrayText([...inFlight.keys()])}::int[], ${arrayText([...inFlight.values()])}::int[])`
})

const reasonOf = ({ stage, code }: FmsFailed): string =>
  /^\d{3}$/.test(code) ? `The endpoint answered ${code}.` : `Not reached (${stage}: ${code}).`

/** Writes down that an attempt did not come through, unless another process has the message by now. */
export const recordFailure = Effect.fnUntraced(function* (
  { id, webhookID, attempts }: Claimed,
  runner: string,
  came: Failed,
  millis: number,
  times: WebhookTimes
) {
  const sql = yield* SqlClient.SqlClient
  const mine = sql`WHERE delivery_id = ${id} AND runner = ${runner} AND state = 'waiting'`
  const reason = came.kind === "gone" ? "The endpoint answered 410: it is gone." : came.reason
  if (came.kind === "gone") {
    yield* sql`UPDATE webhooks SET is_active = false, stopped = 'gone' WHERE webhook_id = ${webhookID}`
  }
  if (came.kind === "gone" || attempts >= times.attempts) {
    yield* sql`UPDATE webhook_deliveries SET state = 'failed', next_at = NULL, failure = ${reason}, ${over(sql)} ${mine}`
    return
  }
  const next = Math.max(millis + waitAfter(attempts, times), came.notBefore ?? 0)
  yield* sql`
    UPDATE webhook_deliveries SET next_at = ${iso(next)}::timestamptz, failure = ${reason}, ${over(sql)} ${mine}`
})

/** Sends a message, and says what came of it. A message is sent again under the same id where nobody wrote that down. */
export const sendMessage = Effect.fnUntraced(function* (message: Claimed, times: WebhookTimes) {
  const http = yield* FmsHttp
  const keyring = yield* Keyring
  const at = yield* Clock.currentTimeMillis
  const about = secretAbout(message.webhookID)
  const secrets = yield* Effect.forEach(
    [message.sealed, message.oldSealed].filter((sealed) => sealed !== null),
    (sealed) => keyring.openText(message.companyID, about, sealed)
  )
  const { messageID: id, body } = message
  const headers = signedHeaders({ id, at, body }, secrets)
  const request = { method: "POST", url: new URL(message.url), headers, body } as const
  return yield* http.send(request, { timeout: times.timeout, simulator: null }).pipe(
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
})
