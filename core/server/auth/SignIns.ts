import { Context, Effect, Layer } from "effect"
import { SqlClient } from "effect/sql"
import type { Credentials, SignedIn } from "#core/auth/AuthApi.ts"
import {
  CompanyNotFound,
  LinkExpired,
  type PasswordRefused,
  type TooManyRequests,
  WrongCredentials
} from "#core/auth/AuthErrors.ts"
import { passwordRefusal } from "#core/auth/passwordRules.ts"
import { Audit } from "../audit/Audit.ts"
import { type AppendedAudit, appendAudit } from "../audit/auditEntry.ts"
import { now } from "../db/now.ts"
import { Notices } from "../notices/Notices.ts"
import { networkOf } from "../http/trustedProxies.ts"
import { Settings } from "../Settings.ts"
import { Limiter } from "./Limiter.ts"
import { type LinkPurpose, OneTimeLinks } from "./OneTimeLinks.ts"
import { hashPassword, passwordMatches } from "./passwords.ts"
import { Sessions } from "./Sessions.ts"

/** From where a call comes: the address of the client, which no header of theirs can forge. */
export interface Caller {
  readonly address: string
  /** Is told whose account it is about, for the log line of a call that is refused. */
  readonly note: (userID: number) => void
}

/** Signing in: by password, by a one-time uid, and setting the password that a one-time address allows. */
export class SignIns extends Context.Service<
  SignIns,
  {
    readonly byPassword: (
      credentials: Credentials,
      caller: Caller
    ) => Effect.Effect<SignedIn, WrongCredentials | TooManyRequests>
    /** Checks the password of the user of `token` again and stamps the session. */
    readonly again: (
      credentials: Credentials,
      token: string,
      caller: Caller
    ) => Effect.Effect<SignedIn, WrongCredentials | TooManyRequests>
    readonly byUid: (
      uid: string,
      companyID: number | undefined,
      caller: Caller
    ) => Effect.Effect<SignedIn, LinkExpired | CompanyNotFound | TooManyRequests>
    /** Returns the ids of the user's sessions, which end with the old password, as do other addresses to set one. */
    readonly setPassword: (
      uid: string,
      password: string,
      caller: Caller
    ) => Effect.Effect<ReadonlyArray<string>, LinkExpired | PasswordRefused | TooManyRequests>
  }
>()("lockdesk/server/SignIns") {
  static readonly layer = Layer.effect(
    SignIns,
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const audit = yield* Audit
      const limiter = yield* Limiter
      const links = yield* OneTimeLinks
      const sessions = yield* Sessions
      const notices = yield* Notices
      const { limits, commonPasswords } = yield* Settings

      /**
       * The user of an e-mail and password, behind the limits that stand in front of every password check. Where a
       * session is to be re-authenticated, `of` is its user (null: there is none) and nobody else's password is right.
       */
      const check = Effect.fnUntraced(function* (
        { email, password }: Credentials,
        { address }: Caller,
        of?: number | null
      ) {
        const normal = email.trim().toLowerCase()
        yield* limiter.take(`sign-in from ${networkOf(address)}`, limits.signInPerAddress)
        yield* limiter.take(`sign-in as ${normal}`, limits.signInPerEmail)
        const [user] = yield* Effect.orDie(sql<{ user_id: number; company_id: number; password_hash: string | null }>`
          SELECT user_id, company_id, password_hash FROM users WHERE lower(email) = ${normal} AND is_active`)
        const matches = yield* passwordMatches(password, user?.password_hash ?? null)
        const right = matches && (of === undefined || of === user?.user_id)
        const at = yield* now
        if (user !== undefined) {
          yield* Effect.orDie(
            audit.append({
              companyID: user.company_id,
              at,
              userID: user.user_id,
              action: right ? "auth.login" : "auth.login-failed",
              subject: normal,
              detail: { address }
            })
          )
        }
        if (user === undefined || !right) return yield* new WrongCredentials()
        yield* limiter.forgive(`sign-in as ${normal}`)
        yield* limiter.giveBack(`sign-in from ${networkOf(address)}`)
        return user
      })

      const signedIn = Effect.fnUntraced(function* (token: string) {
        const session = yield* sessions.find(token, undefined)
        return session === null ? yield* new WrongCredentials() : { token, user: session.user }
      })

      return SignIns.of({
        byPassword: Effect.fn("SignIns.byPassword")(function* (credentials, caller) {
          const { user_id } = yield* check(credentials, caller)
          const token = yield* sessions.create({
            userID: user_id,
            client: credentials.client ?? "web",
            remember: credentials.rememberMe ?? false,
            fromSso: false
          })
          return yield* signedIn(token)
        }),
        again: Effect.fn("SignIns.again")(function* (credentials, token, caller) {
          const session = yield* sessions.find(token, undefined)
          yield* check(credentials, caller, session?.user.userID ?? null)
          return yield* signedIn(yield* sessions.reauthenticate(token))
        }),
        byUid: Effect.fn("SignIns.byUid")(function* (uid, companyID, { address }) {
          yield* limiter.take(`link ${networkOf(address)}`, limits.linkPerAddress)
          const userID = yield* links.use(uid, ["sign-in"])
          const token = yield* sessions.create({ userID, client: "web", remember: false, fromSso: true })
          const session = yield* sessions.find(token, companyID)
          if (session !== null) return { token, user: session.user }
          const own = yield* sessions.find(token, undefined)
          if (own === null || companyID === undefined) return yield* new LinkExpired()
          yield* sessions.end(own.sessionId)
          return yield* new CompanyNotFound({ data: { companyID } })
        }),
        setPassword: Effect.fn("SignIns.setPassword")(
          function* (uid, password, { address }) {
            yield* limiter.take(`link ${networkOf(address)}`, limits.linkPerAddress)
            const refusal = passwordRefusal(password, commonPasswords)
            if (refusal !== null) return yield* refusal
            const accepted: ReadonlyArray<LinkPurpose> = ["set-password", "first-password"]
            const hash = yield* hashPassword(password)
            const done = yield* sql.withTransaction(
              Effect.gen(function* () {
                const userID = yield* links.use(uid, accepted)
                const [user] = yield* sql<{ company_id: number; email: string }>`
                UPDATE users SET password_hash = ${hash} WHERE user_id = ${userID}
                RETURNING company_id, lower(email) AS email`
                if (user === undefined) return null
                yield* links.revoke(userID, accepted)
                const ended = yield* sessions.endAllOf(userID)
                const [appended] = yield* sql<AppendedAudit>`
                SELECT * FROM ${appendAudit(sql, {
                  companyID: user.company_id,
                  at: yield* now,
                  userID,
                  action: "auth.set-password",
                  subject: user.email
                })} a`
                return { companyID: user.company_id, userID, ended, appended }
              })
            )
            if (done?.appended !== undefined) yield* audit.witness(done.companyID, done.appended)
            if (done !== null) {
              yield* notices.send([done.userID], {
                companyID: done.companyID,
                kind: "warning",
                message: "Your password was changed.",
                next: "If it was not you, set a new one now and tell an admin of your company."
              })
            }
            return done?.ended ?? []
          },
          Effect.catchTags({ SqlError: Effect.die, WitnessFailed: Effect.die })
        )
      })
    })
  )
}
