import { Effect } from "effect"
import { HttpApiBuilder } from "effect/http-api"
import { Api } from "#core/api/Api.ts"
import { Session } from "#core/api/Guard.ts"
import { offeredRoles } from "#core/team/userRules.ts"
import { succeeded } from "#core/base/paging.ts"
import { Mailer, noEmail } from "../mail/Mailer.ts"
import { Users } from "./Users.ts"
import { UserWrites } from "./UserWrites.ts"

/** The response to a saved user (002 §8). */
const saved = { success: true, message: "User saved" } as const

export const UsersHttp = HttpApiBuilder.group(
  Api,
  "users",
  Effect.fn(function* (handlers) {
    const users = yield* Users
    const writes = yield* UserWrites
    const { hasProvider } = yield* Mailer
    /** Where an invitation is without a mail provider: its link has to be passed on. */
    const inOutbox = (email: string) => `Invitation for ${email} saved in the outbox. ${noEmail}`
    return handlers.handleAll({
      list: Effect.fnUntraced(function* () {
        const { user } = yield* Session
        return succeeded(yield* users.list(user))
      }),
      add: Effect.fnUntraced(function* ({ payload, query }) {
        const { user } = yield* Session
        const { user: data, unchanged } = yield* writes.add(user, payload, query.resetLink)
        if (unchanged) return { ...saved, data, unchanged }
        const message = hasProvider ? saved.message : `${saved.message}. ${inOutbox(data.email)}`
        return { ...saved, message, data }
      }),
      update: Effect.fnUntraced(function* ({ payload, query }) {
        const { user } = yield* Session
        const { user: data, before, unchanged } = yield* writes.update(user, payload, query.resetLink)
        return { ...saved, data, before, ...(unchanged ? { unchanged } : {}) }
      }),
      invite: Effect.fnUntraced(function* ({ payload, query }) {
        const { user } = yield* Session
        const data = yield* writes.invite(user, payload.userID, query.resetLink)
        const message = hasProvider ? `Invitation sent to ${data.email}` : inOutbox(data.email)
        return { success: true as const, message, data }
      }),
      roles: Effect.fnUntraced(function* () {
        const { user } = yield* Session
        return succeeded(offeredRoles(user))
      }),
      uniqueEmail: Effect.fnUntraced(function* ({ query: { email } }) {
        const { user } = yield* Session
        return succeeded({ unique: yield* users.isFree(user, email) })
      })
    })
  })
)
