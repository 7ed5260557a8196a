import { createHmac, randomBytes } from "node:crypto"
import { Clock, Effect } from "effect"
import { fmsFieldNames } from "#core/fms/fmsFields.ts"
import type { FmsId } from "#core/fms/fmsSystems.ts"
import type { FmsOutcome } from "#core/fms/FmsTestResult.ts"
import type { FmsConnection } from "./FmsConnections.ts"

/** A connection as a form has it: whose it is, of which facility (null for a new one), and where it leads. */
export interface TriedConnection {
  readonly companyID: number
  readonly facilityID: number | null
  readonly fms: FmsId
  readonly connection: FmsConnection
}

/** How long the outcome of a trial holds for the saving of the form, in milliseconds. */
const holdsFor = 60_000

/** So many are remembered at most; a forgotten one is tried again. */
const most = 1_000

/**
 * Outcomes of connections that were tried a moment ago, so that saving a form does not call the FMS a second time, nor wait
 * for a silent one twice. Of credentials only a digest is kept, under a key that this process alone has.
 */
export const recentTrials = Effect.sync(() => {
  const key = randomBytes(32)
  const kept = new Map<string, { readonly until: number; readonly outcome: FmsOutcome }>()
  const digest = ({ companyID, facilityID, fms, connection: { mode, simulated, fields } }: TriedConnection): string =>
    createHmac("sha256", key)
      .update(JSON.stringify([companyID, facilityID, fms, mode, simulated, fmsFieldNames.map((name) => fields[name])]))
      .digest("base64")
  return {
    /** Remembers what came of a trial. */
    add: (tried: TriedConnection, outcome: FmsOutcome): Effect.Effect<void> =>
      Effect.map(Clock.currentTimeMillis, (now) => {
        const id = digest(tried)
        // The oldest come first.
        kept.delete(id)
        for (const [other, { until }] of kept) if (until <= now || kept.size >= most) kept.delete(other)
        kept.set(id, { until: now + holdsFor, outcome })
      }),
    /** What came of a trial of exactly this connection a moment ago; null where there was none. */
    find: (tried: TriedConnection): Effect.Effect<FmsOutcome | null> =>
      Effect.map(Clock.currentTimeMillis, (now) => {
        const found = kept.get(digest(tried))
        return found === undefined || found.until <= now ? null : found.outcome
      })
  }
})
