import { pageSizes } from "#core/base/paging.ts"

/** By what a grid is sorted. There is always one direction: a second press turns it around (001 §4). */
export interface GridSort {
  readonly column: string
  readonly desc: boolean
}

/** What is asked of a grid's source. */
export interface GridQuery {
  /** Null: the order that the source has by itself. */
  readonly sort: GridSort | null
  /** What columns are narrowed to, by column id, as typed: the kind of the column says what it means. */
  readonly filters: Readonly<Record<string, string>>
  /** What is looked for in the columns that are searched. */
  readonly search: string
  /** 0-based. */
  readonly page: number
  /** Rows of a page. */
  readonly count: number
}

/** Rows of the one page on screens without room for paging (001 §9). */
export const allRows = 2000

/** How a sort stands in the address: `updatedOn=desc`, as on the wire (001 §7). */
export const sortText = (sort: GridSort | null): string =>
  sort === null ? "" : `${sort.column}=${sort.desc ? "desc" : "asc"}`

/** The sort of an address; null for one that is none or names a column that cannot be sorted by. */
export const parseSort = (text: string, columns: ReadonlySet<string>): GridSort | null => {
  const [, column, direction] = /^(\w+)=(asc|desc)$/.exec(text) ?? []
  return column === undefined || !columns.has(column) ? null : { column, desc: direction === "desc" }
}

const escaped = (text: string): string => text.replace(/[%;=]/g, (unit) => `%${unit.charCodeAt(0).toString(16)}`)
const unescaped = (text: string): string =>
  text.replace(/%(25|3b|3d)/g, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16)))

/** How filters stand in the address: `status=1004;unit=12`, as on the wire (001 §7); what would part them is escaped. */
export const filtersText = (filters: GridQuery["filters"]): string =>
  Object.entries(filters)
    .filter(([, value]) => value !== "")
    .map(([column, value]) => `${column}=${escaped(value)}`)
    .join(";")

/** The filters of an address; those of unknown columns are left out. */
export const parseFilters = (text: string, columns: ReadonlySet<string>): GridQuery["filters"] =>
  Object.fromEntries(
    text.split(";").flatMap((pair) => {
      const at = pair.indexOf("=")
      const [column, value] = [pair.slice(0, at), unescaped(pair.slice(at + 1))]
      return at > 0 && value !== "" && columns.has(column) ? [[column, value] as const] : []
    })
  )

/** The page of an address, 0-based; the first for anything that is none. */
export const parsePage = (text: string): number => (/^\d{1,8}$/.test(text) ? Number(text) : 0)

/** A page size that is offered, or null for any other text (001 §9). */
export const parseCount = (text: string): number | null => pageSizes.find((size) => String(size) === text) ?? null

/** Pages of so many rows; an empty list has one. */
export const pagesOf = (rows: number, count: number): number => Math.max(1, Math.ceil(rows / count))

/** Places of the rows of a page: from inclusive, to exclusive. A page behind the last one is the last one. */
export const pageRange = (rows: number, page: number, count: number): readonly [from: number, to: number] => {
  const from = Math.min(page, pagesOf(rows, count) - 1) * count
  return [from, Math.min(rows, from + count)]
}
