import { memo, type MouseEvent, type ReactNode } from "react"
import type { CommandId } from "#core/commands/registry.ts"
import type { Lock } from "#core/locks/Lock.ts"
import { center } from "#web/app/CommandCenter.ts"
import type { ListColumn } from "./List.tsx"
import type { ListRows } from "./ListRows.ts"
import { RowMenu } from "./RowMenu.tsx"
import { SelectBox } from "./SelectBox.tsx"

/** Callbacks from the list to its rows. Stable for the list's lifetime, so that memoized rows don't re-render. */
export interface RowHandlers<Row> {
  readonly nameOf: (row: Row) => string
  readonly card: (row: Row) => ReactNode
  readonly lockOf: (row: Row) => Lock | null
  /** Number of locks the row's commands act on: several if it is one of several selected rows, else 0. */
  readonly severalOf: (id: number) => number
  readonly onCurrent: (id: number, place: number) => void
  readonly onOpen: (row: Row) => void
  readonly onMenu: (id: number, place: number, open: boolean) => void
  readonly focusBack: () => void
}

interface ListRowProps<Row> {
  readonly domId: string
  readonly id: number
  /** The row is read from the list when it is drawn. */
  readonly rows: ListRows<Row>
  readonly place: number
  /** Null for a card. */
  readonly columns: ReadonlyArray<ListColumn<Row>> | null
  readonly current: boolean
  readonly selected: boolean
  readonly selectable: boolean
  readonly actions: ReadonlyArray<CommandId>
  readonly menuOpen: boolean
  readonly handlers: RowHandlers<Row>
}

/** Whether a click is meant for the row: not on or between links and buttons inside it, and not a text selection. */
const isForRow = ({ target }: MouseEvent): boolean =>
  target instanceof Element &&
  target.closest("a, button, input, label, select, [role=menu], [role=group]") === null &&
  getSelection()?.isCollapsed !== false

const Row = <Row,>(props: ListRowProps<Row>) => {
  const { domId, id, rows, place, columns, current, selected, selectable, actions, menuOpen, handlers } = props
  const row = rows.at(place)
  if (row === undefined) return <div className="list-row" />
  return (
    <div
      id={domId}
      role="row"
      aria-rowindex={place + 2}
      aria-selected={selected}
      className={`list-row${current ? " current" : ""}${selected ? " selected" : ""}`}
      data-command="lists.open"
      onClick={(event) => {
        if (!isForRow(event)) return
        handlers.onCurrent(id, place)
        handlers.onOpen(row)
      }}
    >
      {selectable ? (
        <div role="gridcell" className="list-select">
          <SelectBox
            checked={selected ? "all" : "none"}
            label={`Select ${handlers.nameOf(row)}`}
            command="lists.select"
            onToggle={(range) => void center.perform("lists.select", { input: { row: id, range } })}
          />
        </div>
      ) : null}
      {columns === null ? (
        <div role="gridcell" className="list-card">
          {handlers.card(row)}
        </div>
      ) : (
        columns.map((column) => (
          <div key={column.id} role="gridcell" className="list-cell">
            {column.cell(row)}
          </div>
        ))
      )}
      {actions.length === 0 ? null : (
        <div role="gridcell" className="list-menu">
          <RowMenu
            name={handlers.nameOf(row)}
            actions={actions}
            lock={() => handlers.lockOf(row)}
            several={() => handlers.severalOf(id)}
            open={menuOpen}
            onOpen={(open) => handlers.onMenu(id, place, open)}
            focusBack={handlers.focusBack}
          />
        </div>
      )}
    </div>
  )
}

type RowProp = keyof ListRowProps<unknown>

/** Whether a row's props are the same. Another search may find the same row at the same place. */
const isSame = <Row,>(before: ListRowProps<Row>, after: ListRowProps<Row>): boolean =>
  (Object.keys(after) as ReadonlyArray<RowProp>).every((prop) => prop === "rows" || before[prop] === after[prop]) &&
  (before.rows === after.rows || before.rows.at(before.place) === after.rows.at(after.place))

/** One row of a list. A click opens it. Memoized, so it re-renders only when its props or its row change. */
export const ListRow = memo(Row, isSame) as typeof Row
