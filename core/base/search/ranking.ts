import { type Entry, EntryIndex } from "./EntryIndex.ts"
import { searchEntries } from "./entrySearch.ts"
import type { LockItem } from "./LockColumns.ts"
import { LockIndex } from "./LockIndex.ts"
import { searchLocks } from "./lockSearch.ts"
import type { Hits, Scores, SearchRow } from "./SearchRow.ts"
import type { Query, ScopeName } from "./searchQuery.ts"
import type { Moment } from "./updatedRange.ts"

/** Everything one search looks through. */
export interface SearchIndex {
  readonly entries: EntryIndex
  readonly locks: LockIndex
}

/** Prepares what is searched. A `LockIndex` is taken as it is and may go on changing; entries are prepared anew. */
export const prepare = (items: {
  readonly entries?: Iterable<Entry> | undefined
  readonly locks?: LockIndex | Iterable<LockItem> | undefined
}): SearchIndex => ({
  entries: new EntryIndex(items.entries ?? []),
  locks: items.locks instanceof LockIndex ? items.locks : LockIndex.of(items.locks ?? [])
})

export interface SearchOptions extends Moment {
  /** Most rows to return; 50 when not given. `total` counts all matches whatever the limit. */
  readonly limit?: number | undefined
  /** `scores` of a frecency state. */
  readonly frecency?: Scores | undefined
  /** Only these kinds, for a surface that shows each under its own heading; all when not given. */
  readonly kinds?: ReadonlyArray<ScopeName> | undefined
}

export interface SearchResult {
  readonly total: number
  readonly rows: ReadonlyArray<SearchRow>
}

const noScores: Scores = new Map()
const noHits: Hits = { total: 0, rows: [] }

/**
 * Finds and ranks (PRODUCT, The palette: Rank): by tier; inside a tier by frecency, then entries before locks, then title
 * or serial, then id. A pure function: the same index, query and options give the same rows, whatever order things were
 * added in. A query without terms lists everything its scope and filters leave, as tier `prefix`: nothing begins all.
 */
export const search = (index: SearchIndex, query: Query, options: SearchOptions = {}): SearchResult => {
  const { scope } = query
  const { kinds, frecency: scores = noScores, now, utcOffsetMinutes } = options
  const limit = Math.max(0, Math.floor(options.limit ?? 50))
  const wants = (kind: ScopeName): boolean =>
    (scope === undefined || scope === kind) && (kinds === undefined || kinds.includes(kind))

  const unitsOnly = scope === "units"
  const locks =
    wants("locks") || (unitsOnly && wants("units"))
      ? searchLocks(index.locks, query, { limit, scores, unitsOnly, now, utcOffsetMinutes })
      : noHits
  const entries = searchEntries(index.entries, query, { limit, scores, wants })

  // Both are in order, and the sort is stable: what is equal stays entries first.
  const rows = [...entries.rows, ...locks.rows].sort((a, b) => a.rank - b.rank || b.score - a.score)
  return { total: entries.total + locks.total, rows: rows.slice(0, limit).map(({ row }) => row) }
}
