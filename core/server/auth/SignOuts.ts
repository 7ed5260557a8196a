import { Context, Effect, Layer } from "effect"
import { LiveEvents } from "../live/LiveEvents.ts"
import { Sessions } from "./Sessions.ts"

/**
 * Ending sessions with everything that hangs on them: from the moment it returns no call is answered in them, and their
 * hub connections are closed, in every process. A client sees the reason "signed out" and does not reconnect.
 */
export class SignOuts extends Context.Service<
  SignOuts,
  {
    readonly session: (sessionId: string) => Effect.Effect<void>
    /** All sessions of a user: after a new password, a deactivation, a change of role. */
    readonly user: (userID: number) => Effect.Effect<void>
    /** Has the sessions of a user read again, in every process: who they are or what they may do has changed. */
    readonly changed: (userID: number) => Effect.Effect<void>
    /** The same for sessions that are known: those that the statement which made the change returned. */
    readonly stale: (sessionIds: ReadonlyArray<string>) => Effect.Effect<void>
    /** Closes what hangs on sessions that a transaction has ended, once that is committed. */
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
        changed: (userID) => Effect.flatMap(sessions.idsOf(userID), stale),
        stale,
        ended
      })
    })
  )
}
