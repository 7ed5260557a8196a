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

/** Rows of a page that somebody asked to have all rows in, in number: browsers draw nothing taller. */
const everyRow = 500_000

/** Screens with room for pages; others show up to 2000 rows in one (001 §9). */
const roomy = "(orientation: landscape) and (min-width: 768px)"

const onRoom = (changed: () => void): (() => void) => {
  const media = matchMedia(roomy)
  media.addEventListener("change", changed)
  return () => media.removeEventListener("change", changed)
}

/** What a list keeps in the address of its screen. */
type GridSearch = { readonly [Name in "sort" | "filter" | "search" | "page" | "count"]?: string | undefined }

/** The screens whose address has room for the state of a list. */
export type GridScreen = {
  [Id in ScreenId]: GridSearch extends Pick<ScreenSearch<Id>, keyof GridSearch & keyof ScreenSearch<Id>>
    ? keyof GridSearch extends keyof ScreenSearch<Id>
      ? Id
      : never
    : never
}[ScreenId]

interface GridStateOptions {
  /** The screen that keeps the state in its address; null keeps it nowhere. */
  readonly at: GridScreen | null
  readonly list: string
  readonly columns: ReadonlyArray<GridColumn<never>>
  /** Rows of a page before somebody chose. */
  readonly firstCount: number
  /** What the list is sorted by before somebody chose. */
  readonly firstSort: GridSort | null
  /** What is looked for while the address says nothing. */
  readonly firstSearch: string
  /** Hears of what somebody looks for. */
  readonly onSearch: ((text: string) => void) | undefined
}

/** What a grid is asked for, and how to ask for something else. Whatever narrows or orders it anew goes back to its first page. */
export interface GridState {
  readonly query: GridQuery
  /** The page size as it is chosen: a number, or `all`. */
  readonly size: string
  /** The page size is a choice on this screen. */
  readonly sized: boolean
  readonly sort: (sort: GridSort | null) => void
  readonly filter: (column: string, text: string) => void
  readonly filters: (texts: GridQuery["filters"]) => void
  readonly search: (text: string) => void
  readonly page: (page: number) => void
  readonly count: (size: string) => void
  readonly reset: () => void
}

/** The state of a grid, in the address (001 §4) where it is to be there; the page size is remembered per list as well. */
export const useGridState = (options: GridStateOptions): GridState => {
  const { list, columns, firstCount, firstSort, firstSearch, onSearch, at } = options
  const [sort = "", setSort] = useSearchValue(at, "sort")
  const [filter = "", setFilter] = useSearchValue(at, "filter", at === null ? "" : keptFilters(list))
  const [search = "", setSearch] = useSearchValue(at, "search", firstSearch)
  const [page = "", setPage] = useSearchValue(at, "page")
  const [count = "", setCount] = useSearchValue(at, "count")
  const sized = useSyncExternalStore(onRoom, () => matchMedia(roomy).matches)

  const chosen = [count, keptCount(list)].find((text) => text === "all" || parseCount(text) !== null)
  const size = chosen ?? String(firstCount)
  const rows = sized ? (size === "all" ? everyRow : Number(size)) : allRows
  const query = useMemo(
    (): GridQuery => ({
      sort: parseSort(sort, sortableIds(columns)) ?? firstSort,
      filters: parseFilters(filter, filterableIds(columns)),
      search,
      page: parsePage(page),
      count: rows
    }),
    [sort, columns, firstSort, filter, search, page, rows]
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
