import { Context, Effect, Layer } from "effect"
import { SqlClient } from "effect/sql"
import { AccountRefused, NameChangedMeanwhile, NothingChanged, PasswordNotShown } from "#core/account/AccountErrors.ts"
import {
  type AccountEmail,
  type AccountName,
  type AccountPassword,
  isSameName,
  nameAfter,
  nameIssues,
  namePartsChangedSince,
  newEmailIssues,
  passwordShownFor
} from "#core/account/accountRules.ts"
import type { CurrentSession } from "#core/api/Guard.ts"
import type { AuditAction } from "#core/audit/AuditRecord.ts"
import { EmailInUse, type LinkExpired, type PasswordRefused, type TooManyRequests } from "#core/auth/AuthErrors.ts"
import { passwordRefusal } from "#core/auth/passwordRules.ts"
import { passwordsMatchWords } from "#core/base/fieldWords.ts"
import type { CompanyId, UserId } from "#core/base/ids.ts"
import { nameText } from "#core/base/nameText.ts"
import type { AuditEntry } from "../audit/auditEntry.ts"
import { emailInUse } from "../auth/emailInUse.ts"
import { KnownBrowsers } from "../auth/KnownBrowsers.ts"
import { Limiter } from "../auth/Limiter.ts"
import { linkPurposes, OneTimeLinks } from "../auth/OneTimeLinks.ts"
import { hashPassword } from "../auth/passwords.ts"
import { newEmailPage } from "../auth/resetLink.ts"
import { liveSessions, Sessions } from "../auth/Sessions.ts"
import type { Caller } from "../http/callFacts.ts"
import { SignOuts } from "../auth/SignOuts.ts"
import { FacilityTransactions } from "../facilities/FacilityTransactions.ts"
import { makeRowChanges, type RowChange } from "../facilities/rowChanges.ts"
import { networkOf } from "../http/trustedProxies.ts"
import { LiveEvents } from "../live/LiveEvents.ts"
import { asServerFault } from "../locks/asServerFault.ts"
import { Mailer } from "../mail/Mailer.ts"
import { Notices } from "../notices/Notices.ts"
import { Settings } from "../Settings.ts"
import { newEmailMail, oldEmailMail } from "./accountMails.ts"

/** The signed-in user's own account (002 §4). It belongs to their own company, whichever one they act for. */
export class Accounts extends Context.Service<
  Accounts,
  {
    /** Refused if a part that it changes has neither the new value nor the one before the edit (`was`). */
    readonly updateName: (
      session: CurrentSession,
      name: AccountName,
      was: AccountName | undefined
    ) => Effect.Effect<void, AccountRefused | NothingChanged | NameChangedMeanwhile>
    /** Ends all other sessions and one-time links. Returns the new token of `token`'s session. */
    readonly updatePassword: (
      session: CurrentSession,
      token: string,
      form: AccountPassword,
      caller: Caller
    ) => Effect.Effect<string, AccountRefused | PasswordRefused | PasswordNotShown>
    /** Mails a confirmation link to the new email, and a notice to the current one. Returns the new one. */
    readonly updateEmail: (
      session: CurrentSession,
      form: AccountEmail
    ) => Effect.Effect<string, AccountRefused | NothingChanged | EmailInUse | PasswordNotShown | TooManyRequests>
    /** Changes the user's email to the link's, and returns it. */
    readonly confirmEmail: (
      uid: string,
      caller: Caller
    ) => Effect.Effect<string, LinkExpired | EmailInUse | TooManyRequests>
  }
