import { Effect } from "effect"
import { SqlClient } from "effect/sql"
import type { TooManyRequests } from "#core/auth/AuthErrors.ts"
import type { LoggedInUser } from "#core/auth/LoggedInUser.ts"
import { Role } from "#core/auth/roles.ts"
import { Audit } from "../audit/Audit.ts"
import { Limiter } from "../auth/Limiter.ts"
import { now } from "../db/now.ts"
import { Mailer } from "../mail/Mailer.ts"
import { type Limit, Settings } from "../Settings.ts"

/** Admins who are written to at most. */
const mostTold = 20

const text = (user: LoggedInUser, { times }: Limit, span: string, retryAfter: number): string =>
  `${user.name} (${user.email}) asked for more than ${times} combinations within ${span}, which is as many as this server allows.

They can reveal again in ${Math.ceil(retryAfter / 60)} minutes. If this was not their work, deactivate the user and look at
the audit log: lockdesk audit ls --action reveals.approve`

/**
 * How many combinations one user may ask for within an hour and a day, granted or not, so that an account in wrong hands does
 * not empty the company. Reaching it is recorded, and the company's Admins and Owners get a mail, once for each span.
 */
export const makeRevealCaps = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const audit = yield* Audit
  const limiter = yield* Limiter
  const mailer = yield* Mailer
  const { limits } = yield* Settings
  const spans = [
    ["an hour", limits.revealPerUserHour],
    ["a day", limits.revealPerUserDay]
  ] as const

  const notice = Effect.fnUntraced(function* (user: LoggedInUser, limit: Limit, span: string, retryAfter: number) {
    yield* audit.append({
      companyID: user.companyID,
      at: yield* now,
      userID: user.userID,
      action: "reveals.cap",
      subject: user.email.toLowerCase(),
      detail: { times: limit.times, seconds: limit.seconds }
    })
    const admins = yield* sql<{ user_id: number; email: string }>`
      SELECT user_id, email FROM users WHERE company_id = ${user.companyID} AND is_active
        AND ${sql.in("role_id", [Role.id.Admin, Role.id.Owner])} ORDER BY user_id LIMIT ${mostTold}`
    for (const { user_id, email } of admins) {
      yield* mailer.send({
        companyID: user.companyID,
        userID: user_id,
        to: email,
        subject: `${user.name} has reached the limit of revealed combinations`,
        body: text(user, limit, span, retryAfter)
      })
    }
  })

  /** Counts a request of a user to reveal, or refuses it. */
  return Effect.fnUntraced(function* (user: LoggedInUser): Effect.fn.Return<void, TooManyRequests> {
    for (const [span, limit] of spans) {
      yield* limiter.take(`reveals in ${span} of ${user.userID}`, limit).pipe(
        Effect.tapError(({ data: { retryAfter } }) =>
          limiter.take(`notice of reveals in ${span} of ${user.userID}`, { times: 1, seconds: limit.seconds }).pipe(
            Effect.andThen(notice(user, limit, span, retryAfter)),
            // Told already, or it could not be: the refusal stands either way.
            Effect.catchTag("TooManyRequests", () => Effect.void),
            Effect.catchCause((cause) => Effect.logError("Reaching the limit of reveals could not be reported", cause))
          )
        )
      )
    }
  })
})
