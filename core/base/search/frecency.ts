import { Schema } from "effect"
import { LockId } from "#core/base/ids.ts"
import type { Scores } from "./SearchRow.ts"

/** The half-life of a use's weight in milliseconds: a week. */
export const halfLife = 7 * 24 * 3_600_000

/** How many things are remembered; the one with the lowest mark is dropped first. */
export const remembered = 300

/** One use of a thing: its lockID or entry id, and when, in epoch milliseconds. */
export interface Use {
  readonly id: LockId | string
  readonly time: number
}

/**
 * How often and how recently things were used, as JSON: pairs of id and mark, highest mark first. A mark combines all
 * uses of a thing in one number: the instant of a single use with the same weight. Marks don't change over time, so
 * only used things are updated.
 */
export type Frecency = ReadonlyArray<readonly [id: LockId | string, mark: number]>

export const noUses: Frecency = []

/** Combines two marks. The result is at most one half-life above the higher one. */
const together = (a: number, b: number): number => {
  const [late, early] = a > b ? [a, b] : [b, a]
  return late + halfLife * Math.log2(1 + 2 ** ((early - late) / halfLife))
}

const ordered = (marks: ReadonlyMap<LockId | string, number>): Frecency =>
  [...marks].sort(([a, x], [b, y]) => y - x || (String(a) < String(b) ? -1 : 1)).slice(0, remembered)

/** Records uses, in any order. Non-finite times are ignored. */
export const recordUses = (state: Frecency, uses: Iterable<Use>): Frecency => {
  const marks = new Map(state)
  for (const { id, time } of uses) {
    if (!Number.isFinite(time)) continue
    const before = marks.get(id)
    marks.set(id, before === undefined ? time : together(before, time))
  }
  return ordered(marks)
}

/** The current score of everything: 1 for one use just now, half of that a half-life later, added up over all uses. */
export const scores = (state: Frecency, now: number): Scores =>
  new Map(state.map(([id, mark]) => [id, 2 ** ((mark - now) / halfLife)]))

const isPair = (value: unknown): value is Frecency[number] =>
  Array.isArray(value) &&
  value.length === 2 &&
  (typeof value[0] === "string" || Schema.is(LockId)(value[0])) &&
  Number.isFinite(value[1])

/** Restores a stored state from JSON; invalid pairs are dropped. */
export const readFrecency = (kept: unknown): Frecency =>
  Array.isArray(kept) ? ordered(new Map(kept.filter(isPair).map(([id, mark]) => [id, mark]))) : noUses