>()("lockdesk/server/Accounts") {
  static readonly layer = Layer.effect(
    Accounts,
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const transactions = yield* FacilityTransactions
      const changeRow = yield* makeRowChanges
      const links = yield* OneTimeLinks
      const limiter = yield* Limiter
      const mailer = yield* Mailer
      const notices = yield* Notices
      const browsers = yield* KnownBrowsers
      const live = yield* LiveEvents
      const sessions = yield* Sessions
      const signOuts = yield* SignOuts
      const { commonPasswords, limits, publicAddress } = yield* Settings

      /** Appends a record to the log of the user's own company. */
      const record = (
        { userID, companyID }: { readonly userID: UserId; readonly companyID: CompanyId },
        at: string,
        action: Extract<AuditAction, `account.${string}`>,
        detail: NonNullable<AuditEntry["detail"]> = {}
      ): AuditEntry => ({ companyID, at, userID, action, subject: `user:${userID}`, detail })

      const updateEvent = (companyID: CompanyId, userID: UserId) =>
        [companyID, { event: "updateUser", userIDs: [userID] }] as const

      const mustHaveShownPassword = Effect.fnUntraced(function* ({ sessionId }: CurrentSession) {
        if (!(yield* sessions.shownPasswordWithin(sessionId, passwordShownFor))) return yield* new PasswordNotShown()
      })

      const updateName = Effect.fn("Accounts.updateName")(function* (
        { user: { userID, ownCompanyID: companyID } }: CurrentSession,
        typed: AccountName,
        was: AccountName | undefined
      ) {
        const issues = nameIssues(typed)
        if (issues.length > 0) return yield* new AccountRefused({ data: { issues } })
        if (was !== undefined && isSameName(typed, was)) return yield* new NothingChanged()
        yield* changeRow(
          companyID,
          Effect.fnUntraced(function* (at, held) {
            const [found] = yield* sql<AccountName & { readonly version: number }>`
              SELECT first_name AS "firstName", last_name AS "lastName", version FROM users
              WHERE user_id = ${userID} ${sql.literal(held ? "FOR UPDATE" : "")}`
            if (found === undefined) return yield* Effect.die(new Error("a signed-in user has no row"))
            const { version, ...now } = found
            const fields = namePartsChangedSince(now, typed, was)
            if (fields.length > 0) return yield* new NameChangedMeanwhile({ data: { fields } })
            const { firstName, lastName } = nameAfter(now, typed, was)
            if (isSameName({ firstName, lastName }, now)) {
              // With `was` the change was made before, by a call whose response was lost or in another tab.
              return was === undefined ? yield* new NothingChanged() : { kind: "same" as const, value: undefined }
            }
            const detail = { firstName, lastName, fromFirstName: now.firstName, fromLastName: now.lastName }
            const change: RowChange<void, { readonly sessions: ReadonlyArray<string> }> = {
              kind: "change",
              update: sql`
                UPDATE users u SET first_name = ${firstName}, last_name = ${lastName}, version = u.version + 1,
                  updated_by = u.user_id
                WHERE u.user_id = ${userID} AND u.version = ${version}
                RETURNING u.company_id, ${liveSessions(sql)} AS sessions`,
              record: record({ userID, companyID }, at, "account.name", detail),
              value: () => undefined,
              first: ({ sessions: stale }) => signOuts.stale(stale),
              events: [updateEvent(companyID, userID)[1]]
            }
            return change
          })
        )
      }, asServerFault)

      const updatePassword = Effect.fn("Accounts.updatePassword")(
        function* (
          session: CurrentSession,
          token: string,
          { password, confirmPassword }: AccountPassword,
          { browser, keep }: Caller
        ) {
          yield* mustHaveShownPassword(session)
          if (password !== confirmPassword) {
            const issues = [{ path: "confirmPassword", message: passwordsMatchWords }]
            return yield* new AccountRefused({ data: { issues } })
          }
          const refusal = passwordRefusal(password, commonPasswords)
          if (refusal !== null) return yield* refusal
          const { userID, ownCompanyID: companyID } = session.user
          const hash = yield* hashPassword(password, `session ${userID}`, true)
          const { fresh, ended } = yield* transactions.run(
            [companyID],
            Effect.fnUntraced(function* (at) {
              yield* sql`UPDATE users SET password_hash = ${hash} WHERE user_id = ${userID}`
              yield* links.revoke(userID, linkPurposes)
              const ended = yield* sessions.endAllOf(userID, session.sessionId)
              const fresh = yield* sessions.reauthenticate(token)
              const records = [record({ userID, companyID }, at, "account.password")]
              return { value: { fresh: fresh.token, ended }, records, events: [] }
            })
          )
          yield* sessions.forget(session.sessionId)
          yield* live.forgetSession(session.sessionId)
          yield* signOuts.ended(ended)
          yield* notices.send([userID], {
            companyID,
            kind: "warning",
            message: "Your password was changed.",
            next: "If this wasn't you, set a new one now and tell an admin of your company."
          })
          // Only this browser stays known.
          yield* browsers.forget(userID)
          if (browser !== null) keep(yield* browsers.remember(browser, userID))
          return fresh
        },
        Effect.uninterruptible,
        asServerFault
      )

      const updateEmail = Effect.fn("Accounts.updateEmail")(function* (session: CurrentSession, form: AccountEmail) {
        yield* mustHaveShownPassword(session)
        const issues = newEmailIssues(form)
        if (issues.length > 0) return yield* new AccountRefused({ data: { issues } })
        const { user } = session
        const { userID, ownCompanyID: companyID } = user
        const email = nameText(form.email)
        if (email === user.email) return yield* new NothingChanged()
        yield* limiter.take(`emails asked about by ${userID}`, limits.emailCheckPerUser)
        const taken = yield* sql`SELECT FROM users WHERE lower(email) = ${email.toLowerCase()} AND user_id <> ${userID}`
        if (taken.length > 0) return yield* new EmailInUse({ data: {} })
        yield* limiter.take(`new emails of ${userID}`, limits.forgottenPerEmail)
        yield* transactions.run(
          [companyID],
          Effect.fnUntraced(function* (at) {
            yield* links.revoke(userID, ["change-email"])
            const uid = yield* links.create(userID, "change-email", email)
            yield* mailer.send(newEmailMail(user, email, newEmailPage(publicAddress, uid)))
            yield* mailer.send(oldEmailMail(user, email))
            const records = [record({ userID, companyID }, at, "account.email-request", { email })]
            return { value: null, records, events: [] }
          })
        )
        return email
      }, asServerFault)

      const confirmEmail = Effect.fn("Accounts.confirmEmail")(
        function* (uid: string, { address }: Caller) {
          yield* limiter.take(`link ${networkOf(address)}`, limits.linkPerAddress)
          const { companyID, userID, email, from } = yield* links.newEmail(uid)
          yield* transactions.run(
            [companyID],
            Effect.fnUntraced(function* (at) {
              yield* links.use(uid, ["change-email"])
              yield* emailInUse(
                sql`UPDATE users SET email = ${email}, version = version + 1, updated_by = user_id
                  WHERE user_id = ${userID} AND is_active`
              )
              // The other links were sent to the old email.
              yield* links.revoke(userID, linkPurposes)
              const records = [record({ userID, companyID }, at, "account.email", { email, fromEmail: from })]
              return {
                value: null,
                records,
                events: [updateEvent(companyID, userID)],
                first: signOuts.changed([userID])
              }
            })
          )
          yield* notices.send([userID], {
            companyID,
            kind: "warning",
            message: `Your email is ${email} now.`,
            next: "Sign in with it from now on. If this wasn't you, set a new password and tell an admin of your company."
          })
          return email
        },
        Effect.uninterruptible,
        asServerFault
      )

      return Accounts.of({ updateName, updatePassword, updateEmail, confirmEmail })
    })
  )
}
