import type { Scores } from "./SearchRow.ts"

/** Half of what a use counts is gone after this many milliseconds: a week. */
export const halfLife = 7 * 24 * 3_600_000

/** How many things are remembered; the one that counts least is forgotten first. */
export const remembered = 300

/** One use of a thing: its lockID or entry id, and when, in epoch milliseconds. */
export interface Use {
  readonly id: number | string
  readonly time: number
}

/**
 * What was used, how often and how lately, as JSON: pairs of an id and a mark, the greatest mark first. A thing's uses
 * are one number, its mark: the instant of a single use that would count as much as all of them together. Marks do not
 * change as time passes, so nothing has to be rewritten but what is used.
 */
export type Frecency = ReadonlyArray<readonly [id: number | string, mark: number]>

export const noUses: Frecency = []

/** The mark of two that are taken together. Half of their sum is never more than one half-life above the greater. */
const together = (a: number, b: number): number => {
  const [late, early] = a > b ? [a, b] : [b, a]
  return late + halfLife * Math.log2(1 + 2 ** ((early - late) / halfLife))
}

const ordered = (marks: ReadonlyMap<number | string, number>): Frecency =>
  [...marks].sort(([a, x], [b, y]) => y - x || (String(a) < String(b) ? -1 : 1)).slice(0, remembered)

/** Counts uses, in any order. A time that is no finite number is left out. */
export const recordUses = (state: Frecency, uses: Iterable<Use>): Frecency => {
  const marks = new Map(state)
  for (const { id, time } of uses) {
    if (!Number.isFinite(time)) continue
    const before = marks.get(id)
    marks.set(id, before === undefined ? time : together(before, time))
  }
  return ordered(marks)
}

/** What everything counts now: 1 for one use just now, half of it a half-life later, uses added up. */
export const scores = (state: Frecency, now: number): Scores =>
  new Map(state.map(([id, mark]) => [id, 2 ** ((mark - now) / halfLife)]))

const isPair = (value: unknown): value is Frecency[number] =>
  Array.isArray(value) &&
  value.length === 2 &&
  (typeof value[0] === "string" || Number.isInteger(value[0])) &&
  Number.isFinite(value[1])

/** Reads a state back from JSON that was kept; whatever is not one of its pairs is left out. */
export const readFrecency = (kept: unknown): Frecency =>
  Array.isArray(kept) ? ordered(new Map(kept.filter(isPair).map(([id, mark]) => [id, mark]))) : noUses
