import { useQuery } from "@tanstack/react-query"
import { useEffect, useMemo, useState, useSyncExternalStore } from "react"
import { prepare, search } from "#core/base/search/ranking.ts"
import { parse } from "#core/base/search/searchGrammar.ts"
import { fatalProblem } from "#core/commands/searchProblems.ts"
import type { Lock } from "#core/locks/Lock.ts"
import { now } from "#web/app/clock.ts"
import { findLocksAt, type FoundLocks } from "#web/app/lockQueries.ts"
import type { TopicKey } from "#web/app/queries.ts"
import { isWhole } from "#web/sync/arriving.ts"
import { lockList } from "#web/sync/LockList.ts"

/** Debounce in milliseconds and fewest characters (001 §9), and most locks to show (001 §7: quick search page size). */
export const quickSearch = { rest: 500, characters: 2, rows: 1000 } as const

/** Whether a text is long enough to search for. */
export const isSearched = (text: string): boolean => text.trim().length >= quickSearch.characters

/** The text, debounced. */
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

/** The result, the text it belongs to, and whether a request is pending. */
export interface QuickResult extends FoundLocks {
  readonly text: string
  readonly busy: boolean
  /** Why the server request failed. Results from the synced list are still shown. */
  readonly error: Error | null
}

/** Searches after the debounce. */
export const useQuickSearch = (typed: string): QuickResult => {
  const text = useRested(typed).trim()
  const wanted = isSearched(text) && fatalProblem(parse(text)) === undefined
  const state = useSyncExternalStore(lockList.subscribe, lockList.state)
  const { revision, size } = state
  const local = useMemo(() => (wanted && size > 0 ? searchList(text) : nothing), [wanted, text, size, revision])
  // Until the list is complete, only the server knows the number of matches.
  const asks = wanted && (local.total === 0 || !isWhole(state))
  const { data, error, isFetching } = useQuery({
    queryKey: ["locks", "quick", text] satisfies TopicKey,
    queryFn: ({ signal }) => findLocksAt(text, quickSearch.rows, signal),
    enabled: asks
  })
  return { ...(asks ? (data ?? local) : local), text, busy: asks && isFetching, error: asks ? error : null }
}

/** The latest version of a picked lock: from the synced list if it has it. */
export const useCurrent = (picked: Lock | null): Lock | null => {
  useSyncExternalStore(lockList.subscribe, lockList.state)
  return picked === null ? null : (lockList.lockOf(picked.lockID) ?? picked)
}
