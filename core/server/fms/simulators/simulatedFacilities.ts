import { Random } from "#core/base/Random.ts"
import type { FmsFacility } from "../connectors/Connector.ts"
import { numberOf } from "./simulatedUnits.ts"

const streets = [
  "Maple",
  "Harbour",
  "Orchard",
  "Mill",
  "Station",
  "Cedar",
  "Quarry",
  "Bridge",
  "Canal",
  "Foundry"
] as const
const towns = [
  ["Fallowbrook", "OR", "97301"],
  ["Port Linden", "WA", "98101"],
  ["Ashgrove", "NJ", "07030"],
  ["Northmoor", "OH", "43004"]
] as const

/** A simulated account's facilities: the same for the same seed and account. */
export const simulatedFacilities = (seed: number, account: string): ReadonlyArray<FmsFacility> => {
  const random = new Random(seed, numberOf(account))
  const count = random.int(6, 14)
  // Numbered per account, so that one company can have facilities of several accounts.
  const first = random.int(10, 98) * 20
  return Array.from({ length: count }, (_, nth) => {
    const street = streets[nth % streets.length] ?? "Maple"
    const [city, state, zip] = towns[nth % towns.length] ?? towns[0]
    const code = `L${String(nth + 1).padStart(3, "0")}`
    return {
      code,
      name: `${street} Storage ${first + nth}`,
      phone: `(555) 010-${String(1000 + nth)}`,
      email: `${code.toLowerCase()}@storage.example.com`,
      street: `${random.int(1, 400)} ${street} St`,
      city,
      state,
      zip,
      lat: (44 + nth / 100).toFixed(4),
      lng: (-123 - nth / 100).toFixed(4)
    }
  })
}
