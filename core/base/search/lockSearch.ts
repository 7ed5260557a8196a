import type { LockIndex } from "./LockIndex.ts"
import { exclusionsOf, withoutUnit } from "./lockFilters.ts"
import { lockMatches, type LockPlan, lockPlan, placeIn, standsInText, type Stretch, tiersOf } from "./lockTiers.ts"
import { narrowedSlots, rememberFound } from "./narrowing.ts"
import { type Hits, type Scores, tidyMatches, tierOf } from "./SearchRow.ts"
import { joined, type Query } from "./searchQuery.ts"
import { bestOf, collectMatches, rank, takeBetter, takeWorse } from "./tiers.ts"
import type { Moment } from "./updatedRange.ts"

export interface LockSearchOptions extends Moment {
  readonly limit: number
  readonly scores: Scores
  /** Match units only, and only locks that have one: the scope `:`. */
  readonly unitsOnly: boolean
}

/**
 * The only locks that can match: those with the ID or serial in the query, those that matched the digits typed before, or all.
 */
const candidates = (index: LockIndex, plans: ReadonlyArray<LockPlan>, unitsOnly: boolean): Stretch => {
  const id = plans.find(({ lockID }) => lockID !== undefined)?.lockID
  if (id !== undefined) {
    const slot = id === null ? undefined : index.slotOf(id)
    return { index, slots: slot === undefined ? new Uint32Array(0) : Uint32Array.of(slot) }
  }
  const serial = plans.find((plan) => plan.serial?.whole === true && !standsInText(plan))?.serial
  if (serial !== undefined) return { index, slots: index.slots.subarray(...index.serialRange(serial.low, serial.high)) }
  return { index, slots: narrowedSlots(index, plans, unitsOnly) ?? index.slots.subarray(0, index.size) }
}

/** For each lock the tier of its weakest term; without terms every tier is `prefix`. */
const weakest = (stretch: Stretch, plans: ReadonlyArray<LockPlan>): Uint8Array => {
  const [first, ...others] = plans
  if (first === undefined) return stretch.index.workTable(0, stretch.slots.length, rank.prefix)
  const tiers = tiersOf(stretch, first, 0)
  for (const other of others) takeWorse(tiers, tiersOf(stretch, other, 1))
  return tiers
}

/** Positions and scores of the recently used locks among the matches of a stretch. */
const usedIn = (stretch: Stretch, tiers: Uint8Array, scores: Scores): ReadonlyMap<number, number> => {
  const used = new Map<number, number>()
  for (const [id, score] of scores) {
    const slot = typeof id === "number" && score > 0 ? stretch.index.slotOf(id) : undefined
    if (slot === undefined) continue
    const at = placeIn(stretch, slot)
    if ((tiers[at] ?? rank.none) !== rank.none) used.set(at, score)
  }
  return used
}

/**
 * Finds locks that match every term in serial, unit, facility or status, and every filter. A lock's tier is that of its
 * weakest term, or of all words as one phrase if that is better: `maple st` is a prefix of Maple Street, although `st`
 * alone only starts a word. Sorted by tier, then score, then serial, then lockID.
 */
export const searchLocks = (
  index: LockIndex,
  { terms, filters }: Pick<Query, "terms" | "filters">,
  options: LockSearchOptions
): Hits => {
  const { columns } = index
  const { limit, scores, unitsOnly } = options
  const exclusions = exclusionsOf(columns, filters, options)
  if (exclusions === undefined) return { total: 0, rows: [] }

  const plans = terms.map((term) => lockPlan(columns, term, unitsOnly))
  const stretch = candidates(index, plans, unitsOnly)
  const tiers = weakest(stretch, plans)
  const words = joined(terms)
  const phrase = words === undefined ? undefined : lockPlan(columns, words, unitsOnly)
  // A lock that matches the phrase matches every term too, so this improves tiers without adding matches.
  const whole = phrase !== undefined && standsInText(phrase) ? tiersOf(stretch, phrase, 1) : undefined
  if (whole !== undefined) takeBetter(tiers, whole)
  for (const exclude of unitsOnly ? [...exclusions, withoutUnit(columns)] : exclusions) exclude(stretch.slots, tiers)

  const used = usedIn(stretch, tiers, scores)
  const { total, places } = collectMatches(tiers, limit)
  if (filters.length === 0) rememberFound(index, plans, unitsOnly, { slots: stretch.slots, tiers, total })
  const best = bestOf(places, tiers, used, limit)
  const rows = best.map((at) => {
    const slot = stretch.slots[at]!
    const matching = phrase !== undefined && whole?.[at] === tiers[at] ? [phrase] : plans
    const matches = tidyMatches(matching.flatMap((plan) => lockMatches(columns, plan, slot)))
    const tier = tiers[at]!
    const row = { kind: "locks", id: columns.lock(slot), tier: tierOf(tier), matches } as const
    return { rank: tier, score: used.get(at) ?? 0, row }
  })
  return { total, rows }
}
