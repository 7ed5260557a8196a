import { Effect, Layer, Option, Redacted } from "effect"
import { DryRun } from "#core/auth/DryRun.ts"
import { Sessions } from "./auth/Sessions.ts"
import { Hub } from "./hub/Hub.ts"
import { HubSessions } from "./hub/HubSessions.ts"
import { LiveEvents } from "./live/LiveEvents.ts"

/** The hub's access to our sessions: the owner of a token, and which sessions are live. */
export const HubSessionsLive = Layer.effect(
  HubSessions,
  Effect.gen(function* () {
    const sessions = yield* Sessions
    return HubSessions.of({
      authenticate: (token, _facts, companyID) =>
        Effect.map(sessions.peek(Redacted.value(token), companyID), (session) =>
          // The hub is for people only: its events mention things that an API key may not see.
          session === null || session.user.apiKey !== undefined
            ? Option.none()
            : Option.some({
                sessionId: session.sessionId,
                userID: session.user.userID,
                companyID: session.user.companyID
              })
        ),
      live: sessions.live,
      forget: sessions.forget
    })
  })
)

/** Dry runs send no events. */
const unlessDryRun = (effect: Effect.Effect<void>): Effect.Effect<void> =>
  Effect.flatMap(DryRun, (dryRun) => (dryRun ? Effect.void : effect))

/** Live events through the hub. */
export const LiveEventsLive = Layer.effect(
  LiveEvents,
  Effect.gen(function* () {
    const hub = yield* Hub
    const sessions = yield* Sessions
    return LiveEvents.of({
      tell: (companyID, { event, ...facts }) => unlessDryRun(hub.publish({ companyID, target: event, args: [facts] })),
      tellUser: (userID, { event, ...facts }) => unlessDryRun(hub.publish({ userID, target: event, args: [facts] })),
      tellEveryone: ({ event, ...facts }) => unlessDryRun(hub.publish({ target: event, args: [facts] })),
      forgetSession: (sessionId) => unlessDryRun(hub.forgetSession(sessionId)),
      forgetSessions: unlessDryRun(Effect.andThen(sessions.forget(null), hub.forgetSession(null))),
      endSession: (sessionId) => unlessDryRun(hub.closeSession(sessionId, "signed out"))
    })
  })
)
