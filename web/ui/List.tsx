import "./List.css"
import { countText } from "#core/base/countText.ts"
import { type ReactNode, useCallback, useEffect, useId, useLayoutEffect, useMemo, useRef, useState } from "react"
import type { CommandId } from "#core/commands/registry.ts"
import type { Lock } from "#core/locks/Lock.ts"
import { center, nothingSelected } from "#web/app/CommandCenter.ts"
import { onPositioned } from "#web/app/returning.ts"
import { useLoadedOnUse } from "#web/app/useLoadedLater.ts"
import { type ListHead, ListHeader } from "./ListHeader.tsx"
import { hiddenOf, keptWithin, type ListPlace, nowhere, selectionOf } from "./listPlace.ts"
import { ListRow, type RowHandlers } from "./ListRow.tsx"
import type { ListRows } from "./ListRows.ts"
import { PeekDialog } from "./Peek.ts"
import { OpenRowMenu } from "./RowMenu.tsx"
import { inRem } from "./inRem.ts"
import { scrollToShow, useListFrame } from "./useListFrame.ts"
import { useDrawn } from "./useDrawn.ts"
import { useListCommands } from "./useListCommands.ts"
import { useResumedPlace } from "./useResumedPlace.ts"
import { VirtualRows } from "./VirtualRows.tsx"
import { useSidewaysScroll } from "./useSidewaysScroll.ts"

/** A column: its title, its width as a grid track, its cells. */
export interface ListColumn<Row> {
  readonly id: string
  readonly title: string
  /** Shown in its header instead of the title. */
  readonly head?: ReactNode
  readonly track: string
  readonly cell: (row: Row) => ReactNode
  /** Hidden if the list is narrower than this, in pixels; the preview still shows it. */
  readonly from?: number
  /** Minimum width of its track in pixels. If the columns don't fit, the list scrolls sideways. */
  readonly least?: number
}

export interface ListProps<Row> {
  readonly label: string
  readonly rows: ListRows<Row>
  readonly columns: ReadonlyArray<ListColumn<Row>>
  /** A row on a narrow screen without columns. */
  readonly card: (row: Row) => ReactNode
  /** Height of a card in pixels, if it has more than two lines. */
  readonly cardHeight?: number
  /** Width below which rows become cards, in pixels, if the columns need more than most lists. */
  readonly cardsBelow?: number
  /** Accessible name of a row. */
  readonly nameOf: (row: Row) => string
  /** Opens a row. Without it, opening a row shows its preview. */
  readonly onOpen?: (row: Row) => void
  /** Whether a row can be opened, if not all can. */
  readonly mayOpen?: (row: Row) => boolean
  readonly peek: (row: Row) => ReactNode
  /** The lock of a row, if it is one. Lock commands act on it. */
  readonly lockOf?: (row: Row) => Lock | null
  /** The lock of a selected ID, listed or not; undefined if unknown. */
  readonly lockByID?: (id: number) => Lock | undefined
  /** Commands in a row's `.` menu. */
  readonly actions: ReadonlyArray<CommandId>
  /** Focuses the filter on `/`. Without it, the key does nothing. */
  readonly onFilter?: () => void
  /** Shown if there are no rows. */
  readonly empty: ReactNode
  /** Features of the column headers, by column ID. */
  readonly heads?: Readonly<Record<string, ListHead>>
  /** Each row has a checkbox. */
  readonly selectable?: boolean
  /** More rows are loading. */
  readonly busy?: boolean
  /** Selects all rows if not all have loaded; null if they have. */
  readonly onSelectAll?: (() => void) | null
  /** All rows are about to be selected. Until then there is no lock for commands. */
  readonly pending?: boolean
  /** Indexes of the rows to render, from inclusive to exclusive, if the list has pages. Keys move on to other pages. */
  readonly range?: readonly [from: number, to: number]
  /** Called when the user moves to a row on another page. */
  readonly onPlace?: (place: number) => void
  /** Current row and selection, if the parent manages them. */
  readonly where?: ListPlace
  readonly onWhere?: (where: ListPlace) => void
  /** Called when the list's width, in pixels at the default font size, or its form (rows or cards) changes. */
  readonly onFrame?: (frame: { readonly width: number; readonly cards: boolean }) => void
}

/**
 * In pixels at the default font size: heights of a row, a card and the header; the width below which rows usually become cards
 * (001 §9).
 */
const heights = { row: 48, card: 75, header: 40 } as const
const cardsBelow = 560

/** Widths besides the columns, in the same pixels: selection (001 §9), row menu, gaps and edge. */
const widths = { selection: 52, menu: 46, gap: 10, edge: 18, boxedEdge: 6 } as const

/**
 * A virtual list of any number of rows. The current row and the selection are IDs, so rows that arrive, leave or move
 * don't affect them. The list is one tab stop; its keys are the commands of scope `lists`.
 */
