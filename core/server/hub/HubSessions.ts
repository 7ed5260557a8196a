import { Context, type Effect, type Option, type Redacted } from "effect"
import type { CompanyId, UserId } from "#core/base/ids.ts"
import type { RequestFacts } from "./hubOptions.ts"

/** The owner of a token, for the hub. */
export interface HubUser {
  /** The session's public id, as `Hub.closeSession` takes it; never the token. */
  readonly sessionId: string
  readonly userID: UserId
  readonly companyID: CompanyId
}

/** The hub's access to sessions, provided by the application. Failures are defects, which the hub answers with 503. */
export class HubSessions extends Context.Service<
  HubSessions,
  {
    /**
     * The owner of a token if its session is live, acting for `companyID` if the role allows it. Called for every client
     * request and every group a client joins.
     */
    readonly authenticate: (
      token: Redacted.Redacted,
      facts: RequestFacts,
      companyID?: CompanyId
    ) => Effect.Effect<Option.Option<HubUser>>
    /** Which of these sessions are live. Called every minute for all that have connections. */
    readonly live: (sessionIds: ReadonlyArray<string>) => Effect.Effect<ReadonlySet<string>>
    /** Another process has ended or changed this session (or, if null, possibly any): drop it from the cache. */
    readonly forget: (sessionId: string | null) => Effect.Effect<void>
  }
>()("lockdesk/server/hub/HubSessions") {}
