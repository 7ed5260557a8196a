import type { LoggedInUser } from "#core/auth/LoggedInUser.ts"
import type { LockItem } from "#core/base/search/LockColumns.ts"
import { LockColor as Colors } from "#core/locks/lockColors.ts"
import { seesStatus } from "#core/locks/lockRules.ts"
import { LockStatus } from "#core/locks/lockStatuses.ts"
import { logTime } from "#web/app/times.ts"
import type { GridColumn } from "#web/grid/GridColumn.ts"
import { GridText } from "#web/grid/GridText.tsx"
import { LockColor } from "#web/ui/LockColor.tsx"
import { Serial } from "#web/ui/Serial.tsx"
import { Status } from "#web/ui/Status.tsx"
import { ListedCombination } from "./ListedCombination.tsx"
import { LockLink } from "./LockLink.tsx"

export type LockRow = Required<LockItem>

const none = <span className="faint">--</span>

/** Longer facility names get a tooltip, in characters (001 §9). */
const facilityTipOver = 15

const choicesOf = (rows: ReadonlyArray<{ readonly id: number; readonly label: string }>) =>
  rows.map(({ id, label }) => ({ value: String(id), label }))

const ColorOf = ({ row, named }: { readonly row: LockRow; readonly named?: boolean }) => {
  const color = Colors.parse(row.colorName ?? "")
  return color === undefined ? none : <LockColor color={color} named={named ?? true} />
}

/**
 * Columns of Manage Locks (001 §2), with the API's field names. Vendors don't see the status or who changed a lock
 * and when.
 */
export const lockColumns = (user: LoggedInUser): ReadonlyArray<GridColumn<LockRow>> => {
  const all: ReadonlyArray<GridColumn<LockRow> & { readonly hidden?: boolean }> = [
    {
      id: "color",
      title: "Color",
      width: 76,
      grow: 0,
      from: 720,
      kind: "choice",
      choices: choicesOf(Colors.rows),
      value: (row) => row.colorName,
      cell: (row) => <ColorOf row={row} />
    },
    {
      id: "serialCode",
      title: "Serial Code",
      width: 88,
      grow: 0.3,
      hideable: false,
      value: (row) => row.serialCode,
      cell: (row) => <LockLink lockID={row.lockID} serialCode={row.serialCode} />
    },
    {
      id: "unitNumber",
      title: "Unit",
      width: 56,
      grow: 0.4,
      value: (row) => row.unitNumber,
      cell: (row) => <GridText text={row.unitNumber} />
    },
    {
      id: "combination",
      title: "Combination",
      width: 82,
      grow: 0.2,
      sortable: false,
      filterable: false,
      cell: (row) => <ListedCombination lockID={row.lockID} user={user} status={row.statusCode} />
    },
    {
      id: "secondaryLockStatus",
      title: "Status",
      width: 166,
      grow: 0.3,
      hidden: !seesStatus(user),
      kind: "choice",
      choices: choicesOf(LockStatus.rows),
      value: (row) => row.statusName,
      cell: (row) =>
        row.statusCode == null ? (
          none
        ) : (
          <div title={LockStatus.label(row.statusCode)}>
            <Status status={row.statusCode} />
          </div>
        )
    },
    {
      id: "updatedBy",
      title: "Updated By",
      width: 96,
      grow: 1.1,
      from: 830,
      hidden: !seesStatus(user),
      value: (row) => row.updatedBy,
      cell: (row) => <GridText text={row.updatedBy ?? null} />
    },
    {
      id: "updatedOn",
      title: "Updated On",
      width: 200,
      grow: 0,
      from: 1060,
      kind: "date",
      hidden: !seesStatus(user),
      value: (row) => row.updatedOn,
      cell: (row) => <GridText text={row.updatedOn == null ? null : `${logTime(row.updatedOn)} UTC`} over={30} />
    },
    {
      id: "facilityName",
      title: "Facility Name",
      width: 76,
      value: (row) => row.facilityName,
      cell: (row) => <GridText text={row.facilityName} over={facilityTipOver} />
    }
  ]
  return all.filter(({ hidden }) => hidden !== true)
}

/** A lock on a narrow screen without columns: one row with two lines. */
export const lockCard = (row: LockRow) => (
  <>
    <p>
      <ColorOf row={row} named={false} />
      <Serial code={row.serialCode} />
      {row.unitNumber == null ? null : <span className="muted">unit {row.unitNumber}</span>}
    </p>
    <p className="muted">
      {row.statusCode == null ? null : <Status status={row.statusCode} />}
      <span>{row.facilityName}</span>
    </p>
  </>
)
