import { useSyncExternalStore } from "react"
import type { GridColumn } from "./GridColumn.ts"
import type { GridQuery } from "./GridQuery.ts"
import type { WaitForWhole } from "./useWhole.ts"

/** A cell's value for sorting, filtering, exporting and printing. */
export type GridValue = string | number | boolean | null

/** Type of a column's values: `date` is epoch milliseconds, `text` keeps leading zeros. */
export type GridKind = "text" | "number" | "choice" | "date"

/** A visible column that may be exported. */
export interface ListedColumn {
  readonly id: string
  readonly title: string
  readonly kind: GridKind
}

/** The listed rows of all pages, in list order. */
export interface ListedRows {
  readonly count: number
  readonly idAt: (place: number) => number
  /** Index of a row, or -1. */
  readonly placeOf: (id: number) => number
  /** Values of a row, one per column; null if the row was removed in the meantime. */
  readonly valuesAt: (place: number) => ReadonlyArray<GridValue> | null
}

/** What a grid currently lists. Export and print output exactly this. */
export interface Listed {
  /** Key of the list: `locks`, `inventory`. Page size and widths are stored under it too. */
  readonly list: string
  /** Its title: 'Locks'. */
  readonly label: string
  /** The visible columns in order, without those that can't be exported. */
  readonly columns: ReadonlyArray<ListedColumn>
  /** All columns, also those that are hidden or can't be exported. */
  readonly all: ReadonlyArray<GridColumn<never>>
  /** The query, by column ID. `page` and `count` are the screen's; exports include all pages. */
  readonly query: GridQuery
  /** Filters in addition to the grid's own, `{ facilityID: "3" }`. */
  readonly scope: Readonly<Record<string, string>>
  /** Number of rows on all pages. */
  readonly count: number
  /** IDs of the selected rows. If there are any, only these are exported. */
  readonly selected: ReadonlyArray<number>
  /** How many of them a search or a filter hides. */
  readonly hidden: number
  /** Null if only the server has all of them. */
  readonly rows: ListedRows | null
  /** Null if all rows are here; otherwise waits for the rest. */
  readonly whole: WaitForWhole | null
}

const grids: Array<() => Listed> = []
const listeners = new Set<() => void>()

const changed = (): void => {
  for (const listener of listeners) listener()
}

/** Registers a grid's list while it is mounted. Returns a function to unregister it. */
export const publishListed = (read: () => Listed): (() => void) => {
  grids.push(read)
  changed()
  return () => {
    grids.splice(grids.indexOf(read), 1)
    changed()
  }
}

/** The list of the most recently mounted grid; null if there is none. */
export const listedNow = (): Listed | null => grids.at(-1)?.() ?? null

const subscribe = (listener: () => void): (() => void) => {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** Whether there is a grid to export or print. */
export const useHasListed = (): boolean => useSyncExternalStore(subscribe, () => grids.length > 0)

/** Reads the list of the most recently mounted grid; undefined if there is none. */
export const useLastListed = (): (() => Listed) | undefined => useSyncExternalStore(subscribe, () => grids.at(-1))
