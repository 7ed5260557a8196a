import { Context, Effect, Layer } from "effect"
import type { UserId } from "#core/base/ids.ts"
import { LiveEvents } from "../live/LiveEvents.ts"
import { Sessions } from "./Sessions.ts"

/**
 * Ends sessions completely: after it returns, no call is answered in them and their hub connections are closed, in every
 * process. Clients see the reason "signed out" and do not reconnect.
 */
export class SignOuts extends Context.Service<
  SignOuts,
  {
    readonly session: (sessionId: string) => Effect.Effect<void>
    /** All sessions of a user: after a new password, a deactivation or a change of role. */
    readonly user: (userID: UserId) => Effect.Effect<void>
    /** Makes every process reload the sessions of users, because they or their permissions changed, and who views as them. */
    readonly changed: (userIDs: ReadonlyArray<UserId>) => Effect.Effect<void>
    /** The same for known session ids, as returned by the statement that made the change. */
    readonly stale: (sessionIds: ReadonlyArray<string>) => Effect.Effect<void>
    /** Closes everything that depends on sessions ended by a transaction, after its commit. */
    readonly ended: (sessionIds: ReadonlyArray<string>) => Effect.Effect<void>
  }
>()("lockdesk/server/SignOuts") {
  static readonly layer = Layer.effect(
    SignOuts,
    Effect.gen(function* () {
      const live = yield* LiveEvents
      const sessions = yield* Sessions
      const ended = (sessionIds: ReadonlyArray<string>) =>
        Effect.forEach(sessionIds, live.endSession, { discard: true })
      const stale = (sessionIds: ReadonlyArray<string>) =>
        Effect.forEach(sessionIds, (id) => Effect.andThen(sessions.forget(id), live.forgetSession(id)), {
          discard: true
        })
      return SignOuts.of({
        session: (sessionId) => Effect.andThen(sessions.end(sessionId), live.endSession(sessionId)),
        user: (userID) => Effect.flatMap(sessions.endAllOf(userID), ended),
        changed: Effect.fnUntraced(function* (userIDs) {
          yield* Effect.forEach(userIDs, (userID) => Effect.flatMap(sessions.idsOf(userID), stale), { discard: true })
          for (const { sessionId, userID } of yield* sessions.viewersOf(userIDs)) {
            yield* stale([sessionId])
            yield* live.tellUser(userID, { event: "updateUser", userIDs: [userID] })
          }
        }),
        stale,
        ended
      })
    })
  )
}
