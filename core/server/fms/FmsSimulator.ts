import { Context, Effect, Layer } from "effect"
import { SqlClient } from "effect/sql"
import type { FacilityId } from "#core/base/ids.ts"
import { Settings } from "../Settings.ts"
import type { FmsUnit } from "./connectors/Connector.ts"
import { startSimulator } from "./simulators/startSimulator.ts"
import { type LockedUnit, unitsBesideLocks } from "./simulators/unitsBesideLocks.ts"

/** The simulator's name of a demonstration facility: `F` and its id. */
export const simulatedCode = (facilityID: FacilityId): string => `F${facilityID}`

/**
 * This server's own simulators for demonstration data: their address, or null if they are off. Only simulated connections use
 * them.
 */
export class FmsSimulator extends Context.Service<FmsSimulator, { readonly address: string | null }>()(
  "lockdesk/server/FmsSimulator"
) {
  static readonly layer = Layer.effect(
    FmsSimulator,
    Effect.gen(function* () {
      const { fms } = yield* Settings
      if (!fms.simulators) return FmsSimulator.of({ address: null })
      const sql = yield* SqlClient.SqlClient
      const context = yield* Effect.context<never>()

      /**
       * Units of a demonstration facility. They are generated on first use and stored: later changes of its locks don't change
       * what the software reports.
       */
      const units = Effect.fnUntraced(function* (code: string) {
        const facilityID = Number(/^F(\d{1,9})/.exec(code)?.[1] ?? 0)
        const [kept] = yield* sql<{ units: ReadonlyArray<FmsUnit> }>`
          SELECT units FROM simulated_units WHERE facility_id = ${facilityID}`
        if (kept !== undefined) return kept.units
        const locked = yield* sql<LockedUnit>`
          SELECT unit, array_agg(status::int ORDER BY status) AS statuses FROM locks
          WHERE facility_id = ${facilityID} AND is_active AND unit IS NOT NULL GROUP BY unit ORDER BY unit`
        if (locked.length === 0) return null
        const made = unitsBesideLocks(1, code, locked)
        yield* sql`
          INSERT INTO simulated_units VALUES (${facilityID}, ${JSON.stringify(made)}::text::json) ON CONFLICT DO NOTHING`
        return made
      }, Effect.orDie)

      const { address } = yield* Effect.orDie(
        startSimulator({
          latency: [30, 160],
          units: (code) => Effect.runPromiseWith(context)(units(code))
        })
      )
      return FmsSimulator.of({ address })
    })
  )
}
