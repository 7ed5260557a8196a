import { Clock, Context, Effect, Layer } from "effect"
import { SqlClient } from "effect/sql"
import { LinkExpired } from "#core/auth/AuthErrors.ts"
import type { CompanyId, UserId } from "#core/base/ids.ts"
import { newToken, tokenHash } from "../secrets/tokens.ts"

/** How long an invitation is valid, in days: long enough for a weekend or a vacation (decision 60). */
export const invitationDays = 7

/** The purposes of a one-time link, and how many milliseconds each is valid (ENGINE, Security). */
const purposes = {
  "set-password": 30 * 60 * 1000,
  "sign-in": 5 * 60 * 1000,
  /** Printed at the first start of an empty server, for its first Super Admin. */
  "first-password": 24 * 60 * 60 * 1000,
  /** Sent to a new team member, to set their first password. */
  invitation: invitationDays * 24 * 60 * 60 * 1000,
  /** Sent to a new email address; opening it makes that the user's email. */
  "change-email": 30 * 60 * 1000
} as const
export type LinkPurpose = keyof typeof purposes

/** Every purpose. */
export const linkPurposes = Object.keys(purposes) as ReadonlyArray<LinkPurpose>

/** Purposes of links that set a password. */
export const passwordLinks: ReadonlyArray<LinkPurpose> = ["set-password", "first-password", "invitation"]

/** The data of a link that changes the email: an active user, with the old and new email. */
export interface NewEmail {
  readonly userID: UserId
  readonly companyID: CompanyId
  readonly from: string
  readonly email: string
}

/** Single-use ids for links: 256 random bits, stored as a hash. */
export class OneTimeLinks extends Context.Service<
  OneTimeLinks,
  {
    /** Creates one. `newEmail` is for links that change the email. */
    readonly create: (userID: UserId, purpose: LinkPurpose, newEmail?: string) => Effect.Effect<string>
    /** Uses one up and returns its user. */
    readonly use: (uid: string, purposes: ReadonlyArray<LinkPurpose>) => Effect.Effect<UserId, LinkExpired>
    /** The user and new email of a link that changes the email, without using it up. */
    readonly newEmail: (uid: string) => Effect.Effect<NewEmail, LinkExpired>
    /** Invalidates a user's unused links for these purposes. */
    readonly revoke: (userID: UserId, purposes: ReadonlyArray<LinkPurpose>) => Effect.Effect<void>
  }
>()("lockdesk/server/OneTimeLinks") {
  static readonly layer = Layer.effect(
    OneTimeLinks,
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient

      const create = Effect.fn("OneTimeLinks.create")(function* (
        userID: UserId,
        purpose: LinkPurpose,
        newEmail?: string
      ) {
        const uid = newToken()
        const expires = new Date((yield* Clock.currentTimeMillis) + purposes[purpose])
        yield* sql`INSERT INTO one_time_links (token_hash, purpose, user_id, expires_at, new_email)
          VALUES (${tokenHash(uid)}, ${purpose}, ${userID}, ${expires}, ${newEmail ?? null})`
        return uid
      }, Effect.orDie)

      const use = Effect.fn("OneTimeLinks.use")(function* (uid: string, accepted: ReadonlyArray<LinkPurpose>) {
        const at = new Date(yield* Clock.currentTimeMillis)
        const [used] = yield* Effect.orDie(sql<{ user_id: UserId }>`
          UPDATE one_time_links SET used_at = ${at}
          WHERE token_hash = ${tokenHash(uid)} AND used_at IS NULL AND expires_at > ${at}
            AND ${sql.in("purpose", [...accepted])}
          RETURNING user_id`)
        return used === undefined ? yield* new LinkExpired() : used.user_id
      })

      const revoke = Effect.fn("OneTimeLinks.revoke")(function* (userID: UserId, purposes: ReadonlyArray<LinkPurpose>) {
        const at = new Date(yield* Clock.currentTimeMillis)
        yield* sql`
          UPDATE one_time_links SET used_at = ${at}
          WHERE user_id = ${userID} AND used_at IS NULL AND ${sql.in("purpose", [...purposes])}`
      }, Effect.orDie)

      const newEmail = Effect.fn("OneTimeLinks.newEmail")(function* (uid: string) {
        const at = new Date(yield* Clock.currentTimeMillis)
        const [found] = yield* Effect.orDie(sql<NewEmail>`
          SELECT u.user_id AS "userID", u.company_id AS "companyID", u.email AS "from", l.new_email AS email
          FROM one_time_links l JOIN users u USING (user_id)
          WHERE l.token_hash = ${tokenHash(uid)} AND l.used_at IS NULL AND l.expires_at > ${at}
            AND l.purpose = 'change-email' AND l.new_email IS NOT NULL AND u.is_active`)
        return found ?? (yield* new LinkExpired())
      })

      return OneTimeLinks.of({ create, use, newEmail, revoke })
    })
  )
}
