import type { MouseEvent, ReactNode } from "react"
import type { CommandId } from "#core/commands/registry.ts"
import type { Lock } from "#core/locks/Lock.ts"
import type { ListColumn } from "./List.tsx"
import { RowMenu } from "./RowMenu.tsx"

interface ListRowProps<Row> {
  readonly id: string
  readonly row: Row
  readonly name: string
  readonly place: number
  /** Null: a card. */
  readonly columns: ReadonlyArray<ListColumn<Row>> | null
  readonly card: (row: Row) => ReactNode
  readonly current: boolean
  readonly selected: boolean
  readonly actions: ReadonlyArray<CommandId>
  readonly lock: () => Lock | null
  readonly menuOpen: boolean
  readonly onMenu: (open: boolean) => void
  readonly onCurrent: () => void
  readonly onOpen: () => void
  readonly focusBack: () => void
}

/** Links and buttons in a row answer for themselves, and who selects a text wants no row opened. */
const isForRow = ({ target }: MouseEvent): boolean =>
  target instanceof Element &&
  target.closest("a, button, [role=menu]") === null &&
  getSelection()?.isCollapsed !== false

/** One row of a list: a click opens it. */
export const ListRow = <Row,>(props: ListRowProps<Row>) => {
  const { id, row, name, place, columns, card, current, selected, actions, lock } = props
  return (
    <div
      id={id}
      role="row"
      aria-rowindex={place + 2}
      aria-selected={selected}
      className={`list-row${current ? " current" : ""}${selected ? " selected" : ""}`}
      data-command="lists.open"
      onClick={(event) => {
        if (!isForRow(event)) return
        props.onCurrent()
        props.onOpen()
      }}
    >
      {columns === null ? (
        <div role="gridcell" className="list-card">
          {card(row)}
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
            name={name}
            actions={actions}
            lock={lock}
            open={props.menuOpen}
            onOpen={(open) => {
              if (open) props.onCurrent()
              props.onMenu(open)
            }}
            focusBack={props.focusBack}
          />
        </div>
      )}
    </div>
  )
}
