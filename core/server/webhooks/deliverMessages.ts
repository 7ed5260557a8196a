import { Clock, Effect } from "effect"
import { SqlClient } from "effect/sql"
import type { CompanyId, WebhookId } from "#core/base/ids.ts"
import type { DeliveryId } from "#core/webhooks/Webhook.ts"
import { arrayText } from "../db/arrayText.ts"
import { FmsHttp } from "../fms/FmsHttp.ts"
import { Keyring } from "../secrets/Keyring.ts"
import { answered, excludedReason, failureReason } from "./failureReason.ts"
import { giveUpMessage } from "./giveUpMessage.ts"
import { signedHeaders } from "./signMessage.ts"
import { stopWebhook } from "./stopWebhook.ts"
import { waitAfter, type WebhookTimes } from "./WebhookTimes.ts"

/** A message leased by a server process. */
export interface Claimed {
  readonly id: DeliveryId
  readonly webhookID: WebhookId
  readonly companyID: CompanyId
  readonly url: string
  readonly messageID: string
  readonly body: string
  readonly attempts: number
  readonly sealed: Uint8Array
  readonly oldSealed: Uint8Array | null
  /** Whether its facility is excluded from the API by now. */
  readonly excluded: boolean
}

/** Why an attempt failed. */
type Failed =
  | { readonly kind: "gone" }
  | { readonly kind: "excluded" }
  | { readonly kind: "failed"; readonly reason: string; readonly notBefore: number | null }

/** The result of an attempt. */
export type Came = { readonly kind: "sent" } | Failed

const iso = (millis: number): string => new Date(millis).toISOString()

/** The context in which a secret is sealed, besides the company's key. */
export const secretAbout = (webhookID: WebhookId): string => `webhook\n${webhookID}`

/** The number of messages in flight in this process, by webhook. */
export type InFlight = ReadonlyMap<WebhookId, number>

/**
 * The maximum number of messages in flight per process: overall, and per webhook, so that an unresponsive one delays no one
 * else.
 */
export const mostAtOnce = { all: 64, webhook: 16 } as const

/**
 * Whether a claimed message `c` is about a facility that was excluded after the event, except the exclusion itself. Its facility
 * is the one in its data, or the lock's.
 */
const excluded = `c.body::json->'data'->>'action' IS DISTINCT FROM 'facilities.api' AND EXISTS (
  SELECT FROM facilities f WHERE NOT f.included_in_api AND f.facility_id = CASE
    WHEN c.body::json->'data'->'facilityID' IS NOT NULL THEN (c.body::json->'data'->>'facilityID')::int
    WHEN c.body::json->'data'->'fromFacilityID' IS NOT NULL THEN (c.body::json->'data'->>'fromFacilityID')::int
    ELSE (SELECT l.facility_id FROM locks l WHERE l.serial = c.body::json->'data'->>'serialCode'
      AND l.company_id = c."companyID") END)`

const over = (sql: SqlClient.SqlClient) => sql`runner = NULL, leased_until = NULL`

/**
 * Marks delivered messages, and leases those that have been due longest, in one statement; webhooks with the fewest messages in
 * flight come first. An attempt is counted before it is made. Messages leased by another process are skipped, and those of
 * `withheld` webhooks stay waiting.
 */
export const claimAfter = Effect.fnUntraced(function* (
  sent: ReadonlyArray<DeliveryId>,
  inFlight: InFlight,
  runner: string,
  millis: number,
  { lease }: WebhookTimes,
  withheld: ReadonlyArray<WebhookId> = []
) {
  const sql = yield* SqlClient.SqlClient
  const flying = [...inFlight.values()].reduce((sum, count) => sum + count, 0)
  const free = mostAtOnce.all - flying
  // A withheld webhook counts as busy with as many as it may have.
  const busy = new Map([...inFlight, ...withheld.map((id) => [id, mostAtOnce.webhook] as const)])
  return yield* sql<Claimed>`
    SELECT c.*, ${sql.literal(excluded)} AS excluded
    FROM claim_deliveries(${arrayText(sent)}::int[], ${runner}::text, ${iso(millis)}::timestamptz,
      ${iso(millis + lease)}::timestamptz, ${free}::int, ${mostAtOnce.webhook}::int,
      ${arrayText([...busy.keys()])}::int[], ${arrayText([...busy.values()])}::int[]) c`
})

/** Stores a failed attempt, unless another process has leased the message. */
export const recordFailure = Effect.fnUntraced(function* (
  message: Claimed,
  runner: string,
  came: Failed,
  millis: number,
  times: WebhookTimes
) {
  const sql = yield* SqlClient.SqlClient
  const { id, webhookID, attempts } = message
  const isMine = sql`runner = ${runner} AND state = 'waiting'`
  const mine = sql`WHERE delivery_id = ${id} AND ${isMine}`
  if (came.kind === "gone") {
    const reason = "The endpoint answered 410: it is gone."
    const [moved] = yield* sql`SELECT FROM webhooks WHERE webhook_id = ${webhookID} AND url <> ${message.url}`
    if (moved !== undefined) {
      // Its webhook has another address by now, which gets the message at once.
      yield* sql`UPDATE webhook_deliveries SET next_at = ${iso(millis)}::timestamptz, failure = ${reason}, ${over(sql)} ${mine}`
      return
    }
    yield* stopWebhook(webhookID, sql`url = ${message.url} AND EXISTS (SELECT FROM webhook_deliveries ${mine})`)
    yield* sql`UPDATE webhook_deliveries SET state = 'failed', next_at = NULL, failure = ${reason}, ${over(sql)} ${mine}`
    return
  }
  if (came.kind === "excluded") {
    yield* sql`
      UPDATE webhook_deliveries SET state = 'failed', next_at = NULL, failure = ${excludedReason}, ${over(sql)} ${mine}`
    return
  }
  if (attempts >= times.attempts) return yield* giveUpMessage(message, came.reason, isMine)
  // An endpoint can ask for at most the longest delay: a time further ahead counts as from before a clock was set back.
  const asked = Math.min(came.notBefore ?? 0, millis + times.longestWait)
  const next = Math.max(millis + waitAfter(attempts, times), asked)
  yield* sql`
    UPDATE webhook_deliveries SET next_at = ${iso(next)}::timestamptz, failure = ${came.reason}, ${over(sql)} ${mine}`
})

/** Sends a message, and returns the result. If the result is not stored, the message is sent again with the same id. */
export const sendMessage = Effect.fnUntraced(function* (
  message: Claimed,
  times: WebhookTimes
): Effect.fn.Return<Came, unknown, FmsHttp | Keyring> {
  if (message.excluded) return { kind: "excluded" }
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
  const request = { method: "POST", url: new URL(message.url), headers, body, statusOnly: true } as const
  return yield* http.send(request, { timeout: times.timeout, simulator: null }).pipe(
    Effect.match({
      onSuccess: ({ status }): Came =>
        status === 410
          ? { kind: "gone" }
          : status < 300
            ? { kind: "sent" }
            : {
                kind: "failed",
                reason: status < 400 ? `${answered(status)} Redirects are not followed.` : answered(status),
                notBefore: null
              },
      onFailure: (failed): Came => ({
        kind: "failed",
        reason: failureReason(failed),
        notBefore: failed.retryAt === null ? null : Date.parse(failed.retryAt)
      })
    })
  )
})
