import { useQuery } from "@tanstack/react-query"
import { useEffect, useMemo, useState, useSyncExternalStore } from "react"
import { prepare, search } from "#core/base/search/ranking.ts"
import { parse } from "#core/base/search/searchGrammar.ts"
import type { Lock } from "#core/locks/Lock.ts"
import { now } from "#web/app/clock.ts"
import { findLocksAt, type FoundLocks } from "#web/app/lockQueries.ts"
import type { TopicKey } from "#web/app/queries.ts"
import { isWhole } from "#web/sync/arriving.ts"
import { lockList } from "#web/sync/LockList.ts"

/**
 * When a search begins: after so many milliseconds without typing, with so many characters (001 §9); and how many locks it
 * shows at most (001 §7: quick search page size).
 */
export const quickSearch = { rest: 500, characters: 2, rows: 1000 } as const

/** Whether a text is long enough to be searched for. */
export const isSearched = (text: string): boolean => text.trim().length >= quickSearch.characters

/** The text as it is when typing has rested. */
const useRested = (text: string): string => {
  const [rested, setRested] = useState(text)
  useEffect(() => {
    const timer = setTimeout(() => setRested(text), quickSearch.rest)
    return () => clearTimeout(timer)
  }, [text])
  return rested
}

const searchList = (text: string): FoundLocks => {
  const { total, rows } = search(prepare({ locks: lockList.index }), parse(text), {
    limit: quickSearch.rows,
    kinds: ["locks"],
    now: now()
  })
  const locks = rows.flatMap((row) => (row.kind === "locks" ? (lockList.lockOf(row.id) ?? []) : []))
  return { locks, total }
}

const nothing: FoundLocks = { locks: [], total: 0 }

/** What was found, for which text, and whether more may come. */
export interface QuickResult extends FoundLocks {
  readonly text: string
  readonly busy: boolean
  /** Why the server could not be asked; what the synced list has is there all the same. */
  readonly error: Error | null
}

/** Searches once typing rests. */
export const useQuickSearch = (typed: string): QuickResult => {
  const text = useRested(typed).trim()
  const wanted = isSearched(text)
  const state = useSyncExternalStore(lockList.subscribe, lockList.state)
  const { revision, size } = state
  const local = useMemo(() => (wanted && size > 0 ? searchList(text) : nothing), [wanted, text, size, revision])
  // Until every lock is here, only the server knows how many there are.
  const asks = wanted && (local.total === 0 || !isWhole(state))
  const { data, error, isFetching } = useQuery({
    queryKey: ["locks", "quick", text] satisfies TopicKey,
    queryFn: ({ signal }) => findLocksAt(text, quickSearch.rows, signal),
    enabled: asks
  })
  return { ...(asks ? (data ?? local) : local), text, busy: asks && isFetching, error: asks ? error : null }
}

/** A lock as it is now: what was picked, until the synced list knows better. */
export const useCurrent = (picked: Lock | null): Lock | null => {
  useSyncExternalStore(lockList.subscribe, lockList.state)
  return picked === null ? null : (lockList.lockOf(picked.lockID) ?? picked)
}
