import { Context, type Effect } from "effect"
import type { LiveEvent } from "#core/live/LiveEvent.ts"

/** Tells everyone of a company, in this process and every other, what has changed. Never fails a change that is made. */
export class LiveEvents extends Context.Service<
  LiveEvents,
  {
    readonly tell: (companyID: number, event: LiveEvent) => Effect.Effect<void>
    /** Tells one user, whatever company they act for. */
    readonly tellUser: (userID: number, event: LiveEvent) => Effect.Effect<void>
    /** Tells everybody who is signed in. */
    readonly tellEveryone: (event: LiveEvent) => Effect.Effect<void>
    /** Drops a session whose token has changed from the other processes' caches. */
    readonly forgetSession: (sessionId: string) => Effect.Effect<void>
    /** Has every process read all sessions again: what they carry of a company has changed. */
    readonly forgetSessions: Effect.Effect<void>
    /** Closes what is connected under a session that has ended, and drops it from every process's cache. */
    readonly endSession: (sessionId: string) => Effect.Effect<void>
  }
>()("lockdesk/server/LiveEvents") {}
