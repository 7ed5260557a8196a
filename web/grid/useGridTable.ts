import {
  columnResizingFeature,
  columnSizingFeature,
  columnVisibilityFeature,
  tableFeatures,
  useTable
} from "@tanstack/react-table"
import { type SyntheticEvent, useEffect, useMemo, useState } from "react"
import { columnWidths } from "#web/ui/ListHeader.tsx"
import { type GridColumn, unlessChosen } from "./GridColumn.ts"
import { keepColumns, keepWidths, keptColumns, keptWidths } from "./gridMemory.ts"
import type { GridSort } from "./GridQuery.ts"

/**
 * The table knows columns alone: rows stay where they are, a hundred thousand of them would each be an object in it. Sorting
 * belongs to the rows, and to the address.
 */
const features = tableFeatures({
  columnVisibilityFeature,
  columnSizingFeature,
  columnResizingFeature
})
const noRows: Array<never> = []

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

/** Columns over @tanstack/react-table; widths and choices are remembered per list. */
export const useGridTable = ({ list, columns: all, width, sort, onSort }: GridTableOptions): GridTable => {
  const columns = useMemo(() => all.filter(({ paperOnly = false }) => !paperOnly), [all])
  const [chosen, setChosen] = useState(() => keptColumns(list))
  const columnVisibility = useMemo(
    () => Object.fromEntries(columns.map(({ id, from = 0 }) => [id, chosen[id] ?? width >= from])),
    [columns, chosen, width]
  )
  const definitions = useMemo(
    () =>
      columns.map(({ id, title, width: size, hideable = true }) => ({
        id,
        header: title,
        accessorFn: () => null,
        size,
        minSize: columnWidths.min,
        maxSize: columnWidths.max,
        enableHiding: hideable
      })),
    [columns]
  )
  const [initialState] = useState(() => ({ columnSizing: keptWidths(list) }))
  const table = useTable({
    features,
    data: noRows,
    columns: definitions,
    initialState,
    state: { columnVisibility },
    columnResizeMode: "onChange",
    onColumnVisibilityChange: (update) => {
      const next = typeof update === "function" ? update(columnVisibility) : update
      const changed = Object.entries(next).filter(([id, seen]) => seen !== columnVisibility[id])
      const kept = { ...chosen, ...Object.fromEntries(changed) }
      setChosen(kept)
      keepColumns(list, kept)
    }
  })
  const { columnSizing } = table.state
  useEffect(() => {
    // Another page of the console may have changed them since.
    if (columnSizing !== initialState.columnSizing) keepWidths(list, columnSizing)
  }, [columnSizing, initialState, list])
  const widths = useMemo(
    () => Object.fromEntries(Object.entries(columnSizing).map(([id, px]) => [id, clamped(px)])),
    [columnSizing]
  )
  return {
    leaving: all
      .filter(({ id, from = 0, paperOnly = false }) => paperOnly || (chosen[id] ?? from < unlessChosen))
      .map(({ id }) => id),
    shown: table.getVisibleLeafColumns().map(({ id }) => id),
    widths,
    toggleSort: (column, desc) => {
      if (table.getColumn(column) === undefined) return
      onSort({ column, desc: desc ?? (sort?.column === column && !sort.desc) })
    },
    show: (column, seen) => table.getColumn(column)?.toggleVisibility(seen),
    grab: (column, event) => {
      const header = table.getLeafHeaders().find((each) => each.column.id === column)
      // The line would run away from the pointer if the columns before it gave way.
      table.setColumnSizing((before) => ({ ...before, ...drawn(event.currentTarget.closest("[role=row]")) }))
      header?.getResizeHandler()(event)
    },
    resize: (column, px, head) =>
      table.setColumnSizing((before) => ({ ...before, ...drawn(head), [column]: clamped(px) })),
    reset: () => {
      table.setColumnSizing({})
      setChosen({})
      keepColumns(list, {})
    }
  }
}
