import { type PointerEvent, useCallback, useEffect, useMemo, useState } from "react"
import { columnWidths } from "#web/ui/ListHeader.tsx"
import { fontScale } from "#web/ui/fontScale.ts"
import { type GridColumn, unlessChosen } from "./GridColumn.ts"
import { keepColumns, keepWidths, keptColumns, keptWidths } from "./gridMemory.ts"
import type { GridSort } from "./GridQuery.ts"

interface GridTableOptions {
  readonly list: string
  readonly columns: ReadonlyArray<GridColumn<never>>
  /** Width of the grid in pixels at the default font size; 0 before layout. */
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
  /** Widths the user set, in pixels at the default font size. */
  readonly widths: Readonly<Record<string, number>>
  readonly toggleSort: (column: string, desc?: boolean) => void
  readonly show: (column: string, shown: boolean) => void
  /** Starts resizing a column by dragging the line after it. The same function on each render. */
  readonly grab: (column: string, event: PointerEvent<HTMLElement>) => void
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
      clamped(cell.offsetWidth / fontScale())
    ])
  )

/** Widths stored by another version, within the limits. */
const storedWidths = (list: string): Readonly<Record<string, number>> =>
  Object.fromEntries(Object.entries(keptWidths(list)).map(([id, px]) => [id, clamped(px)]))

/** Columns of a grid. Widths and visibility are stored per list. */
export const useGridTable = ({ list, columns: all, width, sort, onSort }: GridTableOptions): GridTable => {
  const columns = useMemo(() => all.filter(({ paperOnly = false }) => !paperOnly), [all])
  const [chosen, setChosen] = useState(() => keptColumns(list))
  const [atFirst] = useState(() => storedWidths(list))
  const [widths, setWidths] = useState(atFirst)
  useEffect(() => {
    // Save only changes, because another tab may have saved others since.
    if (widths !== atFirst) keepWidths(list, widths)
  }, [widths, atFirst, list])
  const choose = (next: Readonly<Record<string, boolean>>): void => {
    setChosen(next)
    keepColumns(list, next)
  }
  const grab = useCallback((column: string, event: PointerEvent<HTMLElement>): void => {
    if (event.button !== 0 || !event.isPrimary) return
    const { currentTarget: edge, clientX: from } = event
    // Fix the widths of all columns; otherwise those before it would shrink and the line would drift away from the pointer.
    const before = drawn(edge.closest("[role=row]"))
    const move = ({ clientX }: globalThis.PointerEvent): void =>
      setWidths((now) => ({
        ...now,
        ...before,
        [column]: clamped((before[column] ?? 0) + (clientX - from) / fontScale())
      }))
    edge.setPointerCapture(event.pointerId)
    edge.addEventListener("pointermove", move)
    edge.addEventListener("lostpointercapture", () => edge.removeEventListener("pointermove", move), { once: true })
  }, [])
  return {
    leaving: all
      .filter(({ id, from = 0, paperOnly = false }) => paperOnly || (chosen[id] ?? from < unlessChosen))
      .map(({ id }) => id),
    shown: columns.filter(({ id, from = 0 }) => chosen[id] ?? width >= from).map(({ id }) => id),
    widths,
    toggleSort: (column, desc) => {
      if (columns.every(({ id }) => id !== column)) return
      onSort({ column, desc: desc ?? (sort?.column === column && !sort.desc) })
    },
    show: (column, seen) => {
      const { hideable = true } = columns.find(({ id }) => id === column) ?? { hideable: false }
      if (hideable) choose({ ...chosen, [column]: seen })
    },
    grab,
    resize: (column, px, head) => setWidths((now) => ({ ...now, ...drawn(head), [column]: clamped(px) })),
    reset: () => {
      setWidths({})
      choose({})
    }
  }
}
