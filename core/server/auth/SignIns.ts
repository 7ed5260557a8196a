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
import type { CurrentSession } from "#core/api/Guard.ts"
import { Role } from "#core/auth/roles.ts"
import type { CompanyId, UserId } from "#core/base/ids.ts"
import { Audit } from "../audit/Audit.ts"
import { type AppendedAudit, appendAudit } from "../audit/auditEntry.ts"
import { now } from "../db/now.ts"
import { LiveEvents } from "../live/LiveEvents.ts"
import { Notices } from "../notices/Notices.ts"
import type { Caller } from "../http/callFacts.ts"
import { networkOf } from "../http/trustedProxies.ts"
import { Keyring } from "../secrets/Keyring.ts"
import { Settings } from "../Settings.ts"
import { KnownBrowsers } from "./KnownBrowsers.ts"
import { Limiter } from "./Limiter.ts"
import { OneTimeLinks, passwordLinks } from "./OneTimeLinks.ts"
import { hashPassword, passwordMatches } from "./passwords.ts"
import { Sessions } from "./Sessions.ts"
import { signInLimits, type TriedWith } from "./signInLimits.ts"

/** Signing in with a password or a one-time id, and setting a password with a one-time link. */
export class SignIns extends Context.Service<
  SignIns,
  {
    readonly byPassword: (
      credentials: Credentials,
      caller: Caller
    ) => Effect.Effect<SignedIn, WrongCredentials | TooManyRequests>
    /** Checks the password of the token's user again and records that in the session. */
    readonly again: (
      credentials: Credentials,
      token: string,
      caller: Caller
    ) => Effect.Effect<SignedIn, WrongCredentials | TooManyRequests>
    readonly byUid: (
      uid: string,
      companyID: CompanyId | undefined,
      caller: Caller
    ) => Effect.Effect<SignedIn, LinkExpired | CompanyNotFound | TooManyRequests>
    /** Returns the ids of the user's sessions, which end with the old password, as do the user's other password links. */
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
      const live = yield* LiveEvents
      const browsers = yield* KnownBrowsers
      const keyring = yield* Keyring
      const { limits, commonPasswords } = yield* Settings
      const attempts = signInLimits(limiter, limits)

      /** Failures without a known user are recorded for the company that runs the server. */
      const recordUnknown = Effect.fnUntraced(function* (email: string, address: string) {
        const [operator] = yield* sql<{ company_id: CompanyId }>`
          SELECT company_id FROM users WHERE role_id = ${Role.id.SuperAdmin} AND is_active ORDER BY user_id LIMIT 1`
        if (operator === undefined) return
        yield* audit.append({
          companyID: operator.company_id,
          at: yield* now,
          userID: null,
          action: "auth.login-unknown",
          // The typed text may be a password in the wrong field, so only a keyed fingerprint is stored: enough to recognize
          // repeated attempts.
          subject: `unknown ${keyring.fingerprint("sign-in", email).slice(0, 16)}`,
          detail: { address }
        })
      })

      /**
       * The user with an email and password, behind the rate limits for all password checks. For re-authentication, `of` is the
       * current session (null if there is none), and only its user's password is accepted.
       */
      const check = Effect.fnUntraced(function* (
        { email, password }: Credentials,
        { address, browser, note }: Caller,
        of?: CurrentSession | null
      ) {
        const normal = email.trim().toLowerCase()
        const tried: TriedWith =
          of !== undefined && of !== null && of.user.email.toLowerCase() === normal
            ? { kind: "session", sessionId: of.sessionId }
            : browser !== null && (yield* browsers.isKnown(browser, normal))
              ? { kind: "browser", token: browser }
              : { kind: "stranger" }
        const [user] = yield* Effect.orDie(sql<{
          user_id: UserId
          company_id: CompanyId
          password_hash: string | null
        }>`
          SELECT user_id, company_id, password_hash FROM users WHERE lower(email) = ${normal} AND is_active`)
        if (user !== undefined) note(user.user_id)
        const takeBack = yield* attempts.take(normal, address, tried)
        // Strangers from the same network wait behind each other, and all of them behind known browsers.
        const known = tried.kind !== "stranger"
        const client = known ? `${tried.kind} ${normal}` : networkOf(address)
        const matches = yield* passwordMatches(password, user?.password_hash ?? null, client, known)
        const right = matches && (of === undefined || of?.user.userID === user?.user_id)
        if (user === undefined) yield* Effect.orDie(recordUnknown(normal, address))
        else {
          yield* Effect.orDie(
            audit.append({
              companyID: user.company_id,
              at: yield* now,
              userID: user.user_id,
              action: right ? "auth.login" : "auth.login-failed",
              subject: normal,
              detail: { address }
            })
          )
        }
        if (user === undefined || !right) {
          return yield* new WrongCredentials({ data: tried.kind === "session" ? { only: "password" } : {} })
        }
        yield* takeBack
        return user
      })

      const signedIn = Effect.fnUntraced(function* (token: string) {
        const session = yield* sessions.find(token, undefined)
        return session === null ? yield* new WrongCredentials({ data: {} }) : { token, user: session.user }
      })

      return SignIns.of({
        byPassword: Effect.fn("SignIns.byPassword")(function* (credentials, caller) {
          const { user_id } = yield* check(credentials, caller)
          const client = credentials.client ?? "web"
          const token = yield* sessions.create({
            userID: user_id,
            client,
            remember: credentials.rememberMe ?? false,
            fromSso: false
          })
          // The terminal has no cookies.
          if (client === "web") caller.keep(yield* browsers.remember(caller.browser, user_id))
          return yield* signedIn(token)
        }),
        again: Effect.fn("SignIns.again")(function* (credentials, token, caller) {
          const session = yield* sessions.find(token, undefined)
          yield* check(credentials, caller, session)
          const fresh = yield* sessions.reauthenticate(token)
          if (fresh.sessionId !== null) yield* live.forgetSession(fresh.sessionId)
          return yield* signedIn(fresh.token)
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
          function* (uid, password, { address, browser, keep }) {
            yield* limiter.take(`link ${networkOf(address)}`, limits.linkPerAddress)
            const refusal = passwordRefusal(password, commonPasswords)
            if (refusal !== null) return yield* refusal
            const hash = yield* hashPassword(password, networkOf(address))
            const done = yield* sql.withTransaction(
              Effect.gen(function* () {
                const userID = yield* links.use(uid, passwordLinks)
                const [user] = yield* sql<{ company_id: CompanyId; email: string }>`
                UPDATE users SET password_hash = ${hash} WHERE user_id = ${userID} AND is_active
                RETURNING company_id, lower(email) AS email`
                if (user === undefined) return null
                yield* links.revoke(userID, passwordLinks)
                const ended = yield* sessions.endAllOf(userID)
                const [appended] = yield* sql<AppendedAudit>`
                SELECT * FROM ${appendAudit(sql, audit.macs, {
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
            if (done === null) return []
            yield* notices.send([done.userID], {
              companyID: done.companyID,
              kind: "warning",
              message: "Your password was changed.",
              next: "If this wasn't you, set a new one now and tell an admin of your company."
            })
            // Access to the person's email counts as proof of identity: from now on, only this browser is known.
            yield* browsers.forget(done.userID)
            keep(yield* browsers.remember(browser, done.userID))
            return done.ended
          },
          Effect.catchTags({ SqlError: Effect.die, WitnessFailed: Effect.die })
        )
      })
    })
  )
}
