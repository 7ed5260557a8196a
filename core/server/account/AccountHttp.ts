import { Effect } from "effect"
import { HttpApiBuilder } from "effect/http-api"
import { Api } from "#core/api/Api.ts"
import { Session } from "#core/api/Guard.ts"
import { callerOf, tokenOf } from "../http/callFacts.ts"
import { Mailer, noEmail } from "../mail/Mailer.ts"
import { Settings } from "../Settings.ts"
import { Accounts } from "./Accounts.ts"

export const AccountHttp = HttpApiBuilder.group(
  Api,
  "account",
  Effect.fn(function* (handlers) {
    const accounts = yield* Accounts
    const mailer = yield* Mailer
    const { trustedProxies } = yield* Settings
    return handlers.handleAll({
      updateName: Effect.fnUntraced(function* ({ payload: { was, ...name } }) {
        yield* accounts.updateName(yield* Session, name, was)
        return { success: true as const, message: "Profile updated", data: {} }
      }),
      updateEmail: Effect.fnUntraced(function* ({ payload }) {
        const email = yield* accounts.updateEmail(yield* Session, payload)
        const message = mailer.hasProvider
          ? `Open the link we sent to ${email} to confirm it.`
          : `${noEmail} Ask a Super Admin for the link that confirms ${email}.`
        return { success: true as const, message, data: {} }
      }),
      updatePassword: Effect.fnUntraced(function* ({ payload, request }) {
        const caller = callerOf(request, trustedProxies)
        const token = yield* accounts.updatePassword(yield* Session, tokenOf(request) ?? "", payload, caller)
        return { success: true as const, message: "Password updated", data: { token } }
      }),
      confirmEmail: Effect.fnUntraced(function* ({ payload, request }) {
        const email = yield* accounts.confirmEmail(payload.uid, callerOf(request, trustedProxies))
        return { success: true as const, message: "Email updated", data: { email } }
      })
    })
  })
)
