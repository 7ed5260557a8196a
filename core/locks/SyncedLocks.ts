import { Schema } from "effect"
import { Instant, LockId } from "#core/base/ids.ts"
import { Lock } from "./Lock.ts"

/**
 * One page of the synced list. Request the next with this page's `lastPulled`, plus its `after` if it has one. Merge by lockID,
 * remove inactive locks, then remove those in `gone`, which have left the requested facility, the user's facilities or the
 * company. Once there is no `after`, keep `lastPulled` for the next pull. A list belongs to a company, a facility (if one was
 * requested) and the user's facilities; start over if one of these changes. Combinations are never in it. The first page of the
 * whole list has `total`, the number of locks overall.
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