export const List = <Row,>(props: ListProps<Row>) => {
  const { label, rows, columns, nameOf, onOpen, peek, lockOf, actions, onFilter, empty, heads = {}, onFrame } = props
  const {
    selectable = false,
    busy = false,
    pending = false,
    onSelectAll = null,
    range = [0, rows.count],
    onPlace
  } = props
  const [grid, setGrid] = useState<HTMLDivElement | null>(null)
  const body = useRef<HTMLDivElement>(null)
  const frame = useListFrame(grid)
  const [own, setOwn] = useState<ListPlace>(nowhere)
  const [where, setWhere] = [props.where ?? own, props.onWhere ?? setOwn]
  const [peeking, setPeeking] = useState(false)
  const [menuOf, setMenuOf] = useState<number | null>(null)
  const base = useId()

  const [from, to] = range
  const cards = frame !== null && frame.width < (props.cardsBelow ?? cardsBelow)
  const form = cards ? "cards" : "rows"
  const scale = frame?.scale ?? 1
  const ownHeight = cards ? (props.cardHeight ?? heights.card) : heights.row
  const height = ownHeight * scale
  const width = frame?.width ?? 0
  const shown = useMemo(() => columns.filter(({ from: least = 0 }) => width >= least), [columns, width])
  const place = where.current === null ? -1 : rows.placeOf(where.current)
  const { isDrawn, rangeChanged } = useDrawn(place === -1 ? -1 : place - from, form)
  const current = place === -1 ? undefined : rows.at(place)
  const hidden = useMemo(() => hiddenOf({ selected: where.selected }, rows), [where.selected, rows])
  // With one row selected, lock commands act on it, whatever the current row; never on a lock that is hidden.
  const [only] = where.selected.size === 1 && hidden === 0 ? where.selected : []
  const chosen = only === undefined ? undefined : props.lockByID?.(only)
  const lock = pending ? null : (chosen ?? (current === undefined ? null : (lockOf?.(current) ?? null)))
  const selection = useMemo(() => selectionOf({ selected: where.selected }, rows), [where.selected, rows])
  const [header, scrolled] = useSidewaysScroll(grid)

  const focusBack = useCallback((): void => grid?.focus({ preventScroll: true }), [grid])
  const open = (row: Row | undefined): void => {
    if (row === undefined) return
    if (onOpen === undefined || props.mayOpen?.(row) === false) setPeeking(true)
    else onOpen(row)
  }
  const toShow = useRef<number | null>(null)
  const scrollTo = (at: number): void => {
    if (body.current === null || frame === null) return
    const top = body.current.getBoundingClientRect().top + (at - from) * height
    scrollToShow(frame.scroller, { top, height }, cards ? 0 : heights.header * scale)
  }
  const show = (next: ListPlace): void => {
    setWhere(next)
    if (next.current === null) return
    if (next.place >= from && next.place < to) scrollTo(next.place)
    else {
      toShow.current = next.place
      onPlace?.(next.place)
    }
    if (!grid?.contains(document.activeElement)) focusBack()
  }
  useLayoutEffect(() => {
    const at = toShow.current
    if (at === null || at < from || at >= to) return
    toShow.current = null
    scrollTo(at)
  })
  // The row to move to has arrived from the server.
  useLayoutEffect(() => {
    if (where.current !== -1) return
    const id = rows.idAt(where.place)
    if (id !== -1) setWhere({ ...where, current: id })
  }, [rows])
  // If the current row moved to another page, or stayed on a previous one, the next key must not start from it.
  useLayoutEffect(() => {
    if (toShow.current !== null || (from === 0 && to === rows.count)) return
    const kept = keptWithin(where, rows, [from, to])
    if (kept !== where) setWhere(kept)
  }, [from, to, rows])
  // Last, because it decides where the list starts.
  const isResumed = useResumedPlace(label, where, show) && place !== -1
  const showResumed = (): void => {
    if (isResumed) scrollTo(place)
  }
  useEffect(() => onPositioned(showResumed))
  useListCommands({
    rows,
    busy,
    where,
    show,
    set: setWhere,
    page: () => Math.max(1, Math.floor((frame?.scroller?.clientHeight ?? innerHeight) / height) - 1),
    open: () => open(current),
    peek: () => setPeeking(current !== undefined),
    menu: (id) => setMenuOf(id ?? where.current),
    filter: onFilter,
    selectable,
    selectAll: onSelectAll,
    lock,
    hidden,
    selected: () => {
      const { lockByID } = props
      if (lockByID === undefined || pending) return nothingSelected
      return {
        count: where.selected.size,
        hidden,
        locks: () => [...where.selected].flatMap((id) => lockByID(id) ?? [])
      }
    }
  })
  // The available commands depend on the current row.
  useEffect(() => center.changed(), [where.current, where.selected, lock])
  useLayoutEffect(() => {
    if (frame !== null) onFrame?.({ width: frame.width, cards })
  }, [frame, cards, onFrame])

  const latest = useRef({ props, where, setWhere, open })
  useLayoutEffect(() => {
    latest.current = { props, where, setWhere, open }
  })
  const handlers = useMemo((): RowHandlers<Row> => {
    const at = (id: number, place: number): void =>
      latest.current.setWhere({ ...latest.current.where, current: id, place, range: null })
    return {
      nameOf: (row) => latest.current.props.nameOf(row),
      card: (row) => latest.current.props.card(row),
      lockOf: (row) => latest.current.props.lockOf?.(row) ?? null,
      severalOf: (id) => {
        const { selected } = latest.current.where
        return latest.current.props.lockByID !== undefined && selected.has(id) && selected.size > 1 ? selected.size : 0
      },
      onCurrent: at,
      onOpen: (row) => latest.current.open(row),
      onMenu: (id, place, open) => {
        if (open) at(id, place)
        setMenuOf(open ? id : null)
      },
      focusBack
    }
  }, [focusBack])

  const loadParts = useLoadedOnUse(OpenRowMenu, PeekDialog)
  const rowId = (id: number): string => `${base}-${id}`
  const menus = actions.length > 0
  const tracks = cards ? ["minmax(0, 1fr)"] : shown.map(({ track }) => track)
  const template = [
    ...(selectable ? [`${widths.selection}px`] : []),
    ...tracks,
    ...(menus ? [`${widths.menu}px`] : [])
  ].join(" ")
  const beside =
    (selectable ? widths.boxedEdge + widths.selection : widths.edge - widths.gap) +
    (menus ? widths.menu + widths.gap : 0)
  const least = shown.reduce((sum, column) => sum + (column.least ?? 0) + widths.gap, beside)
  const style = {
    ["--columns" as string]: inRem(template),
    // Print without checkboxes and menus.
    ["--print-columns" as string]: inRem(tracks.join(" ")),
    ["--stick" as string]: `${-(frame?.padding ?? 0)}px`,
    ["--card" as string]: inRem(`${ownHeight}px`),
    ["--least" as string]: inRem(cards ? "0px" : `${least}px`)
  }
  return (
    <div
      className={rows.count === 0 ? "list bare" : "list"}
      style={style}
      onFocus={loadParts}
      onPointerEnter={loadParts}
    >
      <div
        ref={setGrid}
        role="grid"
        aria-label={label}
        aria-rowcount={rows.count + 1}
        aria-colcount={(cards ? 1 : shown.length) + Number(menus) + Number(selectable)}
        aria-multiselectable
        aria-busy={busy}
        tabIndex={0}
        data-resumed={isResumed ? "" : undefined}
        onFocus={({ target, currentTarget }) => {
          if (target === currentTarget) showResumed()
        }}
        aria-activedescendant={where.current !== null && isDrawn ? rowId(where.current) : undefined}
        className={`list-grid${cards ? " cards" : ""}${selectable ? " boxed" : ""}`}
      >
        {cards ? (
          <div role="row" aria-rowindex={1} className="hidden">
            <span role="columnheader">{label}</span>
          </div>
        ) : (
          <div ref={header} role="rowgroup" className="list-top" data-sideways>
            <ListHeader
              columns={shown}
              heads={heads}
              template={`${template} ${width}`}
              selection={selectable ? selection : null}
              menus={menus}
            />
          </div>
        )}
        {/* Without row menus there is nothing to focus, so make the body a tab stop for scrolling sideways with
            the arrow keys. */}
        <div
          ref={scrolled}
          role="rowgroup"
          className="list-body"
          data-sideways
          tabIndex={!cards && !menus && frame !== null && frame.width < least ? 0 : undefined}
        >
          <div ref={body} className="list-rows">
            {frame === null || to <= from ? null : (
              <VirtualRows
                scroller={frame.scroller}
                form={form}
                count={to - from}
                height={height}
                idAt={(at) => rows.idAt(from + at)}
                onRange={rangeChanged}
                draw={(at) => {
                  const id = rows.idAt(from + at)
                  return (
                    <ListRow
                      domId={rowId(id)}
                      id={id}
                      rows={rows}
                      place={from + at}
                      columns={cards ? null : shown}
                      current={id === where.current}
                      selected={where.selected.has(id)}
                      selectable={selectable}
                      actions={actions}
                      menuOpen={menuOf === id}
                      handlers={handlers}
                    />
                  )
                }}
              />
            )}
          </div>
        </div>
      </div>
      {rows.count === 0 ? <div className="list-empty muted">{empty}</div> : null}
      <p className="hidden" role="status">
        {where.selected.size === 0 ? "" : `${countText(where.selected.size)} selected`}
      </p>
      {peeking && current !== undefined ? (
        <PeekDialog
          name={nameOf(current)}
          lock={lock}
          onOpen={onOpen === undefined || props.mayOpen?.(current) === false ? null : () => onOpen(current)}
          onClose={() => setPeeking(false)}
          focusBack={focusBack}
        >
          {peek(current)}
        </PeekDialog>
      ) : null}
    </div>
  )
}
