import { Clock, Context, Effect, Layer } from "effect"
import { SqlClient } from "effect/sql"
import { LinkExpired } from "#core/auth/AuthErrors.ts"
import { newToken, tokenHash } from "./tokens.ts"

/** What a one-time address is good for, and for how many milliseconds (ENGINE, Security). */
const purposes = {
  "set-password": 30 * 60 * 1000,
  "sign-in": 5 * 60 * 1000,
  /** Printed by the first start of an empty server, for its first Super Admin. */
  "first-password": 24 * 60 * 60 * 1000
} as const
export type LinkPurpose = keyof typeof purposes

/** Ids that travel in addresses: 256 random bits, stored hashed, used once. */
export class OneTimeLinks extends Context.Service<
  OneTimeLinks,
  {
    readonly create: (userID: number, purpose: LinkPurpose) => Effect.Effect<string>
    /** Uses one up and returns its user. */
    readonly use: (uid: string, purposes: ReadonlyArray<LinkPurpose>) => Effect.Effect<number, LinkExpired>
    /** Uses up what a user has left for these purposes. */
    readonly revoke: (userID: number, purposes: ReadonlyArray<LinkPurpose>) => Effect.Effect<void>
  }
>()("lockdesk/server/OneTimeLinks") {
  static readonly layer = Layer.effect(
    OneTimeLinks,
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient

      const create = Effect.fn("OneTimeLinks.create")(function* (userID: number, purpose: LinkPurpose) {
        const uid = newToken()
        const expires = new Date((yield* Clock.currentTimeMillis) + purposes[purpose])
        yield* sql`INSERT INTO one_time_links VALUES (${tokenHash(uid)}, ${purpose}, ${userID}, ${expires}, NULL)`
        return uid
      }, Effect.orDie)

      const use = Effect.fn("OneTimeLinks.use")(function* (uid: string, accepted: ReadonlyArray<LinkPurpose>) {
        const at = new Date(yield* Clock.currentTimeMillis)
        const [used] = yield* Effect.orDie(sql<{ user_id: number }>`
          UPDATE one_time_links SET used_at = ${at}
          WHERE token_hash = ${tokenHash(uid)} AND used_at IS NULL AND expires_at > ${at}
            AND ${sql.in("purpose", [...accepted])}
          RETURNING user_id`)
        return used === undefined ? yield* new LinkExpired() : used.user_id
      })

      const revoke = Effect.fn("OneTimeLinks.revoke")(function* (userID: number, purposes: ReadonlyArray<LinkPurpose>) {
        const at = new Date(yield* Clock.currentTimeMillis)
        yield* sql`
          UPDATE one_time_links SET used_at = ${at}
          WHERE user_id = ${userID} AND used_at IS NULL AND ${sql.in("purpose", [...purposes])}`
      }, Effect.orDie)

      return OneTimeLinks.of({ create, use, revoke })
    })
  )
}
