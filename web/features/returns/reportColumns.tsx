import type { Lock } from "#core/locks/Lock.ts"
import { logTime } from "#web/app/times.ts"
import { Combination } from "#web/ui/Combination.tsx"
import { Facts } from "#web/ui/Facts.tsx"
import type { ListColumn } from "#web/ui/List.tsx"
import { LockColor } from "#web/ui/LockColor.tsx"
import { Serial } from "#web/ui/Serial.tsx"
import { Status } from "#web/ui/Status.tsx"

const none = <span className="faint">--</span>

const when = ({ updatedOn }: Lock): string | null => (updatedOn === undefined ? null : `${logTime(updatedOn)} UTC`)

/** Columns of a past report (001 §2). */
export const reportColumns: ReadonlyArray<ListColumn<Lock>> = [
  {
    id: "serialCode",
    title: "Serial Code",
    track: "minmax(130px, 0.9fr)",
    cell: ({ color, serialCode }) => (
      <>
        <LockColor color={color} named={false} /> <Serial code={serialCode} />
      </>
    )
  },
  { id: "unit", title: "Unit", track: "minmax(52px, 0.5fr)", cell: ({ unitNumber }) => unitNumber ?? none },
  {
    id: "status",
    title: "Status",
    track: "minmax(150px, 1fr)",
    cell: ({ secondaryLockStatus }) => <Status status={secondaryLockStatus} />
  },
  {
    id: "combination",
    title: "Combination",
    track: "minmax(82px, 0.6fr)",
    cell: (lock) => <Combination lock={lock} />
  },
  {
    id: "updatedBy",
    title: "Updated By",
    track: "minmax(104px, 0.9fr)",
    from: 760,
    cell: ({ updatedBy }) => updatedBy ?? none
  },
  { id: "updatedOn", title: "Updated On", track: "minmax(204px, 1fr)", from: 940, cell: (lock) => when(lock) ?? none },
  {
    id: "facility",
    title: "Facility Name",
    track: "minmax(84px, 1fr)",
    cell: ({ facilityName }) => <span title={facilityName ?? undefined}>{facilityName ?? none}</span>
  }
]

/** A lock of a report where there is no room for columns. */
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

/** Everything of a lock of a report. */
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
