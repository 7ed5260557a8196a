import { type ReactNode, type RefObject, useMemo } from "react"
import type { LockId } from "#core/base/ids.ts"
import { center } from "#web/app/CommandCenter.ts"
import { List } from "#web/ui/List.tsx"
import { rowsOf } from "#web/ui/ListRows.ts"
import { useListedPlace } from "#web/ui/useListedPlace.ts"
import { Marking, returnCard, returnCardHeight, returnColumns, returnPeek, rowName } from "./returnColumns.tsx"
import type { ReturnStatus } from "./returnMarks.ts"
import type { ReturnRow } from "./returnRows.ts"
import { useReturnKeys } from "./useReturnKeys.ts"

interface ReturnTableProps {
  readonly rows: ReadonlyArray<ReturnRow>
  /** More rows are loading. */
  readonly busy: boolean
  /** Locks the server rejected. */
  readonly wrong: ReadonlySet<LockId>
  /** Why nothing can be marked, or null. */
  readonly refused: string | null
  readonly onMark: (lockIDs: ReadonlyArray<LockId>, status: ReturnStatus) => void
  readonly filter: RefObject<HTMLInputElement | null>
  /** Shown if there are no rows. */
  readonly empty: ReactNode
}

const idOf = ({ lockID }: ReturnRow): number => lockID
const lockOf = ({ lock }: ReturnRow) => lock
const open = ({ lockID, lock }: ReturnRow): void => {
  if (lock !== null) center.perform("locks.show", { lock, input: { lockID } })
}

/** The returned locks with their four buttons. */
export const ReturnTable = ({ rows: all, busy, wrong, refused, onMark, filter, empty }: ReturnTableProps) => {
  const rows = useMemo(() => rowsOf(all, idOf), [all])
  const [where, setWhere] = useListedPlace(rows)
  const { current } = where
  const armed = useReturnKeys({ rows, where, setWhere, mark: onMark })
  return (
    <Marking value={{ current, armed, wrong, refused }}>
      <List
        label="Returned locks"
        rows={rows}
        columns={returnColumns}
        card={returnCard}
        cardHeight={returnCardHeight}
        cardsBelow={640}
        nameOf={rowName}
        peek={returnPeek}
        onOpen={open}
        mayOpen={({ lock }) => lock !== null}
        lockOf={lockOf}
        lockByID={(id) => rows.at(rows.placeOf(id))?.lock ?? undefined}
        actions={[]}
        onFilter={() => filter.current?.focus()}
        busy={busy}
        where={where}
        onWhere={setWhere}
        empty={empty}
      />
    </Marking>
  )
}
