import { Effect } from "effect"
import { SqlClient } from "effect/sql"
import { TooManyRequests } from "#core/auth/AuthErrors.ts"
import type { LoggedInUser } from "#core/auth/LoggedInUser.ts"
import { Role } from "#core/auth/roles.ts"
import { countOf } from "#core/base/countOf.ts"
import type { UserId } from "#core/base/ids.ts"
import { Audit } from "../audit/Audit.ts"
import { latestTime } from "../db/clocksDiffer.ts"
import { Mailer } from "../mail/Mailer.ts"
import { Notices } from "../notices/Notices.ts"
import { type Limit, Settings } from "../Settings.ts"
import { countedReveals, makeRevealCounts } from "./revealCounts.ts"

/** The maximum number of admins to notify. */
const mostNotified = 20

const reached = (user: LoggedInUser, { times }: Limit, span: string): string =>
  `${user.name} (${user.email}) asked for more than ${times} combinations within ${span}, which is as many as this server allows.`

const advice = (retryAfter: number): string =>
  `They can reveal again in ${countOf(Math.ceil(retryAfter / 60), "minute")}. If this was not their work, deactivate the user and look at
the audit log: lockdesk audit ls --action reveals.approve`

/**
 * Limits how many combinations a user may request per hour and day, approved or not, so that a stolen account can't read them
 * all. Counted in the database, for all server processes together. Reaching a limit is audited, and the company's Admins and
 * Owners get a notice and an email, once per period.
 */
export const makeRevealCaps = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const audit = yield* Audit
  const mailer = yield* Mailer
  const notices = yield* Notices
  const { limits } = yield* Settings
  const spans = [
    ["an hour", limits.revealPerUserHour],
    ["a day", limits.revealPerUserDay]
  ] as const
  const counts = makeRevealCounts(sql, [limits.revealPerUserHour, limits.revealPerUserDay])

  const tell = Effect.fnUntraced(function* (
    user: LoggedInUser,
    limit: Limit,
    span: string,
    at: string,
    retryAfter: number
  ) {
    const first = yield* sql`
      INSERT INTO reveal_caps_told AS t (user_id, seconds, told_at)
      VALUES (${user.userID}, ${limit.seconds}, ${at}::timestamptz)
      ON CONFLICT (user_id, seconds) DO UPDATE SET told_at = excluded.told_at
      WHERE t.told_at <= excluded.told_at - ${limit.seconds} * interval '1 second'
        OR t.told_at > ${new Date(latestTime(Date.parse(at)))} RETURNING 1`
    if (first.length === 0) return
    yield* audit.append({
      companyID: user.companyID,
      at,
      userID: user.userID,
      action: "reveals.cap",
      subject: user.email.toLowerCase(),
      detail: { times: limit.times, seconds: limit.seconds }
    })
    const admins = yield* sql<{ user_id: UserId; email: string }>`
      SELECT user_id, email FROM users WHERE company_id = ${user.companyID} AND is_active
        AND ${sql.in("role_id", [Role.id.Admin, Role.id.Owner])} ORDER BY user_id LIMIT ${mostNotified}`
    yield* notices.send(
      admins.map(({ user_id }) => user_id),
      {
        companyID: user.companyID,
        kind: "warning",
        message: reached(user, limit, span),
        next: "If this wasn't expected, deactivate the user and check the audit log."
      }
    )
    for (const { user_id, email } of admins) {
      yield* mailer.send({
        companyID: user.companyID,
        userID: user_id,
        to: email,
        subject: `${user.name} has reached the limit of revealed combinations`,
        body: `${reached(user, limit, span)}\n\n${advice(retryAfter)}`
      })
    }
  })

  /** Refuses if a cap is reached, and notifies. */
  const check = Effect.fnUntraced(function* (user: LoggedInUser, at: string) {
    for (const [span, limit] of spans) {
      const [counted] = yield* countedReveals(sql, user.userID, at, limit)
      if (counted === undefined || counted.n < limit.times) continue
      const retryAfter = Math.max(1, Number(counted.retryAfter))
      // If the notification fails, the refusal still applies.
      yield* tell(user, limit, span, at, retryAfter).pipe(
        Effect.catchCause((cause) => Effect.logError("Failed to notify about a reached reveal limit", cause))
      )
      return yield* new TooManyRequests({ data: { retryAfter, limit: { what: "reveals", ...limit } } })
    }
  })

  return {
    /** SQL for the statement that approves a request. */
    counts,
    /** Counts a request in its own statement, or refuses it. */
    count: Effect.fnUntraced(function* (user: LoggedInUser, at: string) {
      const [counted] = yield* sql<{ n: number }>`SELECT ${counts.one(sql`${user.userID}::int`, at)} AS n`
      if (counted === undefined || counted.n === 0) yield* check(user, at)
    }),
    check
  }
})
