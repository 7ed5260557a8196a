import { createHmac, randomBytes } from "node:crypto"
import { Clock, Effect } from "effect"
import type { CompanyId, FacilityId } from "#core/base/ids.ts"
import { fmsFieldNames } from "#core/fms/fmsFields.ts"
import type { FmsId } from "#core/fms/fmsSystems.ts"
import type { FmsOutcome } from "#core/fms/FmsTestResult.ts"
import type { FmsConnection } from "./FmsConnections.ts"

/** A connection in a form: its company, its facility (null for a new one), and its target. */
export interface TriedConnection {
  readonly companyID: CompanyId
  readonly facilityID: FacilityId | null
  readonly fms: FmsId
  readonly connection: FmsConnection
}

/** How long the outcome of a test is reused when the form is saved, in milliseconds. */
const holdsFor = 60_000

/** The maximum number of remembered outcomes; a dropped one is tested again. */
const most = 1_000

/**
 * Outcomes of recently tested connections, so that saving a form does not call the FMS twice, or wait twice for a silent one.
 * Credentials are kept only as a digest, with a key that only this process has.
 */
export const recentTrials = Effect.sync(() => {
  const key = randomBytes(32)
  const kept = new Map<string, { readonly until: number; readonly outcome: FmsOutcome }>()
  const digest = ({ companyID, facilityID, fms, connection: { mode, simulated, fields } }: TriedConnection): string =>
    createHmac("sha256", key)
      .update(JSON.stringify([companyID, facilityID, fms, mode, simulated, fmsFieldNames.map((name) => fields[name])]))
      .digest("base64")
  return {
    /** Remembers the outcome of a test. */
    add: (tried: TriedConnection, outcome: FmsOutcome): Effect.Effect<void> =>
      Effect.map(Clock.currentTimeMillis, (now) => {
        const id = digest(tried)
        // Reinsert at the end: the map is iterated oldest first.
        kept.delete(id)
        for (const [other, { until }] of kept) if (until <= now || kept.size >= most) kept.delete(other)
        kept.set(id, { until: now + holdsFor, outcome })
      }),
    /** The recent outcome of exactly this connection; null if there is none. */
    find: (tried: TriedConnection): Effect.Effect<FmsOutcome | null> =>
      Effect.map(Clock.currentTimeMillis, (now) => {
        const found = kept.get(digest(tried))
        return found === undefined || found.until <= now ? null : found.outcome
      })
  }
})
