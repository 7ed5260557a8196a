import {
  columnResizingFeature,
  columnSizingFeature,
  columnVisibilityFeature,
  tableFeatures,
  useTable
} from "@tanstack/react-table"
import { type SyntheticEvent, useCallback, useEffect, useMemo, useRef, useState } from "react"
import { columnWidths } from "#web/ui/ListHeader.tsx"
import { type GridColumn, unlessChosen } from "./GridColumn.ts"
import { keepColumns, keepWidths, keptColumns, keptWidths } from "./gridMemory.ts"
import type { GridSort } from "./GridQuery.ts"

/**
 * The table library gets only columns, because it would create an object for each of a hundred thousand rows. Rows do
 * their own sorting, and its state is in the URL.
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
  /** Width of the grid in pixels; 0 before layout. */
  readonly width: number
  readonly sort: GridSort | null
  readonly onSort: (sort: GridSort) => void
}

/** Columns of a grid: visibility, widths and sort order. */
export interface GridTable {
  /** IDs of the visible columns, in order. */
  readonly shown: ReadonlyArray<string>
  /** IDs of the columns to print and export, in order: all that the user hasn't hidden, however narrow the screen. */
  readonly leaving: ReadonlyArray<string>
  /** Widths the user set, in pixels. */
  readonly widths: Readonly<Record<string, number>>
  readonly toggleSort: (column: string, desc?: boolean) => void
  readonly show: (column: string, shown: boolean) => void
  /** Starts resizing a column by dragging the line after it. The same function on each render. */
  readonly grab: (column: string, event: SyntheticEvent) => void
  /** @param head the header row, used to keep the other columns at their current widths */
  readonly resize: (column: string, width: number, head: Element | null) => void
  readonly reset: () => void
}

const clamped = (width: number): number => Math.max(columnWidths.min, Math.min(columnWidths.max, Math.round(width)))

/** The rendered width of every column in a header. */
const drawn = (head: Element | null): Readonly<Record<string, number>> =>
  Object.fromEntries(
    [...(head?.querySelectorAll<HTMLElement>("[data-column]") ?? [])].map((cell) => [
      cell.dataset["column"] ?? "",
      clamped(cell.offsetWidth)
    ])
  )

/** Columns based on @tanstack/react-table. Widths and visibility are stored per list. */
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
  const latest = useRef(table)
  useEffect(() => {
    latest.current = table
  })
  const grab = useCallback((column: string, event: SyntheticEvent): void => {
    const header = latest.current.getLeafHeaders().find((each) => each.column.id === column)
    // Fix the widths of all columns first; otherwise those before it would shrink and the line would drift away
    // from the pointer.
    latest.current.setColumnSizing((before) => ({ ...before, ...drawn(event.currentTarget.closest("[role=row]")) }))
    header?.getResizeHandler()(event)
  }, [])
  const { columnSizing } = table.state
  useEffect(() => {
    // Save only changes, because another tab may have saved others since.
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
    grab,
    resize: (column, px, head) =>
      table.setColumnSizing((before) => ({ ...before, ...drawn(head), [column]: clamped(px) })),
    reset: () => {
      table.setColumnSizing({})
      setChosen({})
      keepColumns(list, {})
    }
  }
}
