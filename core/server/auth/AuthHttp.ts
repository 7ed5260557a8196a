import { Effect } from "effect"
import { HttpServerRequest } from "effect/http"
import { HttpApiBuilder } from "effect/http-api"
import { SqlClient } from "effect/sql"
import { Api } from "#core/api/Api.ts"
import { Session } from "#core/api/Guard.ts"
import { WrongCredentials } from "#core/auth/AuthErrors.ts"
import type { FeatureFlag } from "#core/companies/featureFlags.ts"
import { succeeded } from "#core/base/paging.ts"
import { Audit } from "../audit/Audit.ts"
import { now } from "../db/now.ts"
import { callerOf, tokenOf } from "../http/callFacts.ts"
import { Mailer, noEmail } from "../mail/Mailer.ts"
import { Settings } from "../Settings.ts"
import { ForgottenPasswords } from "./ForgottenPasswords.ts"
import { OneTimeLinks } from "./OneTimeLinks.ts"
import { Sessions } from "./Sessions.ts"
import { SignIns } from "./SignIns.ts"
import { SignOuts } from "./SignOuts.ts"

const flagColumns: Readonly<Record<FeatureFlag, string>> = {
  HideLockCodes: "hide_lock_codes_flag",
  "2": "grenade_locks_flag",
  "3": "user_timeout_flag"
}

export const AuthHttp = HttpApiBuilder.group(
  Api,
  "auth",
  Effect.fn(function* (handlers) {
    const sql = yield* SqlClient.SqlClient
    const audit = yield* Audit
    const forgotten = yield* ForgottenPasswords
    const links = yield* OneTimeLinks
    const mailer = yield* Mailer
    const sessions = yield* Sessions
    const { storeAddress, trustedProxies } = yield* Settings
    const signIns = yield* SignIns
    const signOuts = yield* SignOuts
    const done = { success: true, data: null } as const

    return handlers.handleAll({
      login: Effect.fnUntraced(function* ({ payload, request }) {
        const token = tokenOf(request)
        if (payload.isAuth !== true) {
          return succeeded(yield* signIns.byPassword(payload, callerOf(request, trustedProxies)))
        }
        if (token === null) return yield* new WrongCredentials({ data: {} })
        return succeeded(yield* signIns.again(payload, token, callerOf(request, trustedProxies)))
      }),
      logout: Effect.fnUntraced(function* ({ request }) {
        const { sessionId, user } = yield* Session
        // A user acting for another company signs out of their own: that company's log has the sign-in.
        const own = yield* sessions.peek(tokenOf(request) ?? "")
        yield* signOuts.session(sessionId)
        yield* Effect.orDie(
          audit.append({
            companyID: own?.user.companyID ?? user.companyID,
            at: yield* now,
            userID: user.userID,
            action: "auth.logout",
            subject: user.email
          })
        )
        return done
      }),
      user: () => Effect.map(Session, ({ user }) => succeeded(user)),
      tokenFromUser: Effect.fnUntraced(function* () {
        const { user } = yield* Session
        return succeeded({ uid: yield* links.create(user.userID, "sign-in") })
      }),
      userFromToken: Effect.fnUntraced(function* ({ query }) {
        const caller = callerOf(yield* HttpServerRequest.HttpServerRequest, trustedProxies)
        return succeeded(yield* signIns.byUid(query.uid, query.companyID, caller))
      }),
      store: () => Effect.succeed(succeeded(storeAddress)),
      forgotPassword: Effect.fnUntraced(function* ({ payload, query, request }) {
        yield* forgotten.request(payload.email, query.resetLink, callerOf(request, trustedProxies))
        const message = mailer.hasProvider
          ? "If there's an account with this email, we've sent it a reset link. Check your spam folder too."
          : `${noEmail} If there's an account with this email, ask a Super Admin for its reset link.`
        return { ...done, message }
      }),
      updatePasswordWithToken: Effect.fnUntraced(function* ({ payload, request }) {
        const ended = yield* signIns.setPassword(payload.uid, payload.password, callerOf(request, trustedProxies))
        yield* signOuts.ended(ended)
        return done
      }),
      featureFlag: Effect.fnUntraced(function* ({ query }) {
        const { user } = yield* Session
        const [row] = yield* Effect.orDie(
          sql<{ flag: boolean }>`
            SELECT ${sql(flagColumns[query.flag])} AS flag FROM companies WHERE company_id = ${user.companyID}`
        )
        return succeeded(row?.flag ?? false)
      })
    })
  })
)
