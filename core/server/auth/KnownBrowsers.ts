import { Clock, Context, Effect, Layer } from "effect"
import { SqlClient } from "effect/sql"
import type { UserId } from "#core/base/ids.ts"
import { browserKnownFor } from "../http/browserCookie.ts"
import { newToken, tokenHash } from "../secrets/tokens.ts"

/** How many browsers are remembered per user; the least recently used are forgotten. */
const mostBrowsers = 20

/**
 * Browsers in which someone has signed in, identified by a token in a cookie and stored as its hash. The token gives no access:
 * the password is still required. Failures in a known browser are counted separately from everyone else's, so that no one can
 * lock a user out by failing in their name.
 */
export class KnownBrowsers extends Context.Service<
  KnownBrowsers,
  {
    /** Whether the user of an email has signed in before with the browser of this token. */
    readonly isKnown: (token: string | null, email: string) => Effect.Effect<boolean>
    /** Remembers that a user signed in with a browser, and returns the browser's new token. */
    readonly remember: (token: string | null, userID: UserId) => Effect.Effect<string>
    /** Forgets all browsers of a user. */
    readonly forget: (userID: UserId) => Effect.Effect<void>
  }
>()("lockdesk/server/KnownBrowsers") {
  static readonly layer = Layer.effect(
    KnownBrowsers,
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const since = Effect.map(Clock.currentTimeMillis, (now) => new Date(now - browserKnownFor))

      const isKnown = Effect.fnUntraced(function* (token: string | null, email: string) {
        if (token === null) return false
        const found = yield* sql`
          SELECT FROM known_browsers b JOIN users u USING (user_id)
          WHERE b.token_hash = ${tokenHash(token)} AND lower(u.email) = ${email} AND b.used_at > ${yield* since}`
        return found.length > 0
      }, Effect.orDie)

      const remember = Effect.fnUntraced(function* (token: string | null, userID: UserId) {
        const at = new Date(yield* Clock.currentTimeMillis)
        if (token !== null) {
          const kept = yield* sql`
            UPDATE known_browsers SET used_at = ${at} WHERE token_hash = ${tokenHash(token)} AND user_id = ${userID}
              AND used_at > ${yield* since} RETURNING 1`
          if (kept.length > 0) return token
        }
        // Never reuse the token that was sent: someone else may have put it there. Other users of this browser stay known in
        // it.
        const fresh = newToken()
        if (token !== null) {
          yield* sql`UPDATE known_browsers SET token_hash = ${tokenHash(fresh)} WHERE token_hash = ${tokenHash(token)}`
        }
        yield* sql`INSERT INTO known_browsers VALUES (${tokenHash(fresh)}, ${userID}, ${at})
          ON CONFLICT (token_hash, user_id) DO UPDATE SET used_at = excluded.used_at`
        yield* sql`
          DELETE FROM known_browsers WHERE user_id = ${userID} AND token_hash NOT IN (
            SELECT token_hash FROM known_browsers WHERE user_id = ${userID} ORDER BY used_at DESC LIMIT ${mostBrowsers})`
        return fresh
      }, Effect.orDie)

      const forget = (userID: UserId) =>
        Effect.orDie(Effect.asVoid(sql`DELETE FROM known_browsers WHERE user_id = ${userID}`))

      return KnownBrowsers.of({ isKnown, remember, forget })
    })
  )
}
