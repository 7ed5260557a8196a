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
  shownOnly,
  toggled
} from "./listPlace.ts"
import type { ListRows } from "./ListRows.ts"

interface ListCommands {
  readonly rows: ListRows<unknown>
  readonly where: ListPlace
  /** Goes there, in sight. */
  readonly show: (next: ListPlace) => void
  /** Changes what is selected without going anywhere. */
  readonly set: (next: ListPlace) => void
  /** Rows of one screen. */
  readonly page: () => number
  readonly open: () => void
  readonly peek: () => void
  /** Opens the actions of a row, or of the current one. */
  readonly menu: (id: number | null) => void
  readonly filter: (() => void) | undefined
  readonly selectable: boolean
  /** Selects all rows where they are not all here yet; null where they are. */
  readonly selectAll: (() => void) | null
  readonly lock: Lock | null
  readonly selected: () => SelectedLocks
  /** How many selected rows are not shown. */
  readonly hidden: number
}

/** The keys of a list (PRODUCT, Keys). */
export const useListCommands = (commands: ListCommands): void => {
  const { rows, where, show, set, page, open, peek, menu, filter, selectable, selectAll, lock, selected, hidden } =
    commands
  const select = (row: number | undefined, range: boolean): void => {
    if (row === undefined) return show(toggled(where))
    const place = rows.placeOf(row)
    if (range) set(extendedTo(where, rows, place))
    else set(toggled({ ...where, current: row, place }))
  }
  useCommands({
    scope: "lists",
    lock: () => lock,
    selected,
    handlers: {
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
      "lists.actions": ({ input }) => menu(input?.row ?? null),
      ...(filter === undefined ? {} : { "lists.filter": filter }),
      ...(selectable ? { "list.selectAll": selectAll ?? (() => set(allToggled(where, rows))) } : {}),
      // Esc is one layer: the selection, then whatever it would be without one.
      ...(where.selected.size === 0
        ? {}
        : { "layer.close": () => show(deselected(where)), "list.clearSelection": () => set(deselected(where)) }),
      ...(hidden === 0 ? {} : { "list.deselectHidden": () => set(shownOnly(where, rows)) })
    }
  })
}
