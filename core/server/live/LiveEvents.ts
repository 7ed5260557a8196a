import { Context, type Effect } from "effect"
import type { CompanyId, UserId } from "#core/base/ids.ts"
import type { LiveEvent } from "#core/live/LiveEvent.ts"

/** Notifies a company's users of changes, in this process and all others. Never fails a change that is committed. */
export class LiveEvents extends Context.Service<
  LiveEvents,
  {
    readonly tell: (companyID: CompanyId, event: LiveEvent) => Effect.Effect<void>
    /** Notifies one user, whatever company they act for. */
    readonly tellUser: (userID: UserId, event: LiveEvent) => Effect.Effect<void>
    /** Notifies everyone who is signed in. */
    readonly tellEveryone: (event: LiveEvent) => Effect.Effect<void>
    /** Drops a session whose token has changed from the other processes' caches. */
    readonly forgetSession: (sessionId: string) => Effect.Effect<void>
    /** Makes every process reload all sessions, because company data in them has changed. */
    readonly forgetSessions: Effect.Effect<void>
    /** Closes the connections of an ended session, and drops it from every process's cache. */
    readonly endSession: (sessionId: string) => Effect.Effect<void>
  }
>()("lockdesk/server/LiveEvents") {}
