import { pageSizes } from "#core/base/paging.ts"

/** Sort order of a grid. It always has a direction; sorting by the same column again reverses it (001 §4). */
export interface GridSort {
  readonly column: string
  readonly desc: boolean
}

/** A query to a grid's source. */
export interface GridQuery {
  /** Null for the source's own order. */
  readonly sort: GridSort | null
  /** Filters by column ID as typed. The column's kind decides what they mean. */
  readonly filters: Readonly<Record<string, string>>
  /** Search text. */
  readonly search: string
  /** 0-based. */
  readonly page: number
  /** Rows per page. */
  readonly count: number
}

/** Page size on screens without room for paging (001 §9). */
export const allRows = 2000

/** A sort in the URL: `updatedOn=desc`, as in the API (001 §7). */
export const sortText = (sort: GridSort | null): string =>
  sort === null ? "" : `${sort.column}=${sort.desc ? "desc" : "asc"}`

/** Parses a sort from the URL; null if it is invalid or the column isn't sortable. */
export const parseSort = (text: string, columns: ReadonlySet<string>): GridSort | null => {
  const [, column, direction] = /^(\w+)=(asc|desc)$/.exec(text) ?? []
  return column === undefined || !columns.has(column) ? null : { column, desc: direction === "desc" }
}

const escaped = (text: string): string => text.replace(/[%;=]/g, (unit) => `%${unit.charCodeAt(0).toString(16)}`)
const unescaped = (text: string): string =>
  text.replace(/%(25|3b|3d)/g, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16)))

/** Filters in the URL: `status=1004;unit=12`, as in the API (001 §7), with the separators escaped. */
export const filtersText = (filters: GridQuery["filters"]): string =>
  Object.entries(filters)
    .filter(([, value]) => value !== "")
    .map(([column, value]) => `${column}=${escaped(value)}`)
    .join(";")

/** Parses filters from the URL, without those of unknown columns. */
export const parseFilters = (text: string, columns: ReadonlySet<string>): GridQuery["filters"] =>
  Object.fromEntries(
    text.split(";").flatMap((pair) => {
      const at = pair.indexOf("=")
      const [column, value] = [pair.slice(0, at), unescaped(pair.slice(at + 1))]
      return at > 0 && value !== "" && columns.has(column) ? [[column, value] as const] : []
    })
  )

/** Parses a 0-based page from the URL; invalid text means the first page. */
export const parsePage = (text: string): number => (/^\d{1,8}$/.test(text) ? Number(text) : 0)

/** Parses a page size; null if it isn't one of the options (001 §9). */
export const parseCount = (text: string): number | null => pageSizes.find((size) => String(size) === text) ?? null

/** Number of pages. An empty list has one. */
export const pagesOf = (rows: number, count: number): number => Math.max(1, Math.ceil(rows / count))

/** Rows of a page: from inclusive, to exclusive. A page beyond the end is the last page. */
export const pageRange = (rows: number, page: number, count: number): readonly [from: number, to: number] => {
  const from = Math.min(page, pagesOf(rows, count) - 1) * count
  return [from, Math.min(rows, from + count)]
}
