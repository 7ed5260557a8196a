import { keepPreviousData, useQuery } from "@tanstack/react-query"
import { useDeferredValue, useEffect, useMemo, useRef, useState } from "react"
import type { TopicKey } from "#web/app/queries.ts"
import type { Coming } from "#web/ui/ListLoading.tsx"
import type { ListRows } from "#web/ui/ListRows.ts"
import type { GridQuery } from "./GridQuery.ts"

/** How much of a list is here. */
export interface Arriving {
  /** What is still loading of the list; absent or null once all of it is here. */
  readonly coming?: Coming | null
  /** False until all rows are here and known to be current: export, print and select-all wait for it. True when absent. */
  readonly ready?: boolean
}

/** Rows that are all here: the synced list, an array. */
export interface RowsSource<Row> extends Arriving {
  /** What a query comes to on all pages; another function when there are other rows. */
  readonly find: (query: GridQuery) => ListRows<Row>
  /** Nothing is here yet. */
  readonly loading?: boolean
  readonly error?: Error | null
}

/** A page that a server gave, and how many rows there are on all pages. */
export interface GridPage<Row> {
  readonly rows: ReadonlyArray<Row>
  readonly total: number
}

/** Rows of which the server gives one page at a time. What it gives is kept in the query cache, so no row may carry a combination. */
export interface PagesSource<Row> extends Arriving {
  /** What the pages are cached under; the first element is the topic that refreshes them. */
  readonly key: TopicKey
  /** Answers null for what the server cannot find: the list shows nothing until all rows are here. */
  readonly load: (query: GridQuery, signal: AbortSignal) => Promise<GridPage<Row> | null>
  readonly idOf: (row: Row) => number
}

export type GridSource<Row> = RowsSource<Row> | PagesSource<Row>

/** What a grid shows of its source. */
export interface GridRows<Row> {
  readonly rows: ListRows<Row>
  readonly loading: boolean
  readonly error: Error | null
}

const none: ListRows<never> = { count: 0, idAt: () => -1, at: () => undefined, placeOf: () => -1 }

/** How long typing rests before a server is asked, in milliseconds (001 §9). */
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

/** What can be found within the frame of the key that asks for it, in milliseconds. */
const withinKey = 5

/**
 * Finds rows in hand anew whenever what is asked for changes: with the key that changes it, and where that took too long last
 * time, after the key has been painted.
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

/** Reads a grid's source: rows in hand are found anew whenever what is asked for changes, pages are asked of the server. */
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
      return page === null ? null : { ...page, query: asked }
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
