import type { RefObject } from "react"
import type { Lock } from "#core/locks/Lock.ts"
import { center, type Given } from "#web/app/CommandCenter.ts"
import { useCommands } from "#web/app/useCommands.ts"
import { keysOf } from "#web/keyboard/keymap.ts"
import { deselected, extendedBy, type ListPlace, movedBy, movedTo, nowhere, toggled } from "#web/ui/listPlace.ts"
import type { ListRows } from "#web/ui/ListRows.ts"
import { type ReturnChoice, returnChoices, type ReturnStatus } from "./returnMarks.ts"

interface ReturnKeys {
  readonly rows: ListRows<unknown>
  readonly where: ListPlace
  /** Goes there, in sight. */
  readonly show: (next: ListPlace) => void
  /** Rows of one screen. */
  readonly page: () => number
  readonly lock: Lock | null
  readonly filter: RefObject<HTMLInputElement | null>
  /** A status was pressed for these locks. */
  readonly mark: (lockIDs: ReadonlyArray<number>, status: ReturnStatus) => void
}

const [available, lost, tenantUsing, damaged] = returnChoices

/** A digit that marks nothing looks up a lock, as it does everywhere. */
const lookUp = ({ command }: ReturnChoice): void => {
  const digit = keysOf(command).find((keys) => /^\d$/.test(keys))
  if (digit !== undefined) center.perform("palette.open", { input: { typed: digit } })
}

/**
 * The keys of the list of returned locks. Digits are its own only while a row is current: before, and after Esc, they look up
 * a lock.
 */
export const useReturnKeys = ({ rows, where, show, page, lock, filter, mark }: ReturnKeys): void => {
  const { current } = where
  const press = (choice: ReturnChoice, { input }: Given): void => {
    const pointed = input?.["lockID"]
    if (typeof pointed === "number") {
      mark([pointed], choice.status)
      return show({ ...where, current: pointed, place: rows.placeOf(pointed), anchor: null })
    }
    const selected = [...where.selected].filter((lockID) => rows.placeOf(lockID) !== -1)
    if (selected.length > 0) return mark(selected, choice.status)
    if (current === null || rows.placeOf(current) === -1) return lookUp(choice)
    mark([current], choice.status)
    show(movedBy(where, rows, 1))
  }
  useCommands({
    scope: "lists",
    lock: () => lock,
    handlers: {
      "returns.markAvailable": (given) => press(available, given),
      "returns.markLost": (given) => press(lost, given),
      "returns.markTenantUsing": (given) => press(tenantUsing, given),
      "returns.markDamaged": (given) => press(damaged, given),
      "lists.next": () => show(movedBy(where, rows, 1)),
      "lists.previous": () => show(movedBy(where, rows, -1)),
      "lists.first": () => show(movedTo(where, rows, 0)),
      "lists.last": () => show(movedTo(where, rows, rows.count - 1)),
      "lists.pageDown": () => show(movedBy(where, rows, page())),
      "lists.pageUp": () => show(movedBy(where, rows, -page())),
      "lists.select": () => show(toggled(where)),
      "lists.selectDown": () => show(extendedBy(where, rows, 1)),
      "lists.selectUp": () => show(extendedBy(where, rows, -1)),
      "lists.open": () => {
        if (lock !== null) center.perform("locks.show", { lock, input: { lockID: lock.lockID } })
      },
      "lists.filter": () => filter.current?.focus(),
      ...(current === null && where.selected.size === 0
        ? {}
        : { "layer.close": () => show(where.selected.size > 0 ? deselected(where) : nowhere) })
    }
  })
}
