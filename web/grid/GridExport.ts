import { useSyncExternalStore } from "react"
import type { GridQuery } from "./GridQuery.ts"
import type { WaitForWhole } from "./useWhole.ts"

/** What stands in a cell as a value: what is sorted by, filtered on, exported and printed. */
export type GridValue = string | number | boolean | null

/** How the values of a column are to be read: `date` is epoch milliseconds, `text` keeps its leading zeros. */
export type GridKind = "text" | "number" | "choice" | "date"

/** A column that is shown and may leave the console. */
export interface ListedColumn {
  readonly id: string
  readonly title: string
  readonly kind: GridKind
}

/** Rows in hand: every row that is listed, on all pages, in the order in which they are listed. */
export interface ListedRows {
  readonly count: number
  readonly idAt: (place: number) => number
  /** The place of a row, or -1. */
  readonly placeOf: (id: number) => number
  /** The values of a row, one for each of `columns`; null for a row that went away meanwhile. */
  readonly valuesAt: (place: number) => ReadonlyArray<GridValue> | null
}

/** What a grid lists at this moment: whoever exports or prints takes exactly this. */
export interface Listed {
  /** Which list it is: `locks`, `inventory`; also what its page size and widths are remembered under. */
  readonly list: string
  /** What it is called: 'Locks'. */
  readonly label: string
  /** The columns that are shown, in their order, without those that may not leave. */
  readonly columns: ReadonlyArray<ListedColumn>
  /** What was asked for, by column id. `page` and `count` are those of the screen; the export is of all pages. */
  readonly query: GridQuery
  /** What else narrows the list beside the grid's own filters, `{ facilityID: "3" }`. */
  readonly scope: Readonly<Record<string, string>>
  /** Rows on all pages. */
  readonly count: number
  /** Ids of the selected rows; when there are any, only these are meant. */
  readonly selected: ReadonlyArray<number>
  /** How many of them are not listed: a search or a filter hides them. */
  readonly hidden: number
  /** Null where only the server has all of them. */
  readonly rows: ListedRows | null
  /** Null when all rows are here; otherwise how to wait for the rest. */
  readonly whole: WaitForWhole | null
}

const grids: Array<() => Listed> = []
const listeners = new Set<() => void>()

const changed = (): void => {
  for (const listener of listeners) listener()
}

/** A grid says how to read what it lists, for as long as it is there. */
export const publishListed = (read: () => Listed): (() => void) => {
  grids.push(read)
  changed()
  return () => {
    grids.splice(grids.indexOf(read), 1)
    changed()
  }
}

/** What the grid on the screen lists now; of several, the one that came last. Null where there is none. */
export const listedNow = (): Listed | null => grids.at(-1)?.() ?? null

const subscribe = (listener: () => void): (() => void) => {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** Whether there is a grid whose rows can be exported or printed. */
export const useHasListed = (): boolean => useSyncExternalStore(subscribe, () => grids.length > 0)
