import { groupedSerial } from "#core/base/serialText.ts"
import { LockStatus } from "#core/locks/lockStatuses.ts"
import type { GridColumn } from "#web/grid/GridColumn.ts"
import { lockColorColumn } from "#web/grid/lockColorColumn.ts"
import { GridText } from "#web/grid/GridText.tsx"
import { CommandButton } from "#web/ui/CommandButton.tsx"
import { Status } from "#web/ui/Status.tsx"
import type { ChosenLock } from "./ChosenLock.ts"
import { CombinationOf, LockCard, SerialWithDot } from "./LockCells.tsx"

/** A selected lock, its current status, and why it can't be assigned. */
export interface ReviewedLock extends ChosenLock {
  readonly now: ChosenLock["status"]
  readonly conflict: string | null
}

const Remove = ({ lockID, serialCode }: ReviewedLock) => (
  <CommandButton
    command="inventory.remove"
    given={{ input: { lockID } }}
    shape="none"
    showKeys={false}
    label={`Remove ${groupedSerial(serialCode)}`}
  >
    Remove
  </CommandButton>
)

/** Columns of the review (001 §2), and changes since the lock was selected. */
export const reviewColumns: ReadonlyArray<GridColumn<ReviewedLock>> = [
  lockColorColumn,
  {
    id: "serialCode",
    title: "Serial Code",
    value: ({ serialCode }) => serialCode,
    cell: (lock) => <SerialWithDot {...lock} />,
    hideable: false,
    width: 128
  },
  {
    id: "combination",
    title: "Combination",
    cell: ({ lockID }) => <CombinationOf lockID={lockID} />,
    sortable: false,
    filterable: false,
    width: 88
  },
  {
    id: "status",
    title: "Status",
    kind: "choice",
    choices: LockStatus.rows.map(({ label }) => ({ value: label, label })),
    value: ({ now }) => LockStatus.label(now),
    cell: ({ now }) => <Status status={now} />,
    width: 128
  },
  {
    id: "note",
    title: "Note",
    value: ({ conflict }) => conflict,
    cell: ({ conflict }) =>
      conflict === null ? (
        <GridText text={null} />
      ) : (
        <span className="review-note" title={conflict}>
          {conflict}
        </span>
      ),
    width: 108,
    grow: 2
  },
  {
    id: "remove",
    title: "Remove",
    cell: (lock) => <Remove {...lock} />,
    sortable: false,
    filterable: false,
    hideable: false,
    exportable: false,
    width: 90,
    grow: 0
  }
]

/** A selected lock on a narrow screen without columns. */
export const reviewCard = (lock: ReviewedLock) => (
  <LockCard {...lock} status={lock.now}>
    {lock.conflict === null ? null : <span className="review-note">{lock.conflict}</span>}
    <Remove {...lock} />
  </LockCard>
)
