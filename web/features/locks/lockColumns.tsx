import type { LoggedInUser } from "#core/auth/LoggedInUser.ts"
import type { LockItem } from "#core/base/search/LockColumns.ts"
import { LockColor as Colors } from "#core/locks/lockColors.ts"
import { seesStatus } from "#core/locks/lockRules.ts"
import { LockStatus } from "#core/locks/lockStatuses.ts"
import { logTime } from "#web/app/times.ts"
import { isMasked, Masked } from "#web/ui/Combination.tsx"
import type { ListColumn } from "#web/ui/List.tsx"
import { LockColor } from "#web/ui/LockColor.tsx"
import { Serial } from "#web/ui/Serial.tsx"
import { Status } from "#web/ui/Status.tsx"
import { LockLink } from "./LockLink.tsx"

export type LockRow = Required<LockItem>

const none = <span className="faint">--</span>

const ColorOf = ({ row, named }: { readonly row: LockRow; readonly named?: boolean }) => {
  const color = Colors.parse(row.colorName ?? "")
  return color === undefined ? none : <LockColor color={color} named={named ?? true} />
}

/** The synced list never has a combination: an open one is shown by the lock's own page. */
const CombinationOf = ({ row, user }: { readonly row: LockRow; readonly user: LoggedInUser }) => {
  const status = row.statusCode ?? undefined
  const known = status !== undefined && LockStatus.isId(status) ? status : undefined
  return isMasked(user, known) ? <Masked /> : <span className="faint">shown on open</span>
}

/** Columns of Manage Locks (001 §2); vendors see neither status nor who changed a lock and when. */
export const lockColumns = (user: LoggedInUser): ReadonlyArray<ListColumn<LockRow>> => {
  const all: ReadonlyArray<ListColumn<LockRow> & { readonly hidden?: boolean }> = [
    { id: "color", title: "Color", track: "70px", from: 760, cell: (row) => <ColorOf row={row} /> },
    {
      id: "serialCode",
      title: "Serial Code",
      track: "minmax(100px, 0.8fr)",
      cell: (row) => <LockLink lockID={row.lockID} serialCode={row.serialCode} />
    },
    { id: "unit", title: "Unit", track: "minmax(52px, 0.5fr)", cell: (row) => row.unitNumber ?? none },
    {
      id: "combination",
      title: "Combination",
      track: "minmax(82px, 0.7fr)",
      cell: (row) => <CombinationOf row={row} user={user} />
    },
    {
      id: "status",
      title: "Status",
      track: "minmax(166px, 1.2fr)",
      hidden: !seesStatus(user),
      cell: (row) => (row.statusCode == null ? none : <Status status={row.statusCode} />)
    },
    {
      id: "updatedBy",
      title: "Updated By",
      track: "minmax(104px, 0.9fr)",
      from: 860,
      hidden: !seesStatus(user),
      cell: (row) => row.updatedBy ?? none
    },
    {
      id: "updatedOn",
      title: "Updated On",
      track: "minmax(204px, 1fr)",
      from: 980,
      hidden: !seesStatus(user),
      cell: (row) => (row.updatedOn == null ? none : `${logTime(row.updatedOn)} UTC`)
    },
    {
      id: "facility",
      title: "Facility Name",
      track: "minmax(84px, 1fr)",
      cell: (row) => <span title={row.facilityName ?? undefined}>{row.facilityName ?? none}</span>
    }
  ]
  return all.filter(({ hidden }) => hidden !== true)
}

/** A lock where there is no room for columns: one row of two lines. */
export const lockCard = (row: LockRow) => (
  <>
    <p>
      <ColorOf row={row} named={false} />
      <Serial code={row.serialCode} />
      {row.statusCode == null ? null : <Status status={row.statusCode} />}
    </p>
    <p className="muted">
      {row.unitNumber === null ? null : <span>unit {row.unitNumber}</span>}
      <span>{row.facilityName}</span>
    </p>
  </>
)
