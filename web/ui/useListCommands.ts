import type { Lock } from "#core/locks/Lock.ts"
import type { SelectedLocks } from "#web/app/CommandCenter.ts"
import { useCommands } from "#web/app/useCommands.ts"
import {
  allToggled,
  deselected,
  extendedBy,
  extendedTo,
  type ListPlace,
  movedBy,
  movedTo,
  onRow,
  shownOnly,
  toggled
} from "./listPlace.ts"
import type { ListRows } from "./ListRows.ts"
import { useEarlyRowKeys } from "./useEarlyRowKeys.ts"

interface ListCommands {
  readonly rows: ListRows<unknown>
  /** More rows are loading. */
  readonly busy: boolean
  readonly where: ListPlace
  /** Moves there and scrolls it into view. */
  readonly show: (next: ListPlace) => void
  /** Changes the selection without scrolling. */
  readonly set: (next: ListPlace) => void
  /** Rows per screen. */
  readonly page: () => number
  readonly open: () => void
  readonly peek: () => void
  /** Opens the menu of a row, or of the current one. */
  readonly menu: (id: number | null) => void
  readonly filter: (() => void) | undefined
  readonly selectable: boolean
  /** Selects all rows if not all have loaded; null if they have. */
  readonly selectAll: (() => void) | null
  readonly lock: Lock | null
  readonly selected: () => SelectedLocks
  /** Number of selected rows that are hidden. */
  readonly hidden: number
}

/** Keys of a list (PRODUCT, Keys). */
export const useListCommands = (commands: ListCommands): void => {
  const {
    rows,
    busy,
    where,
    show,
    set,
    page,
    open,
    peek,
    menu,
    filter,
    selectable,
    selectAll,
    lock,
    selected,
    hidden
  } = commands
  const select = (row: number | undefined, range: boolean): void => {
    if (row === undefined) return show(toggled(onRow(where, rows)))
    const place = rows.placeOf(row)
    if (range) set(extendedTo(where, rows, place))
    else set(toggled({ ...where, current: row, place }))
  }
  const ofRows = useEarlyRowKeys(
    {
      "lists.next": () => show(movedBy(where, rows, 1)),
      "lists.previous": () => show(movedBy(where, rows, -1)),
      "lists.first": () => show(movedTo(where, rows, 0)),
      "lists.last": () => show(movedTo(where, rows, rows.count - 1)),
      "lists.pageDown": () => show(movedBy(where, rows, page())),
      "lists.pageUp": () => show(movedBy(where, rows, -page())),
      "lists.open": open,
      "lists.peek": peek,
      "lists.select": ({ input }) => select(input?.row, input?.range === true),
      "lists.selectDown": () => show(extendedBy(where, rows, 1)),
      "lists.selectUp": () => show(extendedBy(where, rows, -1)),
      "lists.actions": ({ input }) => menu(input?.row ?? null)
    },
    { waits: busy && rows.count === 0, isEmpty: rows.count === 0 }
  )
  useCommands({
    scope: "lists",
    lock: () => lock,
    selected,
    handlers: {
      ...ofRows,
      ...(filter === undefined ? {} : { "lists.filter": filter }),
      ...(selectable ? { "list.selectAll": selectAll ?? (() => set(allToggled(where, rows))) } : {}),
      // Esc first clears the selection; without one it does what it does elsewhere.
      ...(where.selected.size === 0
        ? {}
        : { "layer.close": () => show(deselected(where)), "list.clearSelection": () => set(deselected(where)) }),
      ...(hidden === 0 ? {} : { "list.deselectHidden": () => set(shownOnly(where, rows)) })
    }
  })
}
