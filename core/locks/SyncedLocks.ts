import { Schema } from "effect"
import { Instant, LockId } from "#core/base/ids.ts"
import { Lock } from "./Lock.ts"

/**
 * One piece of the synced list. Ask with `lastPulled` of the piece before, and with its `after` while it has one; merge
 * by lockID, drop locks that are not active, then those in `gone`: they have left the facility asked for, the user's
 * facilities or the company. Keep `lastPulled` for the next pull once there is no `after`. The list is of a company, a
 * facility where one is named, and the facilities the user is confined to: begin anew where one of these changes.
 * Combinations are never in it. The first piece of the whole list has `total`: how many locks there are in all.
 */
export const SyncedLocks = Schema.Struct({
  success: Schema.Literal(true),
  data: Schema.Array(Lock),
  gone: Schema.Array(LockId),
  lastPulled: Instant,
  after: Schema.NullOr(Schema.String),
  total: Schema.optionalKey(Schema.Int)
})
export type SyncedLocks = typeof SyncedLocks.Type
