import type { Lock } from "#core/locks/Lock.ts"
import { LockStatus } from "#core/locks/lockStatuses.ts"
import { returnStatuses } from "#core/returns/LockReturn.ts"
import { logTime } from "#web/app/times.ts"
import type { GridColumn } from "#web/grid/GridColumn.ts"
import { lockColorColumn } from "#web/grid/lockColorColumn.ts"
import { Combination } from "#web/ui/Combination.tsx"
import { Facts } from "#web/ui/Facts.tsx"
import { LockColor } from "#web/ui/LockColor.tsx"
import { Serial } from "#web/ui/Serial.tsx"
import { Status } from "#web/ui/Status.tsx"

const none = <span className="faint">--</span>

const when = ({ updatedOn }: Lock): string | null => (updatedOn === undefined ? null : `${logTime(updatedOn)} UTC`)

/** Columns of a past report (001 §2). Combinations are requested only where shown and never exported (law 8). */
export const reportColumns: ReadonlyArray<GridColumn<Lock>> = [
  lockColorColumn,
  {
    id: "serialCode",
    title: "Serial Code",
    width: 130,
    hideable: false,
    searched: true,
    value: ({ serialCode }) => serialCode,
    cell: ({ color, serialCode }) => (
      <>
        <LockColor color={color} named={false} /> <Serial code={serialCode} />
      </>
    )
  },
  {
    id: "unit",
    title: "Unit",
    width: 64,
    grow: 0.5,
    searched: true,
    value: ({ unitNumber }) => unitNumber,
    cell: ({ unitNumber }) => unitNumber ?? none
  },
  {
    id: "status",
    title: "Status",
    width: 150,
    kind: "choice",
    choices: returnStatuses.map((status) => ({ value: LockStatus.label(status), label: LockStatus.label(status) })),
    value: ({ secondaryStatusName }) => secondaryStatusName ?? null,
    cell: ({ secondaryLockStatus }) => <Status status={secondaryLockStatus} />
  },
  {
    id: "combination",
    title: "Combination",
    width: 92,
    grow: 0.5,
    sortable: false,
    filterable: false,
    exportable: false,
    cell: (lock) => <Combination lock={lock} />
  },
  {
    id: "updatedBy",
    title: "Updated By",
    width: 110,
    from: 760,
    value: ({ updatedBy }) => updatedBy ?? null,
    cell: ({ updatedBy }) => updatedBy ?? none
  },
  {
    id: "updatedOn",
    title: "Updated On",
    width: 204,
    from: 940,
    kind: "date",
    value: ({ updatedOn }) => (updatedOn === undefined ? null : Date.parse(updatedOn)),
    cell: (lock) => when(lock) ?? none
  },
  {
    id: "facility",
    title: "Facility Name",
    width: 110,
    value: ({ facilityName }) => facilityName,
    cell: ({ facilityName }) => <span title={facilityName ?? undefined}>{facilityName ?? none}</span>
  }
]

/** A report's lock on a narrow screen without columns. */
export const reportCard = (lock: Lock) => (
  <>
    <p>
      <LockColor color={lock.color} named={false} />
      <Serial code={lock.serialCode} />
      <Status status={lock.secondaryLockStatus} />
    </p>
    <p className="muted">
      {lock.unitNumber === null ? null : <span>unit {lock.unitNumber}</span>}
      <span>{lock.facilityName}</span>
    </p>
  </>
)

/** All facts about a report's lock. */
export const reportFacts = (lock: Lock) => (
  <>
    <Facts
      facts={{
        "Serial Code": lock.serialCode,
        Unit: lock.unitNumber ?? "--",
        Status: lock.secondaryStatusName ?? "--",
        "Updated By": lock.updatedBy ?? "--",
        "Updated On": when(lock) ?? "--",
        "Facility Name": lock.facilityName ?? "--"
      }}
    />
  </>
)
