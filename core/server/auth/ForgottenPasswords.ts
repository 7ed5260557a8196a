import { Context, Effect, Layer } from "effect"
import { SqlClient } from "effect/sql"
import type { TooManyRequests } from "#core/auth/AuthErrors.ts"
import type { CompanyId, UserId } from "#core/base/ids.ts"
import { Audit } from "../audit/Audit.ts"
import { now } from "../db/now.ts"
import { networkOf } from "../http/trustedProxies.ts"
import { Mailer } from "../mail/Mailer.ts"
import { Settings } from "../Settings.ts"
import { Limiter } from "./Limiter.ts"
import { OneTimeLinks } from "./OneTimeLinks.ts"
import { passwordPage, withUid } from "./resetLink.ts"
import type { Caller } from "../http/callFacts.ts"

interface KnownUser {
  readonly user_id: UserId
  readonly company_id: CompanyId
  readonly email: string
}

const letter = (email: string, address: string): string =>
  `We received a request to reset the password of ${email} at Lockdesk.

Set it here, within 30 minutes:
${address}

If this wasn't you, ignore this email. Your password won't change.`

/** Requests for a password reset link, without revealing which email addresses have an account. */
export class ForgottenPasswords extends Context.Service<
  ForgottenPasswords,
  {
    /**
     * Mails a one-time link to the active user with `email`, if there is one; otherwise responds the same, in the same time.
     * The link is created after the response, because the time it takes would reveal the account. A `resetLink` that is not the
     * set-password page of this server, or of an allowed origin, is malformed: our emails never link elsewhere.
     */
    readonly request: (email: string, resetLink: string, caller: Caller) => Effect.Effect<void, TooManyRequests>
  }
>()("lockdesk/server/ForgottenPasswords") {
  static readonly layer = Layer.effect(
    ForgottenPasswords,
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const audit = yield* Audit
      const limiter = yield* Limiter
      const links = yield* OneTimeLinks
      const mailer = yield* Mailer
      const settings = yield* Settings
      const { limits } = settings
      const scope = yield* Effect.scope

      const send = Effect.fnUntraced(function* ({ user_id, company_id, email }: KnownUser, page: string, from: string) {
        const address = withUid(page, yield* links.create(user_id, "set-password"))
        yield* mailer.send({
          companyID: company_id,
          userID: user_id,
          to: email,
          subject: "Reset your Lockdesk password",
          body: letter(email, address),
          link: address
        })
        yield* audit.append({
          companyID: company_id,
          at: yield* now,
          userID: user_id,
          action: "auth.forgot-password",
          subject: email.toLowerCase(),
          detail: { address: from }
        })
      })

      return ForgottenPasswords.of({
        request: Effect.fn("ForgottenPasswords.request")(function* (email, resetLink, { address }) {
          const page = yield* passwordPage(settings, resetLink)
          const normal = email.trim().toLowerCase()
          yield* limiter.take(`forgotten from ${networkOf(address)}`, limits.forgottenPerAddress)
          yield* limiter.take(`forgotten ${normal}`, limits.forgottenPerEmail)
          const [user] = yield* Effect.orDie(
            sql<KnownUser>`SELECT user_id, company_id, email FROM users WHERE lower(email) = ${normal} AND is_active`
          )
          if (user === undefined) return
          yield* send(user, page, address).pipe(
            Effect.catchCause((cause) => Effect.logError("Failed to send a password reset link", cause)),
            // Uninterruptible, so that a server that shuts down waits for it.
            Effect.uninterruptible,
            Effect.forkIn(scope)
          )
        })
      })
    })
  )
}
