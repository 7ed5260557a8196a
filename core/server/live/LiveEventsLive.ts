import { Effect, Layer, Option, Redacted } from "effect"
import { SqlClient } from "effect/sql"
import { Sessions } from "../auth/Sessions.ts"
import { Hub } from "../hub/Hub.ts"
import { HubSessions } from "../hub/HubSessions.ts"
import { LiveEvents } from "./LiveEvents.ts"

/** The hub's view of our sessions: who a token belongs to, and which sessions still live. */
export const HubSessionsLive = Layer.effect(
  HubSessions,
  Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    const sessions = yield* Sessions
    return HubSessions.of({
      authenticate: (token) =>
        Effect.map(sessions.find(Redacted.value(token), undefined), (session) =>
          session === null
            ? Option.none()
            : Option.some({
                sessionId: session.sessionId,
                userID: session.user.userID,
                companyID: session.user.companyID
              })
        ),
      live: (sessionIds) =>
        Effect.orDie(
          Effect.map(
            sql<{ session_id: string }>`
              SELECT s.session_id FROM sessions s JOIN users u USING (user_id)
              WHERE s.session_id = ANY(${[...sessionIds]}::text[]) AND s.ended_at IS NULL AND u.is_active
                AND s.expires_at > now()`,
            (rows) => new Set(rows.map(({ session_id }) => session_id))
          )
        )
    })
  })
)

/** Live events through the hub. */
export const LiveEventsLive = Layer.effect(
  LiveEvents,
  Effect.map(Hub, (hub) =>
    LiveEvents.of({
      tell: (companyID, { event, ...facts }) => hub.publish({ companyID, target: event, args: [facts] }),
      endSession: (sessionId) => hub.closeSession(sessionId, "signed out")
    })
  )
)
