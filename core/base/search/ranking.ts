import { type Entry, EntryIndex } from "./EntryIndex.ts"
import { searchEntries } from "./entrySearch.ts"
import type { LockItem } from "./LockColumns.ts"
import { LockIndex } from "./LockIndex.ts"
import { searchLocks } from "./lockSearch.ts"
import type { Hits, Scores, SearchRow } from "./SearchRow.ts"
import type { Query, ScopeName } from "./searchQuery.ts"
import type { Moment } from "./updatedRange.ts"

/** Everything a search covers. */
export interface SearchIndex {
  readonly entries: EntryIndex
  readonly locks: LockIndex
}

/** Prepares the searched items. A `LockIndex` is used directly and may keep changing; entries are indexed. */
export const prepare = (items: {
  readonly entries?: Iterable<Entry> | undefined
  readonly locks?: LockIndex | Iterable<LockItem> | undefined
}): SearchIndex => ({
  entries: new EntryIndex(items.entries ?? []),
  locks: items.locks instanceof LockIndex ? items.locks : LockIndex.of(items.locks ?? [])
})

export interface SearchOptions extends Moment {
  /** The maximum number of rows, 50 by default. `total` counts all matches regardless. */
  readonly limit?: number | undefined
  /** The `scores` of a frecency state. */
  readonly frecency?: Scores | undefined
  /** Limits the search to these kinds, for interfaces with a heading per kind; all by default. */
  readonly kinds?: ReadonlyArray<ScopeName> | undefined
}

export interface SearchResult {
  readonly total: number
  readonly rows: ReadonlyArray<SearchRow>
}

const noScores: Scores = new Map()
const noHits: Hits = { total: 0, rows: [] }

/**
 * Finds and ranks items (PRODUCT, The palette: Rank): by tier, then frecency, then entries before locks, then title or
 * serial, then id. A pure function: the result does not depend on the order in which things were added. A query without
 * terms lists everything that passes its scope and filters, in tier `prefix`.
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

  // Both lists are sorted and the sort is stable, so on ties entries stay first.
  const rows = [...entries.rows, ...locks.rows].sort((a, b) => a.rank - b.rank || b.score - a.score)
  return { total: entries.total + locks.total, rows: rows.slice(0, limit).map(({ row }) => row) }
}
