import { Context, type Effect, type Option, type Redacted } from "effect"
import type { RequestFacts } from "./hubOptions.ts"

/** Whose a token is, as far as the hub cares. */
export interface HubUser {
  /** Public name of the session, as `Hub.closeSession` takes it; never the token. */
  readonly sessionId: string
  readonly userID: number
  readonly companyID: number
}

/**
 * What the hub asks of the application about sessions. The application provides it; failures are defects, which the
 * hub answers with 503.
 */
export class HubSessions extends Context.Service<
  HubSessions,
  {
    /**
     * Whose the token is, if its session lives; acting for `companyID` where the role may. Asked for every request of a
     * client and every group it joins.
     */
    readonly authenticate: (
      token: Redacted.Redacted,
      facts: RequestFacts,
      companyID?: number
    ) => Effect.Effect<Option.Option<HubUser>>
    /** Which of these sessions live. Asked every minute for all that hold connections. */
    readonly live: (sessionIds: ReadonlyArray<string>) => Effect.Effect<ReadonlySet<string>>
    /** Another process has ended or changed this session, or, where null, perhaps any: what is remembered of it is no longer so. */
    readonly forget: (sessionId: string | null) => Effect.Effect<void>
  }
>()("lockdesk/server/hub/HubSessions") {}
