import { Context, Effect, Layer } from "effect"
import { SqlClient } from "effect/sql"
import { UnitStatus } from "#core/fms/fmsSystems.ts"
import { LockStatus } from "#core/locks/lockStatuses.ts"
import { Settings } from "../Settings.ts"
import type { FmsUnit } from "./connectors/Connector.ts"
import { numberOf, simulatedUnits } from "./simulators/simulatedUnits.ts"
import { startSimulator } from "./simulators/startSimulator.ts"

/** What a lock on a unit says about its tenant in the demonstration. */
const statusOf = (lockStatus: number): FmsUnit["status"] =>
  lockStatus === LockStatus.id.AssignedVacant
    ? UnitStatus.id.Vacant
    : lockStatus === LockStatus.id.AssignedOverlock || lockStatus === LockStatus.id.AssignedAuction
      ? UnitStatus.id.Delinquent
      : UnitStatus.id.Default

/** Of so many units two have another status than their lock says, and one is spelled otherwise. */
const driftEvery = 24

/** A unit as the software has it: by its own name, so that mending one unit changes no other. */
const drifted = (code: string, unit: FmsUnit): FmsUnit => {
  const nth = Math.abs(numberOf(`${code} ${unit.name}`)) % driftEvery
  if (nth === 0) return { ...unit, name: unit.name.replace("-", " ") }
  const others = UnitStatus.ids.filter((status) => status !== unit.status)
  return { ...unit, status: others[nth - 1] ?? unit.status }
}

/** Demonstration facilities are known to their simulator as `F` and their id. */
export const simulatedCode = (facilityID: number): string => `F${facilityID}`

/**
 * The simulators that this server runs itself, for demonstration data: their address, or null where it runs none. Only
 * connections that were made as simulated ones lead there.
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

      /** The units that the demonstration's locks are on, and some that never had one; here and there they disagree. */
      const units = Effect.fnUntraced(function* (code: string) {
        const facilityID = Number(/^F(\d{1,9})/.exec(code)?.[1] ?? 0)
        const rows = yield* sql<{ unit: string; status: number }>`
          SELECT unit, min(status)::int AS status FROM locks
          WHERE facility_id = ${facilityID} AND is_active AND unit IS NOT NULL GROUP BY unit ORDER BY unit`
        if (rows.length === 0) return null
        const taken = new Set(rows.map(({ unit }) => unit))
        const known = rows.map(({ unit, status }) => drifted(code, { name: unit, status: statusOf(status) }))
        return [
          ...known,
          ...simulatedUnits(1, code)
            .filter(({ name }) => !taken.has(name))
            .slice(0, 24)
        ]
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
