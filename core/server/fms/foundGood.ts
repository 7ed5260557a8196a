import { createHmac, randomBytes } from "node:crypto"
import { Clock, Effect } from "effect"
import { fmsFieldNames } from "#core/fms/fmsFields.ts"
import type { FmsId } from "#core/fms/fmsSystems.ts"
import type { FmsConnection } from "./FmsConnections.ts"

/** A connection as a form has it: whose it is, of which facility (null for a new one), and where it leads. */
export interface TriedConnection {
  readonly companyID: number
  readonly facilityID: number | null
  readonly fms: FmsId
  readonly connection: FmsConnection
}

/** How long the answer of an FMS stands for the saving of the form, in milliseconds. */
const stands = 60_000

/** So many are remembered at most; what is forgotten is asked again. */
const most = 1_000

/**
 * Connections that answered a moment ago, so that saving a form does not ask the FMS a second time what its form has just
 * asked. Of credentials only a digest is kept, under a key that this process alone has.
 */
export const foundGood = Effect.sync(() => {
  const key = randomBytes(32)
  const until = new Map<string, number>()
  const digest = ({ companyID, facilityID, fms, connection: { mode, simulated, fields } }: TriedConnection): string =>
    createHmac("sha256", key)
      .update(JSON.stringify([companyID, facilityID, fms, mode, simulated, fmsFieldNames.map((name) => fields[name])]))
      .digest("base64")
  return {
    /** Exactly this one answered. */
    add: (tried: TriedConnection): Effect.Effect<void> =>
      Effect.map(Clock.currentTimeMillis, (now) => {
        const it = digest(tried)
        // The oldest stand first.
        until.delete(it)
        for (const [other, end] of until) if (end <= now || until.size >= most) until.delete(other)
        until.set(it, now + stands)
      }),
    /** Whether exactly this one answered a moment ago. */
    has: (tried: TriedConnection): Effect.Effect<boolean> =>
      Effect.map(Clock.currentTimeMillis, (now) => now < (until.get(digest(tried)) ?? 0))
  }
})
