import { Clock, Effect, Layer, Schedule } from "effect"
import { SqlClient } from "effect/sql"
import { noticeDays } from "#core/notices/noticeRules.ts"
import { isDatabaseUnavailable } from "../db/databaseErrors.ts"
import { browserKnownFor } from "../http/browserCookie.ts"
import { purgeLimits } from "./Limiter.ts"

const day = 24 * 60 * 60 * 1000

/** How long ended sessions are kept for inspection, in milliseconds. */
const keptSessions = day
const keptLinks = day
const keptMail = 30 * day
const keptRequests = day
/** Some responses contain a secret that is shown only once. */
const keptAnswers = 60 * 60 * 1000
const keptNotices = noticeDays * day

const interval = "1 hour"

/** Rows per delete, so that no one waits longer than a few milliseconds. */
const batch = 500

/**
 * Deletes sessions and one-time links a day after they ended, mail of the local outbox after thirty days, notices after
 * `noticeDays`, answers to requests with a key after an hour, and the keys after a day. Returns the number of rows. Several
 * server processes may run it at the same time.
 */
export const purgeExpired = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const millis = yield* Clock.currentTimeMillis
  const before = (kept: number) => sql`${new Date(millis - kept)}::timestamptz`
  const over = [
    sql`DELETE FROM sessions WHERE token_hash IN (SELECT token_hash FROM sessions
      WHERE expires_at < ${before(keptSessions)} OR ended_at < ${before(keptSessions)}
      LIMIT ${batch} FOR UPDATE SKIP LOCKED) RETURNING 1`,
    sql`DELETE FROM known_browsers WHERE (token_hash, user_id) IN (SELECT token_hash, user_id FROM known_browsers
      WHERE used_at < ${before(browserKnownFor)} LIMIT ${batch} FOR UPDATE SKIP LOCKED) RETURNING 1`,
    sql`DELETE FROM one_time_links WHERE token_hash IN (SELECT token_hash FROM one_time_links
      WHERE expires_at < ${before(keptLinks)} OR used_at < ${before(keptLinks)}
      LIMIT ${batch} FOR UPDATE SKIP LOCKED) RETURNING 1`,
    sql`DELETE FROM outbox WHERE mail_id IN (SELECT mail_id FROM outbox
      WHERE created_at < ${before(keptMail)} LIMIT ${batch} FOR UPDATE SKIP LOCKED) RETURNING 1`,
    sql`DELETE FROM notices WHERE notice_id IN (SELECT notice_id FROM notices
      WHERE created_at < ${before(keptNotices)} LIMIT ${batch} FOR UPDATE SKIP LOCKED) RETURNING 1`,
    sql`UPDATE request_keys SET answer = NULL WHERE (user_id, key) IN (SELECT user_id, key FROM request_keys
      WHERE made_at < ${before(keptAnswers)} AND answer IS NOT NULL LIMIT ${batch} FOR UPDATE SKIP LOCKED) RETURNING 1`,
    sql`DELETE FROM request_keys WHERE (user_id, key) IN (SELECT user_id, key FROM request_keys
      WHERE made_at < ${before(keptRequests)} LIMIT ${batch} FOR UPDATE SKIP LOCKED) RETURNING 1`,
    purgeLimits(sql, millis, batch)
  ]
  let deleted = 0
  for (const statement of over) {
    let rows = batch
    while (rows === batch) {
      rows = (yield* statement).length
      deleted += rows
    }
  }
  return deleted
})

/** Runs at the start and every hour. A round that fails is logged, and the next one runs on time. */
export const purgeLayer = purgeExpired.pipe(
  Effect.catchTag("SqlError", (error) =>
    // An unavailable database is already reported elsewhere.
    isDatabaseUnavailable(error) ? Effect.void : Effect.logWarning("Failed to purge expired sessions and links", error)
  ),
  Effect.repeat(Schedule.spaced(interval)),
  Effect.forkScoped,
  Layer.effectDiscard
)
