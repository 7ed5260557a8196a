import { defaultMaxLocksPerFacility } from "#core/companies/tiers.ts"
import { demoCompanies, type DemoCompany, mainCompany } from "./demoCompanies.ts"
import { demoFacility, type DemoFacility } from "./demoFacilities.ts"
import { Random } from "#core/base/Random.ts"

/** The numbers for one company. */
export interface CompanyPlan {
  readonly company: DemoCompany
  readonly facilities: ReadonlyArray<DemoFacility>
  /** Locks without a facility. */
  readonly inventory: number
}

const locksPerFacility = 125
const fewestFacilities = 24
const mostFacilities = 2000
const inventoryPart = 0.06
/** Free places in a facility with a limit, so that more locks can be activated. */
const keptFree = 6

/** The number of facilities for a number of locks. */
export const facilityCount = (size: number): number =>
  Math.min(mostFacilities, Math.max(fewestFacilities, Math.round(size / locksPerFacility)))

/** Splits an integer by weights into integers, spreading the rounding. */
const cut = (whole: number, weights: ReadonlyArray<number>): ReadonlyArray<number> => {
  const sum = weights.reduce((total, weight) => total + weight, 0)
  let before = 0
  let seen = 0
  return weights.map((weight) => {
    seen += weight
    const until = Math.round((whole * seen) / sum)
    const part = until - before
    before = until
    return part
  })
}

/** The locks of each facility of a company other than the main one, within its tier's limit. */
const limitedLocks = (
  random: Random,
  company: DemoCompany,
  facilities: number,
  average: number
): ReadonlyArray<number> => {
  const limit = company.ownMaxLocks ?? defaultMaxLocksPerFacility(company.tier) ?? Number.POSITIVE_INFINITY
  return Array.from({ length: facilities }, () =>
    Math.floor(Math.min(limit - keptFree, average * (0.6 + 0.8 * random.next())))
  )
}

/**
 * Distributes `size` locks: all of them are used, and no facility gets more than its company's tier allows. The rest goes to
 * the main company, which has no limit. Its first facility gets twice the usual number, its last one is closed.
 */
export const planDemo = (size: number, seed: number): ReadonlyArray<CompanyPlan> => {
  const facilities = facilityCount(size)
  const counts = cut(
    facilities,
    demoCompanies.map(({ share }) => share)
  )
  const average = size / facilities
  const others = demoCompanies.map((company, place) => {
    if (company === mainCompany) return { locks: [], inventory: 0 }
    const locks = limitedLocks(new Random(seed, 0x91a, place), company, counts[place] ?? 0, average)
    return { locks, inventory: Math.floor(inventoryPart * locks.reduce((sum, n) => sum + n, 0)) }
  })
  const given = others.reduce((sum, { locks, inventory }) => sum + inventory + locks.reduce((all, n) => all + n, 0), 0)
  return demoCompanies.map((company, place) => {
    const count = counts[place] ?? 0
    if (company !== mainCompany) {
      const { locks = [], inventory = 0 } = others[place] ?? {}
      return { company, inventory, facilities: locks.map((n, nth) => demoFacility(seed, company, nth, n)) }
    }
    const random = new Random(seed, 0x91a, place)
    const inventory = Math.floor(inventoryPart * (size - given))
    const weights = Array.from({ length: count - 1 }, (_, nth) => (nth === 0 ? 2 : 0.6 + 0.8 * random.next()))
    const locks = cut(size - given - inventory, weights)
    const open = locks.map((n, nth) => demoFacility(seed, company, nth, n))
    return { company, inventory, facilities: [...open, demoFacility(seed, company, count - 1, null)] }
  })
}
