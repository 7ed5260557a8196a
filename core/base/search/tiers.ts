/** How well something matches, best first (PRODUCT, The palette: Rank). The one list of them. */
export const tiers = ["exact", "prefix", "wordStart", "contiguous", "misspelled", "scattered", "synonym"] as const

export type Tier = (typeof tiers)[number]

/** Tiers as numbers in byte tables: the place in `tiers`, and `none` (all bits set) for no match. Smaller is better. */
export const rank = {
  exact: 0,
  prefix: 1,
  wordStart: 2,
  contiguous: 3,
  misspelled: 4,
  scattered: 5,
  synonym: 6,
  none: 255
} as const

// Below, one small loop over typed arrays for each step, and no branch that depends on the data: measured, this is several
// times faster than asking one lock after another for all its fields, because nothing has to be guessed by the processor.
// `gap & (gap >> 31)` is `gap` when it is negative and 0 otherwise.

/** Lowers every tier to the one that `better` has for the same place, where that is smaller. */
export const takeBetter = (tiers: Uint8Array, better: Uint8Array): void => {
  for (let at = 0; at < tiers.length; at++) {
    const gap = better[at]! - tiers[at]!
    tiers[at]! += gap & (gap >> 31)
  }
}

/** Raises every tier to the one that `worse` has for the same place, where that is greater. */
export const takeWorse = (tiers: Uint8Array, worse: Uint8Array): void => {
  for (let at = 0; at < tiers.length; at++) {
    const gap = tiers[at]! - worse[at]!
    tiers[at]! -= gap & (gap >> 31)
  }
}

/**
 * Counts the places that have a tier, and collects enough of them for the best `most` in all: a tier's places are
 * complete only when no better tier has filled up before.
 * @returns the count, and places by tier
 */
export const collectMatches = (
  table: Uint8Array,
  most: number
): { readonly total: number; readonly places: ReadonlyArray<ReadonlyArray<number>> } => {
  const { none } = rank
  const places: ReadonlyArray<Array<number>> = tiers.map(() => [])
  let total = 0
  /** Tiers from here on are not needed any more. */
  let bound: number = most > 0 ? none : 0
  for (let at = 0; at < table.length; at++) {
    const tier = table[at]!
    total += (tier - none) >>> 31
    if (tier < bound && places[tier]!.push(at) >= most) bound = tier
  }
  return { total, places }
}
