import { Clock, Effect } from "effect"
import { SqlClient } from "effect/sql"
import type { MailId } from "#core/mail/Mail.ts"
import { latestTime } from "../db/clocksDiffer.ts"
import { tokenHash } from "../secrets/tokens.ts"
import type { SealedAttachment, SealedMessage } from "./sealedMessage.ts"
import type { Attempt } from "./smtpCarrier.ts"
import type { MailTimes } from "./smtpSettings.ts"

/** A message leased by a server process. */
export interface Claimed extends SealedMessage, SealedAttachment {
  readonly mail_id: MailId
  readonly subject: string
  readonly message_id: string
  /** Including this attempt. */
  readonly attempts: number
  /** Whether it has a report for someone who was deactivated meanwhile. */
  readonly recipient_left: boolean
}

const iso = (millis: number): string => new Date(millis).toISOString()

/**
 * Leases the due message that has waited longest. The attempt is counted before it is made, so that a message that crashes the
 * server is not retried forever.
 */
export const claimDue = Effect.fnUntraced(function* (runner: string, { lease, longestWait }: MailTimes) {
  const sql = yield* SqlClient.SqlClient
  const millis = yield* Clock.currentTimeMillis
  const at = iso(millis)
  const latest = (span: number) => iso(latestTime(millis, span))
  const [claimed] = yield* sql<Claimed>`
    UPDATE outbox SET runner = ${runner}, leased_until = ${iso(millis + lease)}::timestamptz, attempts = attempts + 1
    WHERE mail_id = (
      SELECT mail_id FROM outbox WHERE state = 'waiting'
        AND (next_at <= ${at}::timestamptz OR next_at > ${latest(longestWait)}::timestamptz)
        AND (leased_until IS NULL OR leased_until <= ${at}::timestamptz OR leased_until > ${latest(lease)}::timestamptz)
      ORDER BY next_at, mail_id LIMIT 1 FOR UPDATE SKIP LOCKED)
    RETURNING mail_id, company_id, recipient, subject, sealed, sealed_link, attachment_name, sealed_attachment, message_id, attempts,
      sealed_attachment IS NOT NULL
        AND EXISTS (SELECT FROM users u WHERE lower(u.email) = lower(recipient) AND NOT u.is_active) AS recipient_left`
  return claimed
})

/**
 * Whether the one-time link of a message has ended since it was written: it expired, was used or withdrawn, or a newer message
 * replaced it.
 */
export const linkEnded = Effect.fnUntraced(function* (link: string) {
  const uid = URL.parse(link)?.searchParams.get("uid") ?? ""
  const sql = yield* SqlClient.SqlClient
  const at = iso(yield* Clock.currentTimeMillis)
  const ended = yield* sql`
    SELECT FROM one_time_links
    WHERE token_hash = ${tokenHash(uid)} AND (used_at IS NOT NULL OR expires_at <= ${at}::timestamptz)`
  return ended.length > 0
})

/** A message that must not be sent anymore. */
interface Obsolete {
  readonly kind: "obsolete"
  readonly reason: string
}

/** The state of a message: finished, or waiting for its next attempt. */
export type Delivery = "sent" | "waits" | "failed"

/** The delay after a number of attempts. */
export const waitAfter = (attempts: number, { firstWait, longestWait }: MailTimes): number =>
  Math.min(longestWait, firstWait * 2 ** (attempts - 1))

/**
 * Stores the result of an attempt. The body of a sent message is deleted. Nobody is notified of a message that is `obsolete`. One
 * leased by another process is left alone.
 */
export const record = Effect.fnUntraced(function* (
  { mail_id, attempts }: Claimed,
  runner: string,
  attempt: Attempt | Obsolete,
  times: MailTimes
) {
  const sql = yield* SqlClient.SqlClient
  const millis = yield* Clock.currentTimeMillis
  const mine = sql`WHERE mail_id = ${mail_id} AND runner = ${runner} AND state = 'waiting'`
  const over = sql`runner = NULL, leased_until = NULL`
  if (attempt.kind === "sent") {
    yield* sql`
      UPDATE outbox SET state = 'sent', sent_at = ${iso(millis)}::timestamptz, next_at = NULL, failure = NULL,
        sealed = ''::bytea, sealed_link = NULL, sealed_attachment = NULL, ${over} ${mine}`
    return "sent" satisfies Delivery
  }
  if (attempt.kind !== "later" || attempts >= times.attempts) {
    yield* sql`UPDATE outbox
      SET state = 'failed', next_at = NULL, failure = ${attempt.reason}, reported = ${attempt.kind === "obsolete"}, ${over} ${mine}`
    return "failed" satisfies Delivery
  }
  const next = iso(millis + waitAfter(attempts, times))
  yield* sql`UPDATE outbox SET next_at = ${next}::timestamptz, failure = ${attempt.reason}, ${over} ${mine}`
  return "waits" satisfies Delivery
})
