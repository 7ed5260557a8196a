import "./List.css"
import { type ReactNode, type RefObject, useEffect, useId, useRef, useState } from "react"
import { Virtuoso } from "react-virtuoso"
import type { CommandId } from "#core/commands/registry.ts"
import type { Lock } from "#core/locks/Lock.ts"
import { center } from "#web/app/CommandCenter.ts"
import { nowhere, type ListPlace } from "./listPlace.ts"
import { ListRow } from "./ListRow.tsx"
import type { ListRows } from "./ListRows.ts"
import { PeekDialog } from "./PeekDialog.tsx"
import { scrollToShow, useListFrame } from "./useListFrame.ts"
import { useListCommands } from "./useListCommands.ts"

/** A column: its title, its width as a grid track, what stands in it. */
export interface ListColumn<Row> {
  readonly id: string
  readonly title: string
  readonly track: string
  readonly cell: (row: Row) => ReactNode
  /** Left out where the list is narrower, in pixels; the peek still shows it. */
  readonly from?: number
}

export interface ListProps<Row> {
  readonly label: string
  readonly rows: ListRows<Row>
  readonly columns: ReadonlyArray<ListColumn<Row>>
  /** A row where there is no room for columns. */
  readonly card: (row: Row) => ReactNode
  /** How a row is called, for those who do not see it. */
  readonly nameOf: (row: Row) => string
  /** Goes where a row leads. Without it, to open a row is to peek at it. */
  readonly onOpen?: (row: Row) => void
  readonly peek: (row: Row) => ReactNode
  /** The lock that a row is, where it is one: commands of a lock are about it. */
  readonly lockOf?: (row: Row) => Lock | null
  /** What `.` offers for a row. */
  readonly actions: ReadonlyArray<CommandId>
  /** Where `/` leads. */
  readonly filter: RefObject<HTMLInputElement | null>
  /** What is shown in place of rows when there are none. */
  readonly empty: ReactNode
}

/** Heights of a row and of a card, of the header, and the width below which rows are cards, in pixels (001 §9). */
const heights = { row: 48, card: 75, header: 40 } as const
const cardsBelow = 560

/**
 * Any number of rows, drawn as far as they are seen. The current row and the selection belong to ids: what comes, goes or
 * moves meanwhile changes neither. The list is one stop of Tab; its keys are commands of the scope `lists`.
 */
export const List = <Row,>(props: ListProps<Row>) => {
  const { label, rows, columns, card, nameOf, onOpen, peek, lockOf, actions, filter, empty } = props
  const [grid, setGrid] = useState<HTMLDivElement | null>(null)
  const body = useRef<HTMLDivElement>(null)
  const frame = useListFrame(grid)
  const [where, setWhere] = useState<ListPlace>(nowhere)
  const [peeking, setPeeking] = useState(false)
  const [menuOf, setMenuOf] = useState<number | null>(null)
  const [seen, setSeen] = useState<readonly [number, number]>([0, -1])
  const base = useId()

  const cards = frame !== null && frame.width < cardsBelow
  const height = cards ? heights.card : heights.row
  const shown = columns.filter(({ from = 0 }) => (frame?.width ?? 0) >= from)
  const place = where.current === null ? -1 : rows.placeOf(where.current)
  const current = place === -1 ? undefined : rows.at(place)
  const lock = current === undefined ? null : (lockOf?.(current) ?? null)

  const focusBack = (): void => grid?.focus({ preventScroll: true })
  const open = (row: Row | undefined): void => {
    if (row === undefined) return
    if (onOpen === undefined) setPeeking(true)
    else onOpen(row)
  }
  const show = (next: ListPlace): void => {
    setWhere(next)
    if (next.current === null || body.current === null || frame === null) return
    const top = body.current.getBoundingClientRect().top + next.place * height
    scrollToShow(frame.scroller, { top, height }, cards ? 0 : heights.header)
    if (!grid?.contains(document.activeElement)) focusBack()
  }
  useListCommands({
    rows,
    where,
    show,
    page: () => Math.max(1, Math.floor((frame?.scroller?.clientHeight ?? innerHeight) / height) - 1),
    open: () => open(current),
    peek: () => setPeeking(current !== undefined),
    menu: (id) => setMenuOf(id ?? where.current),
    filter: () => filter.current?.focus(),
    lock
  })
  // What is current decides which commands are possible.
  useEffect(() => center.changed(), [where.current, lock])

  const rowId = (id: number): string => `${base}-${id}`
  const menus = actions.length > 0
  const template = [...(cards ? ["minmax(0, 1fr)"] : shown.map(({ track }) => track)), ...(menus ? ["52px"] : [])]
  return (
    <div
      className="list"
      style={{ ["--columns" as string]: template.join(" "), ["--stick" as string]: `${-(frame?.padding ?? 0)}px` }}
    >
      <div
        ref={setGrid}
        role="grid"
        aria-label={label}
        aria-rowcount={rows.count + 1}
        aria-colcount={(cards ? 1 : shown.length) + Number(menus)}
        aria-multiselectable
        tabIndex={0}
        aria-activedescendant={
          where.current !== null && place >= seen[0] && place <= seen[1] ? rowId(where.current) : undefined
        }
        className={cards ? "list-grid cards" : "list-grid"}
      >
        <div role="row" aria-rowindex={1} className={cards ? "hidden" : "list-head"}>
          {cards ? (
            <span role="columnheader">{label}</span>
          ) : (
            shown.map(({ id, title }) => (
              <span key={id} role="columnheader">
                {title}
              </span>
            ))
          )}
          {cards || !menus ? null : (
            <span role="columnheader">
              <span className="hidden">Actions</span>
            </span>
          )}
        </div>
        <div ref={body}>
          {frame === null || rows.count === 0 ? null : (
            <Virtuoso
              {...(frame.scroller === null ? { useWindowScroll: true } : { customScrollParent: frame.scroller })}
              key={cards ? "cards" : "rows"}
              totalCount={rows.count}
              fixedItemHeight={height}
              increaseViewportBy={height * 6}
              computeItemKey={(at) => rows.idAt(at)}
              rangeChanged={({ startIndex, endIndex }) => setSeen([startIndex, endIndex])}
              itemContent={(at) => {
                const id = rows.idAt(at)
                const row = rows.at(at)
                if (row === undefined) return <div className="list-row" />
                return (
                  <ListRow
                    id={rowId(id)}
                    row={row}
                    name={nameOf(row)}
                    place={at}
                    columns={cards ? null : shown}
                    card={card}
                    current={id === where.current}
                    selected={where.selected.has(id)}
                    actions={actions}
                    lock={() => lockOf?.(row) ?? null}
                    menuOpen={menuOf === id}
                    onMenu={(open) => setMenuOf(open ? id : null)}
                    onCurrent={() => setWhere({ ...where, current: id, place: at, anchor: null })}
                    onOpen={() => open(row)}
                    focusBack={focusBack}
                  />
                )
              }}
            />
          )}
        </div>
      </div>
      {rows.count === 0 ? <div className="list-empty muted">{empty}</div> : null}
      <p className="hidden" role="status">
        {where.selected.size === 0 ? "" : `${where.selected.size} selected`}
      </p>
      {peeking && current !== undefined ? (
        <PeekDialog
          name={nameOf(current)}
          lock={lock}
          onOpen={onOpen === undefined ? null : () => onOpen(current)}
          onClose={() => setPeeking(false)}
          focusBack={focusBack}
        >
          {peek(current)}
        </PeekDialog>
      ) : null}
    </div>
  )
}
