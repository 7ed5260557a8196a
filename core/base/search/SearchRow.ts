import type { Range } from "./needle.ts"
import type { ScopeName } from "./searchQuery.ts"
import { type Tier, tiers } from "./tiers.ts"

/** Where a match is to be marked: in which text of the row, and where in it. A serial is the 8 digits, not grouped. */
export interface FieldMatch extends Range {
  readonly field: "serial" | "unit" | "facility" | "status" | "title" | "context"
}

/** The keyword that made a `synonym` match; it is not shown in the row unless the surface says so. */
export interface KeywordMatch extends Range {
  readonly field: "keyword"
  readonly keyword: string
}

export type Match = FieldMatch | KeywordMatch

interface Found {
  readonly tier: Tier
  /** By field, then position; no two overlap. */
  readonly matches: ReadonlyArray<Match>
}

/** One result: a lock by its lockID, or an entry by its id. */
export type SearchRow =
  | (Found & { readonly kind: "locks"; readonly id: number })
  | (Found & { readonly kind: Exclude<ScopeName, "locks">; readonly id: string })

/** How often and how lately something was used, by lockID or entry id; more is earlier within a tier. */
export type Scores = ReadonlyMap<number | string, number>

/** A row with what it is sorted by. */
export interface Ranked {
  readonly rank: number
  readonly score: number
  readonly row: SearchRow
}

/** Every match is counted; only the best `limit` are rows. */
export interface Hits {
  readonly total: number
  readonly rows: ReadonlyArray<Ranked>
}

export const tierOf = (rank: number): Tier => tiers[rank] ?? "synonym"

const textOf = (match: Match): string => `${match.field} ${match.field === "keyword" ? match.keyword : ""}`

/** Sorts matches as they are handed out, joining those that overlap. */
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
