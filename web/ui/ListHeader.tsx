import { type KeyboardEvent, memo, type PointerEvent, type ReactNode, useLayoutEffect, useRef, useState } from "react"
import { center } from "#web/app/CommandCenter.ts"
import { SelectBox } from "./SelectBox.tsx"
import { fontScale } from "./fontScale.ts"

/** Features of a column header. A column without them shows only its title. */
export interface ListHead {
  /** Null if not sortable. */
  readonly sort: "ascending" | "descending" | "none" | null
  /** Null if not filterable. */
  readonly filter: "set" | "none" | null
  /** Called when the pointer goes down on the line after the column. */
  readonly onGrab: (event: PointerEvent<HTMLElement>) => void
}

/** Column width limits in pixels (001 §5), and the steps of the arrow keys. */
export const columnWidths = { min: 50, max: 1000, step: 10, leap: 50 } as const

interface HeaderColumn {
  readonly id: string
  readonly title: string
  readonly head?: ReactNode
}

interface ListHeaderProps {
  readonly columns: ReadonlyArray<HeaderColumn>
  readonly heads: Readonly<Record<string, ListHead>>
  /** The grid's column template. When it changes, widths are measured again. */
  readonly template: string
  readonly selection: "all" | "some" | "none" | null
  readonly menus: boolean
}

const Header = ({ columns, heads, template, selection, menus }: ListHeaderProps) => {
  const row = useRef<HTMLDivElement>(null)
  const [at, setAt] = useState(0)
  const [widths, setWidths] = useState<Readonly<Record<string, number>>>({})
  const last = Math.min(at, columns.length - 1)
  useLayoutEffect(() => {
    const cells = [...(row.current?.querySelectorAll<HTMLElement>("[data-column]") ?? [])]
    setWidths(
      Object.fromEntries(
        cells.map((cell) => [cell.dataset["column"] ?? "", Math.round(cell.offsetWidth / fontScale())])
      )
    )
  }, [template, columns])

  const walk = (event: KeyboardEvent, from: number): void => {
    const step = event.key === "ArrowRight" ? 1 : event.key === "ArrowLeft" ? -1 : 0
    if (step === 0) return
    event.preventDefault()
    const next = Math.max(0, Math.min(columns.length - 1, from + step))
    setAt(next)
    row.current?.querySelector<HTMLElement>(`[data-column="${columns[next]?.id ?? ""}"] button`)?.focus()
  }
  return (
    <div ref={row} role="row" aria-rowindex={1} className="list-head">
      {selection === null ? null : (
        <span role="columnheader" className="list-select">
          <SelectBox
            checked={selection}
            label={selection === "all" ? "Deselect every row" : "Select every row"}
            command="list.selectAll"
            onToggle={() => void center.perform("list.selectAll")}
          />
        </span>
      )}
      {columns.map(({ id, title, head: content = title }, place) => {
        const head = heads[id]
        if (head === undefined) {
          return (
            <span key={id} role="columnheader">
              {content}
            </span>
          )
        }
        const width = widths[id] ?? columnWidths.min
        const tab = place === last ? 0 : -1
        return (
          <div
            key={id}
            role="columnheader"
            aria-label={title}
            className="list-title"
            data-column={id}
            aria-sort={head.sort ?? undefined}
            onFocus={() => setAt(place)}
          >
            {head.sort === null ? (
              <span className="list-name">{title}</span>
            ) : (
              <button
                type="button"
                tabIndex={tab}
                className={`list-name list-sort ${head.sort}`}
                data-command="list.sort"
                onKeyDown={(event) => walk(event, place)}
                onClick={() => void center.perform("list.sort", { input: { column: id } })}
              >
                {title}
              </button>
            )}
            {head.filter === null ? null : (
              <button
                type="button"
                tabIndex={tab}
                className={`list-funnel${head.filter === "set" ? " set" : ""}`}
                data-command="list.filter"
                title={head.filter === "set" ? `Filter ${title}, filtered` : `Filter ${title}`}
                aria-haspopup="dialog"
                onKeyDown={(event) => walk(event, place)}
                onClick={() => void center.perform("list.filter", { input: { column: id } })}
              >
                <svg viewBox="0 0 12 12" width="0.75rem" height="0.75rem" aria-hidden="true">
                  <path d="M1 2h10L7 6.500V11L5 9.500v-3z" stroke="currentColor" strokeWidth="1.200" />
                </svg>
              </button>
            )}
            <div
              role="separator"
              aria-orientation="vertical"
              title={`Width of ${title}`}
              aria-valuenow={width}
              aria-valuemin={columnWidths.min}
              aria-valuemax={columnWidths.max}
              aria-valuetext={`${width} pixels`}
              tabIndex={tab}
              className="list-edge"
              onPointerDown={head.onGrab}
              onKeyDown={(event) => {
                const next = widthFor(event, width)
                if (next === null) return
                event.preventDefault()
                event.stopPropagation()
                center.perform("list.resize", { input: { column: id, width: next } })
              }}
            />
          </div>
        )
      })}
      {menus ? (
        <span role="columnheader">
          <span className="hidden">Actions</span>
        </span>
      ) : null}
    </div>
  )
}

/**
 * The header of a list. One tab stop, at the last visited column. Arrows move between columns; on the line between
 * two columns they resize, with Shift in larger steps. Memoized, because it seldom changes while the user searches.
 */
export const ListHeader = memo(Header)

/** The width after a key press, or null if the key doesn't resize. */
const widthFor = ({ key, shiftKey }: KeyboardEvent, width: number): number | null => {
  const by = shiftKey ? columnWidths.leap : columnWidths.step
  const wanted: Readonly<Record<string, number>> = {
    ArrowLeft: width - by,
    ArrowRight: width + by
  }
  const next = wanted[key]
  return next === undefined ? null : Math.max(columnWidths.min, Math.min(columnWidths.max, next))
}
