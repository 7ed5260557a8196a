import type { LockId } from "#core/base/ids.ts"
import type { Range } from "./needle.ts"
import type { ScopeName } from "./searchQuery.ts"
import { type Tier, tiers } from "./tiers.ts"

/** A match to highlight: the row's text, and the range in it. For a serial the range is in the 8 digits without grouping. */
export interface FieldMatch extends Range {
  readonly field: "serial" | "unit" | "facility" | "status" | "title" | "context"
}

/** The keyword of a `synonym` match; by default the row does not show it. */
export interface KeywordMatch extends Range {
  readonly field: "keyword"
  readonly keyword: string
}

export type Match = FieldMatch | KeywordMatch

interface Found {
  readonly tier: Tier
  /** By field, then position, without overlaps. */
  readonly matches: ReadonlyArray<Match>
}

/** A result: a lock by lockID, or an entry by id. */
export type SearchRow =
  | (Found & { readonly kind: "locks"; readonly id: LockId })
  | (Found & { readonly kind: Exclude<ScopeName, "locks">; readonly id: string })

/** How often and how recently each lock or entry was used, by id; higher scores come first within a tier. */
export type Scores = ReadonlyMap<LockId | string, number>

/** A row with its sort keys. */
export interface Ranked {
  readonly rank: number
  readonly score: number
  readonly row: SearchRow
}

/** `total` counts every match; `rows` has only the best `limit`. */
export interface Hits {
  readonly total: number
  readonly rows: ReadonlyArray<Ranked>
}

export const tierOf = (rank: number): Tier => tiers[rank] ?? "synonym"

const textOf = (match: Match): string => `${match.field} ${match.field === "keyword" ? match.keyword : ""}`

/** Sorts matches and merges overlapping ones. */
export const tidyMatches = (matches: ReadonlyArray<Match>): ReadonlyArray<Match> => {
  const sorted = matches.toSorted((a, b) => {
    const [left, right] = [textOf(a), textOf(b)]
    return left < right ? -1 : left > right ? 1 : a.start - b.start || b.end - a.end
  })
  const out: Array<Match> = []
  for (const match of sorted) {
    const last = out.at(-1)
    if (last === undefined || textOf(last) !== textOf(match) || last.end <= match.start) out.push(match)
    else if (last.end < match.end) out[out.length - 1] = { ...last, end: match.end }
  }
  return out
}
