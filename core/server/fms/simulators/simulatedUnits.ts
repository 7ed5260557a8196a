import { UnitStatus } from "#core/fms/fmsSystems.ts"
import { Random } from "#core/base/Random.ts"
import type { FmsUnit } from "../connectors/Connector.ts"

/** A text as a 32-bit number, for a path of random numbers. */
export const numberOf = (text: string): number =>
  [...text].reduce((sum, char) => Math.imul(sum, 31) + (char.codePointAt(0) ?? 0), 7) | 0

/** A simulated facility's units: the same for the same seed and code. */
export const simulatedUnits = (seed: number, code: string): ReadonlyArray<FmsUnit> => {
  const random = new Random(seed, numberOf(code))
  const { Default, Delinquent, Vacant } = UnitStatus.id
  return Array.from({ length: random.int(24, 140) }, (_, nth) => ({
    name: `${String.fromCharCode(65 + Math.floor(nth / 60))}-${101 + (nth % 60)}`,
    status: random.weighted([
      [Default, 78],
      [Delinquent, 8],
      [Vacant, 14]
    ] as const)
  }))
}
