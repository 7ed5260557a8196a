import { locksOnlyTiers } from "#core/companies/tiers.ts"
import { Fms, type FmsId } from "#core/fms/fmsSystems.ts"
import { demoCompanies, type DemoCompany, mainCompany } from "./demoCompanies.ts"
import { Random } from "#core/base/Random.ts"

/** A facility of the demonstration. Streets and towns are invented, phone numbers are the fictional 555-01xx. */
export interface DemoFacility {
  readonly name: string
  readonly street: string
  readonly city: string
  readonly state: string
  readonly zip: string
  /** Ten digits. */
  readonly phone: string
  readonly managementSoftware: FmsId
  readonly units: number
  readonly lat: number
  readonly lng: number
  /** False for a closed one, which has no locks. */
  readonly isActive: boolean
  readonly includedInAPI: boolean
  /** The number of locks. */
  readonly locks: number
}

/** The facility used in the README. */
export const mainFacilityName = "Maple St"

export const trees = [
  "Alder",
  "Aspen",
  "Beech",
  "Cherry",
  "Cypress",
  "Elm",
  "Hazel",
  "Juniper",
  "Larch",
  "Linden",
  "Magnolia",
  "Myrtle",
  "Olive",
  "Poplar",
  "Rowan",
  "Spruce",
  "Sumac",
  "Tamarack",
  "Walnut",
  "Willow"
]
export const ways = ["Ave", "Blvd", "Court", "Drive", "Gate", "Lane", "Park", "Road", "Square", "Yard"]
export const towns = [
  ["Alderfork", "OH", 412],
  ["Brindle Falls", "PA", 573],
  ["Coppermere", "CO", 206],
  ["Dunhaven", "TX", 318],
  ["Eastwick Ferry", "GA", 645],
  ["Fallowbrook", "OR", 729],
  ["Greywater", "MI", 857],
  ["Hollin Creek", "NC", 934]
] as const
const systems: ReadonlyArray<readonly [FmsId, number]> = [
  [Fms.id.NotListed, 25],
  ...Fms.ids.filter((id) => id !== Fms.id.NotListed).map((id) => [id, 8] as const)
]

/** Unique names within a company: a tree and a type of street, then the same again with a number. */
const nameOf = (start: number, nth: number): string => {
  const names = trees.length * ways.length
  // 67 and 200 are coprime, so every combination is used once before any repeats.
  const place = (start + nth * 67) % names
  const again = Math.floor(nth / names)
  const name = `${trees[place % trees.length] ?? ""} ${ways[Math.floor(place / trees.length)] ?? ""}`
  return again === 0 ? name : `${name} ${again + 1}`
}

/** The `nth` facility of a company (from 0) with its number of locks; a null number makes a closed one. */
export const demoFacility = (seed: number, company: DemoCompany, nth: number, locks: number | null): DemoFacility => {
  const place = demoCompanies.indexOf(company)
  const random = new Random(seed, 0xfac, place, nth)
  const start = new Random(seed, 0xfac, place).int(0, 199)
  const name = company === mainCompany && nth === 0 ? mainFacilityName : nameOf(start, nth)
  const [city, state, area] = random.pick(towns)
  return {
    name,
    street: `${random.int(1, 180) * 10} ${name}`,
    city,
    state,
    zip: String(random.int(10_000, 99_999)),
    phone: `${area}5550${random.int(100, 199)}`,
    managementSoftware: locksOnlyTiers.has(company.tier) ? Fms.id.NotListed : random.weighted(systems),
    units: (locks ?? 0) + random.int(40, 240),
    lat: random.int(30_000, 47_000) / 1000,
    lng: -random.int(75_000, 121_000) / 1000,
    isActive: locks !== null,
    includedInAPI: random.chance(0.9),
    locks: locks ?? 0
  }
}
