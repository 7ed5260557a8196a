import { keepPreviousData, useQuery } from "@tanstack/react-query"
import { useDeferredValue, useEffect, useMemo, useRef, useState } from "react"
import type { TopicKey } from "#web/app/queries.ts"
import type { Coming } from "#web/ui/ListLoading.tsx"
import type { ListRows } from "#web/ui/ListRows.ts"
import { type GridQuery, pagesOf } from "./GridQuery.ts"

/** How much of a list has loaded. */
export interface Arriving {
  /** What is still loading; absent or null once everything is here. */
  readonly coming?: Coming | null
  /** False until all rows are loaded and current. Export, print and select-all wait for it. Defaults to true. */
  readonly ready?: boolean
}

/** Rows that are all local: the synced list, or an array. */
export interface RowsSource<Row> extends Arriving {
  /** Rows for a query on all pages. Pass a new function when the rows change. */
  readonly find: (query: GridQuery) => ListRows<Row>
  /** Whether a row is in the list, shown or hidden by what the user searches and filters. Rows that are gone lose their selection. */
  readonly has?: (id: number) => boolean
  /** Nothing has loaded yet. */
  readonly loading?: boolean
  readonly error?: Error | null
}

/** A page from the server, and the number of rows on all pages. */
export interface GridPage<Row> {
  readonly rows: ReadonlyArray<Row>
  readonly total: number
}

/** Rows loaded from the server page by page. Pages are in the query cache, so no row may have a combination. */
export interface PagesSource<Row> extends Arriving {
  /** Cache key of the pages. Its first element is the topic that invalidates them. */
  readonly key: TopicKey
  /** Resolves to null for queries the server can't answer. The list is then empty until all rows are local. */
  readonly load: (query: GridQuery, signal: AbortSignal) => Promise<GridPage<Row> | null>
  readonly idOf: (row: Row) => number
}

export type GridSource<Row> = RowsSource<Row> | PagesSource<Row>

/** Rows of a grid's source. */
export interface GridRows<Row> {
  readonly rows: ListRows<Row>
  readonly loading: boolean
  readonly error: Error | null
}

const none: ListRows<never> = { count: 0, idAt: () => -1, at: () => undefined, placeOf: () => -1 }

/** Debounce of the search before requests, in milliseconds (001 §9). */
const rest = 500

const useRested = <A>(value: A, text: string): A => {
  const [rested, setRested] = useState({ value, text })
  useEffect(() => {
    if (rested.value === value) return
    const wait = rested.text === text ? 0 : rest
    const timer = setTimeout(() => setRested({ value, text }), wait)
    return () => clearTimeout(timer)
  }, [value, text, rested])
  return rested.value
}

const pageRows = <Row>(
  { rows, total, query }: GridPage<Row> & { readonly query: GridQuery },
  idOf: (row: Row) => number
): ListRows<Row> => {
  const from = query.page * query.count
  const ids = rows.map(idOf)
  return {
    count: total,
    idAt: (place) => ids[place - from] ?? -1,
    at: (place) => rows[place - from],
    placeOf: (id) => {
      const at = ids.indexOf(id)
      return at === -1 ? -1 : from + at
    }
  }
}

/** Longest search, in milliseconds, to run in the same frame as the key press. */
const withinKey = 5

/**
 * Searches local rows whenever the query changes: in the same frame, or, if the last search was slow, after the key
 * press has been painted.
 */
const useFound = <Row>(find: RowsSource<Row>["find"] | undefined, query: GridQuery): ListRows<Row> => {
  const took = useRef(0)
  const isLong = took.current > withinKey
  const later = useDeferredValue(isLong ? query : null)
  const { sort, filters, search } = isLong ? (later ?? query) : query
  return useMemo(() => {
    if (find === undefined) return none
    const begun = performance.now()
    const rows = find({ sort, filters, search, page: 0, count: 0 })
    took.current = performance.now() - begun
    return rows
  }, [find, sort, filters, search])
}

/** Reads a grid's source: searches local rows, or requests pages from the server. */
export const useGridRows = <Row>(source: GridSource<Row>, query: GridQuery): GridRows<Row> => {
  const here = "find" in source ? source : null
  const pages = "load" in source ? source : null
  const found = useFound(here?.find, query)
  const asked = useRested(query, query.search)
  const answer = useQuery({
    queryKey: [...(pages?.key ?? (["locks"] as const)), "grid", JSON.stringify(asked)],
    queryFn: async ({ signal }) => {
      if (pages === null) throw new TypeError("rows in hand are asked of nobody")
      const page = await pages.load(asked, signal)
      if (page === null) return null
      const last = pagesOf(page.total, asked.count) - 1
      if (asked.page <= last) return { ...page, query: asked }
      // The address names a page past the end, which is the last page.
      const query = { ...asked, page: last }
      const end = await pages.load(query, signal)
      return end === null ? null : { ...end, query }
    },
    enabled: pages !== null,
    placeholderData: keepPreviousData
  })
  const idOf = pages?.idOf
  const paged = useMemo(
    () => (answer.data == null || idOf === undefined ? none : pageRows(answer.data, idOf)),
    [answer.data, idOf]
  )
  return pages === null
    ? { rows: found, loading: here?.loading ?? false, error: here?.error ?? null }
    : { rows: paged, loading: answer.isPending || answer.data === null, error: answer.error }
}
