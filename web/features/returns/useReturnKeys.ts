import type { LockId } from "#core/base/ids.ts"
import { center, type Given } from "#web/app/CommandCenter.ts"
import { useCommands } from "#web/app/useCommands.ts"
import { useArmed } from "#web/keyboard/useArmed.ts"
import { type ListPlace, nowhere } from "#web/ui/listPlace.ts"
import type { ListRows } from "#web/ui/ListRows.ts"
import { type ReturnChoice, returnChoices, type ReturnStatus } from "./returnMarks.ts"
import type { ReturnRow } from "./returnRows.ts"

interface ReturnKeys {
  readonly rows: ListRows<ReturnRow>
  readonly where: ListPlace
  readonly setWhere: (where: ListPlace) => void
  /** Called when a status was pressed for these locks. */
  readonly mark: (lockIDs: ReadonlyArray<LockId>, status: ReturnStatus) => void
}

/** Rows whose digit was just pressed. They are marked unless another digit follows. */
export interface ArmedReturns {
  readonly status: ReturnStatus | null
  readonly lockIDs: ReadonlySet<LockId>
}

const noLocks: ReadonlySet<LockId> = new Set()

const [available, lost, tenantUsing, damaged] = returnChoices

/**
 * The digits of the list of returned locks. It takes them only while a row is current; before that, and after Esc,
 * digits look up a lock.
 */
export const useReturnKeys = ({ rows, where, setWhere, mark }: ReturnKeys): ArmedReturns => {
  const { current } = where
  const listed = (ids: Iterable<number>): ReadonlyArray<LockId> =>
    [...ids].flatMap((id) => rows.at(rows.placeOf(id))?.lockID ?? [])
  const selected = listed(where.selected)
  const markedByKey = selected.length > 0 ? selected : listed(current === null ? [] : [current])
  const press = (choice: ReturnChoice, { input }: Given<"returns.markAvailable">): void => {
    const pointed = input?.lockID
    if (pointed !== undefined) {
      mark([pointed], choice.status)
      return setWhere({ ...where, current: pointed, place: rows.placeOf(pointed), range: null })
    }
    mark(markedByKey, choice.status)
    if (selected.length === 0) center.perform("lists.next")
  }
  useCommands({
    scope: "lists",
    digits: () => markedByKey.length > 0,
    handlers: {
      "returns.markAvailable": (given) => press(available, given),
      "returns.markLost": (given) => press(lost, given),
      "returns.markTenantUsing": (given) => press(tenantUsing, given),
      "returns.markDamaged": (given) => press(damaged, given),
      // The list's Esc clears the selection.
      ...(current === null || selected.length > 0 ? {} : { "layer.close": () => setWhere(nowhere) })
    }
  })
  const armed = useArmed()
  const status = returnChoices.find(({ command }) => command === armed)?.status ?? null
  return { status, lockIDs: status === null ? noLocks : new Set(markedByKey) }
}
