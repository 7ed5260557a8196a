import type { Lock } from "#core/locks/Lock.ts"
import { useCommands } from "#web/app/useCommands.ts"
import { deselected, extendedBy, type ListPlace, movedBy, movedTo, toggled } from "./listPlace.ts"
import type { ListRows } from "./ListRows.ts"

interface ListCommands {
  readonly rows: ListRows<unknown>
  readonly where: ListPlace
  /** Goes there, in sight. */
  readonly show: (next: ListPlace) => void
  /** Rows of one screen. */
  readonly page: () => number
  readonly open: () => void
  readonly peek: () => void
  /** Opens the actions of a row, or of the current one. */
  readonly menu: (id: number | null) => void
  readonly filter: () => void
  readonly lock: Lock | null
}

/** The keys of a list (PRODUCT, Keys). */
export const useListCommands = ({ rows, where, show, page, open, peek, menu, filter, lock }: ListCommands): void =>
  useCommands({
    scope: "lists",
    lock: () => lock,
    handlers: {
      "lists.next": () => show(movedBy(where, rows, 1)),
      "lists.previous": () => show(movedBy(where, rows, -1)),
      "lists.first": () => show(movedTo(where, rows, 0)),
      "lists.last": () => show(movedTo(where, rows, rows.count - 1)),
      "lists.pageDown": () => show(movedBy(where, rows, page())),
      "lists.pageUp": () => show(movedBy(where, rows, -page())),
      "lists.open": open,
      "lists.peek": peek,
      "lists.select": () => show(toggled(where)),
      "lists.selectDown": () => show(extendedBy(where, rows, 1)),
      "lists.selectUp": () => show(extendedBy(where, rows, -1)),
      "lists.actions": ({ input }) => menu(typeof input?.["row"] === "number" ? input["row"] : null),
      "lists.filter": filter,
      // Esc is one layer: the selection, then whatever it would be without one.
      ...(where.selected.size === 0 ? {} : { "layer.close": () => show(deselected(where)) })
    }
  })
