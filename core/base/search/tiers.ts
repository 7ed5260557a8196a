/**
 * How well something matches, best first (PRODUCT, The palette: Rank). `exact` is a whole title, serial, unit or id;
 * `name` is a whole alternative name, such as a synonym of several words. Defined only here.
 */
export const tiers = [
  "exact",
  "name",
  "prefix",
  "wordStart",
  "contiguous",
  "misspelled",
  "scattered",
  "synonym"
] as const

export type Tier = (typeof tiers)[number]

/** Whether all of a title or name was typed. Only then something comes before a command typed with its input. */
export const isWhole = (tier: Tier): boolean => tier === "exact" || tier === "name"

/** Tiers as bytes: the index in `tiers`, and `none` (all bits set) for no match. Smaller is better. */
export const rank = {
  exact: 0,
  name: 1,
  prefix: 2,
  wordStart: 3,
  contiguous: 4,
  misspelled: 5,
  scattered: 6,
  synonym: 7,
  none: 255
} as const

// Each step below is a small loop over typed arrays without data-dependent branches. Measured, this is several times
// faster than checking all fields of one lock after another, because the processor never mispredicts. `gap & (gap >>
// 31)` is `gap` if it is negative and 0 otherwise.

/** Sets every tier to the minimum of itself and `better`. */
export const takeBetter = (tiers: Uint8Array, better: Uint8Array): void => {
  for (let at = 0; at < tiers.length; at++) {
    const gap = better[at]! - tiers[at]!
    tiers[at]! += gap & (gap >> 31)
  }
}

/** Sets every tier to the maximum of itself and `worse`. */
export const takeWorse = (tiers: Uint8Array, worse: Uint8Array): void => {
  for (let at = 0; at < tiers.length; at++) {
    const gap = tiers[at]! - worse[at]!
    tiers[at]! -= gap & (gap >> 31)
  }
}

/**
 * Counts the matches, and collects enough indices for the best `most`: a tier's indices are complete only if no better
 * tier filled up before.
 * @returns the count, and indices by tier
 */
export const collectMatches = (
  table: Uint8Array,
  most: number
): { readonly total: number; readonly places: ReadonlyArray<ReadonlyArray<number>> } => {
  const { none } = rank
  const places: ReadonlyArray<Array<number>> = tiers.map(() => [])
  let total = 0
  /** Tiers from here on are no longer needed. */
  let bound: number = most > 0 ? none : 0
  for (let at = 0; at < table.length; at++) {
    const tier = table[at]!
    total += (tier - none) >>> 31
    if (tier < bound && places[tier]!.push(at) >= most) bound = tier
  }
  return { total, places }
}

/**
 * The best `most` indices of collected matches: by tier; within a tier used ones (with their scores) by score, then the others in
 * order.
 */
export const bestOf = (
  places: ReadonlyArray<ReadonlyArray<number>>,
  tiers: Uint8Array,
  used: ReadonlyMap<number, number>,
  most: number
): ReadonlyArray<number> => {
  const byScore = [...used].sort(([a, x], [b, y]) => y - x || a - b).map(([at]) => at)
  return places
    .flatMap((found, tier) => [...byScore.filter((at) => tiers[at] === tier), ...found.filter((at) => !used.has(at))])
    .slice(0, most)
}
