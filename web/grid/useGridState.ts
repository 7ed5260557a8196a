import { useCallback, useMemo, useSyncExternalStore } from "react"
import { type ScreenId, type ScreenSearch, useSearchValue } from "#web/app/useSearchValue.ts"
import { filterableIds, type GridColumn, sortableIds } from "./GridColumn.ts"
import { keepCount, keepFilters, keptCount, keptFilters } from "./gridMemory.ts"
import {
  allRows,
  filtersText,
  type GridQuery,
  type GridSort,
  parseCount,
  parseFilters,
  parsePage,
  parseSort,
  sortText
} from "./GridQuery.ts"

/** Most rows when the user chose "all"; browsers can't render a taller list. */
const everyRow = 500_000

/**
 * Screens with room for paging. Others show up to 2000 rows on one page (001 §9). Paper has pages too: upright paper would
 * add rows during printing, and the browser prints only as many of them as fit on the pages it already counted.
 */
const roomy = matchMedia("print, (orientation: landscape) and (min-width: 48rem)")

const onRoom = (changed: () => void): (() => void) => {
  roomy.addEventListener("change", changed)
  return () => roomy.removeEventListener("change", changed)
}

/** The search parameters of a list's screen. */
type GridSearch = { readonly [Name in "sort" | "filter" | "search" | "page" | "count"]?: string | undefined }

/** Screens whose search parameters can hold a list's state. */
export type GridScreen = {
  [Id in ScreenId]: GridSearch extends Pick<ScreenSearch<Id>, keyof GridSearch & keyof ScreenSearch<Id>>
    ? keyof GridSearch extends keyof ScreenSearch<Id>
      ? Id
      : never
    : never
}[ScreenId]

interface GridStateOptions {
  /** The screen whose URL keeps the state; null for none. */
  readonly at: GridScreen | null
  readonly list: string
  readonly columns: ReadonlyArray<GridColumn<never>>
  /** Default page size. */
  readonly firstCount: number
  /** Default sort order. */
  readonly firstSort: GridSort | null
  /** Search text used while the URL has none. */
  readonly firstSearch: string
  /** Called with the search text when the user changes it. */
  readonly onSearch: ((text: string) => void) | undefined
}

/** A grid's query, and setters. Changing filters, search or order returns to the first page. */
export interface GridState {
  readonly query: GridQuery
  /** The chosen page size: a number, or `all`. */
  readonly size: string
  /** Whether this screen lets the user choose a page size. */
  readonly sized: boolean
  readonly sort: (sort: GridSort | null) => void
  readonly filter: (column: string, text: string) => void
  readonly filters: (texts: GridQuery["filters"]) => void
  readonly search: (text: string) => void
  readonly page: (page: number) => void
  readonly count: (size: string) => void
  readonly reset: () => void
}

/** State of a grid, kept in the URL (001 §4) if it has a screen. The page size is also remembered per list. */
export const useGridState = (options: GridStateOptions): GridState => {
  const { list, columns, firstCount, firstSort, firstSearch, onSearch, at } = options
  const [sort = "", setSort] = useSearchValue(at, "sort")
  const [filter = "", setFilter] = useSearchValue(at, "filter", at === null ? "" : keptFilters(list))
  const [search = "", setSearch] = useSearchValue(at, "search", firstSearch)
  const [page = "", setPage] = useSearchValue(at, "page")
  const [count = "", setCount] = useSearchValue(at, "count")
  const sized = useSyncExternalStore(onRoom, () => roomy.matches)

  const chosen = [count, keptCount(list)].find((text) => text === "all" || parseCount(text) !== null)
  const size = chosen ?? String(firstCount)
  const rows = sized ? (size === "all" ? everyRow : Number(size)) : allRows
  // Apart from the query, so that typing in the search field doesn't change them.
  const order = useMemo(() => parseSort(sort, sortableIds(columns)) ?? firstSort, [sort, columns, firstSort])
  const filters = useMemo(() => parseFilters(filter, filterableIds(columns)), [filter, columns])
  const query = useMemo(
    (): GridQuery => ({ sort: order, filters, search, page: parsePage(page), count: rows }),
    [order, filters, search, page, rows]
  )
  const first = (): void => setPage("")
  const look = useCallback(
    (text: string): void => {
      setSearch(text)
      setPage("")
      onSearch?.(text)
    },
    [onSearch]
  )
  const narrow = (text: string): void => {
    if (at !== null) keepFilters(list, text)
    setFilter(text)
    first()
  }
  return {
    query,
    size,
    sized,
    sort: (next) => {
      setSort(sortText(next))
      first()
    },
    filter: (column, text) => {
      narrow(filtersText({ ...query.filters, [column]: text }))
    },
    filters: (texts) => narrow(filtersText(texts)),
    search: look,
    page: (next) => setPage(next <= 0 ? "" : String(next)),
    count: (next) => {
      keepCount(list, next)
      setCount(next)
      first()
    },
    reset: () => {
      setSort("")
      look("")
      narrow("")
    }
  }
}
