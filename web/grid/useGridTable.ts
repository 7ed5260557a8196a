import { type SyntheticEvent, useEffect, useMemo, useState } from "react"
import { columnWidths } from "#web/ui/ListHeader.tsx"
import { type GridColumn, unlessChosen } from "./GridColumn.ts"
import { followPointer } from "./followPointer.ts"
import { keepColumns, keepWidths, keptColumns, keptWidths } from "./gridMemory.ts"
import type { GridSort } from "./GridQuery.ts"

interface GridTableOptions {
  readonly list: string
  readonly columns: ReadonlyArray<GridColumn<never>>
  /** Of the grid, in pixels; 0 before it is laid out. */
  readonly width: number
  readonly sort: GridSort | null
  readonly onSort: (sort: GridSort) => void
}

/** The columns of a grid: which are shown, how wide they are, by which it is sorted. */
export interface GridTable {
  /** Ids of the columns that are shown, in their order. */
  readonly shown: ReadonlyArray<string>
  /** Ids of those that leave by print and export, in their order: those that nobody left out, however narrow the screen is. */
  readonly leaving: ReadonlyArray<string>
  /** Widths that somebody chose, in pixels. */
  readonly widths: Readonly<Record<string, number>>
  readonly toggleSort: (column: string, desc?: boolean) => void
  readonly show: (column: string, shown: boolean) => void
  /** A pointer takes hold of the line behind a column. */
  readonly grab: (column: string, event: SyntheticEvent) => void
  /** @param head the header row: the other columns keep the widths they have in it */
  readonly resize: (column: string, width: number, head: Element | null) => void
  readonly reset: () => void
}

const clamped = (width: number): number => Math.max(columnWidths.min, Math.min(columnWidths.max, Math.round(width)))

/** Every column of a header with the width that it is drawn with. */
const drawn = (head: Element | null): Readonly<Record<string, number>> =>
  Object.fromEntries(
    [...(head?.querySelectorAll<HTMLElement>("[data-column]") ?? [])].map((cell) => [
      cell.dataset["column"] ?? "",
      clamped(cell.offsetWidth)
    ])
  )

/** Widths and choices are remembered per list. */
export const useGridTable = ({ list, columns: all, width, sort, onSort }: GridTableOptions): GridTable => {
  const columns = useMemo(() => all.filter(({ paperOnly = false }) => !paperOnly), [all])
  const [chosen, setChosen] = useState(() => keptColumns(list))
  const [first] = useState(() => keptWidths(list))
  const [sizes, setSizes] = useState(first)
  useEffect(() => {
    // Another page of the console may have changed them since.
    if (sizes !== first) keepWidths(list, sizes)
  }, [sizes, first, list])
  const widths = useMemo(() => Object.fromEntries(Object.entries(sizes).map(([id, px]) => [id, clamped(px)])), [sizes])
  const choose = (next: Readonly<Record<string, boolean>>): void => {
    setChosen(next)
    keepColumns(list, next)
  }
  const isShown = ({ id, from = 0 }: GridColumn<never>): boolean => chosen[id] ?? width >= from
  return {
    leaving: all
      .filter(({ id, from = 0, paperOnly = false }) => paperOnly || (chosen[id] ?? from < unlessChosen))
      .map(({ id }) => id),
    shown: columns.filter(isShown).map(({ id }) => id),
    widths,
    toggleSort: (column, desc = sort?.column === column && !sort.desc) => {
      if (columns.some(({ id }) => id === column)) onSort({ column, desc })
    },
    show: (column, seen) => {
      const found = columns.find(({ id, hideable = true }) => id === column && hideable)
      if (found !== undefined && isShown(found) !== seen) choose({ ...chosen, [column]: seen })
    },
    grab: (column, event) => {
      // The line would run away from the pointer if the columns before it gave way.
      const before = drawn(event.currentTarget.closest("[role=row]"))
      const from = before[column] ?? columnWidths.min
      setSizes((sizes) => ({ ...sizes, ...before }))
      followPointer(event, (by) => setSizes((sizes) => ({ ...sizes, [column]: Math.max(0, from + by) })))
    },
    resize: (column, px, head) => setSizes((sizes) => ({ ...sizes, ...drawn(head), [column]: clamped(px) })),
    reset: () => {
      setSizes({})
      choose({})
    }
  }
}
