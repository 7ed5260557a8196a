import type { RefObject } from "react"
import type { Lock } from "#core/locks/Lock.ts"
import { center, type Given } from "#web/app/CommandCenter.ts"
import { useCommands } from "#web/app/useCommands.ts"
import { useArmed } from "#web/keyboard/useArmed.ts"
import { lockList } from "#web/sync/LockList.ts"
import { deselected, extendedBy, type ListPlace, movedBy, movedTo, nowhere, onRow, toggled } from "#web/ui/listPlace.ts"
import type { ListRows } from "#web/ui/ListRows.ts"
import { type ReturnChoice, returnChoices, type ReturnStatus } from "./returnMarks.ts"

interface ReturnKeys {
  readonly rows: ListRows<unknown>
  readonly where: ListPlace
  /** Moves there and scrolls it into view. */
  readonly show: (next: ListPlace) => void
  /** Rows per page. */
  readonly page: () => number
  readonly lock: Lock | null
  readonly filter: RefObject<HTMLInputElement | null>
  /** Called when a status was pressed for these locks. */
  readonly mark: (lockIDs: ReadonlyArray<number>, status: ReturnStatus) => void
}

/** Rows whose digit was just pressed. They are marked unless another digit follows. */
export interface ArmedReturns {
  readonly status: ReturnStatus | null
  readonly lockIDs: ReadonlySet<number>
}

const noLocks: ReadonlySet<number> = new Set()

const [available, lost, tenantUsing, damaged] = returnChoices

/**
 * Keys of the list of returned locks. It takes digits only while a row is current; before that, and after Esc, digits
 * look up a lock.
 */
export const useReturnKeys = ({ rows, where, show, page, lock, filter, mark }: ReturnKeys): ArmedReturns => {
  const { current } = where
  const listed = (lockID: number): boolean => rows.placeOf(lockID) !== -1
  const selected = [...where.selected].filter(listed)
  const markedByKey = selected.length > 0 ? selected : current !== null && listed(current) ? [current] : []
  const press = (choice: ReturnChoice, { input }: Given<"returns.markAvailable">): void => {
    const pointed = input?.lockID
    if (pointed !== undefined) {
      mark([pointed], choice.status)
      return show({ ...where, current: pointed, place: rows.placeOf(pointed), range: null })
    }
    mark(markedByKey, choice.status)
    if (selected.length === 0) show(movedBy(where, rows, 1))
  }
  useCommands({
    scope: "lists",
    lock: () => lock,
    selected: () => ({
      count: selected.length,
      hidden: 0,
      locks: () => selected.flatMap((lockID) => lockList.lockOf(lockID) ?? [])
    }),
    digits: () => markedByKey.length > 0,
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
      "lists.select": () => show(toggled(onRow(where, rows))),
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
  const armed = useArmed()
  const status = returnChoices.find(({ command }) => command === armed)?.status ?? null
  return { status, lockIDs: status === null ? noLocks : new Set(markedByKey) }
}
