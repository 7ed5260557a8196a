import { groupedSerial } from "#core/base/serialText.ts"
import type { FacilityId, LockId } from "#core/base/ids.ts"
import { LockStatus, type LockStatusId } from "#core/locks/lockStatuses.ts"
import type { Fix } from "./Finding.ts"

/** A lock as needed for findings. */
export interface LockHere {
  readonly lockID: LockId
  readonly serialCode: string
  readonly status: LockStatusId
  /** Null if it has none. */
  readonly unit: string | null
  /** The version that was compared. */
  readonly updatedOn: string
}

const named = ({ serialCode, status }: LockHere): string => `${groupedSerial(serialCode)} (${LockStatus.label(status)})`
const list = (locks: ReadonlyArray<LockHere>): string => locks.map(named).join(", ")

/** The message for each kind. */
export const says = {
  keepsOut: (unit: string, lock: LockHere): string =>
    `${unit} is not delinquent, and ${named(lock)} keeps its tenant out.`,
  keptVacant: (unit: string, lock: LockHere): string => `${unit} is rented, and ${named(lock)} is on it.`,
  open: (unit: string, delinquent: boolean, others: ReadonlyArray<LockHere>): string =>
    delinquent
      ? others.length === 0
        ? `${unit} is delinquent, and no lock keeps its tenant out.`
        : `${unit} is delinquent, but no lock on it keeps the tenant out: ${list(others)}.`
      : others.length === 0
        ? `${unit} is vacant, and no lock is on it.`
        : `${unit} is vacant, but no lock on it has a vacant status: ${list(others)}.`,
  several: (unit: string, locks: ReadonlyArray<LockHere>): string =>
    `${locks.length} locks are on ${unit}: ${list(locks)}.`,
  unknown: (lock: LockHere, softwareName: string, near: string | undefined): string =>
    lock.unit === null
      ? `${named(lock)} has no unit recorded.`
      : `${named(lock)} is on ${lock.unit}, which ${softwareName} does not list${near === undefined ? "" : `; it lists ${near}`}.`
} as const

const nothing = { lockID: null, serialCode: null, status: null, unit: null, facilityID: null, updatedOn: null } as const
const of = ({ lockID, serialCode, updatedOn }: LockHere) => ({ ...nothing, lockID, serialCode, updatedOn })

/** The fixing commands, each with its description. */
export const fixes = {
  status: (lock: LockHere, status: LockStatusId): Fix => ({
    ...of(lock),
    command: "locks.setStatus",
    status,
    words: `Set ${groupedSerial(lock.serialCode)} to ${LockStatus.label(status)}`
  }),
  put: (lock: LockHere, status: LockStatusId, unit: string): Fix => ({
    ...of(lock),
    command: "locks.setStatus",
    status,
    unit,
    words: `Put ${groupedSerial(lock.serialCode)} on ${unit} as ${LockStatus.label(status)}`
  }),
  unit: (lock: LockHere, unit: string | undefined): Fix => ({
    ...of(lock),
    command: "locks.setUnit",
    unit: unit ?? null,
    words:
      unit === undefined
        ? `Set the unit of ${groupedSerial(lock.serialCode)}`
        : `Set the unit of ${groupedSerial(lock.serialCode)} to ${unit}`
  }),
  /** Used if no lock is available. */
  activate: (facilityID: FacilityId): Fix => ({
    ...nothing,
    command: "locks.activate",
    facilityID,
    words: "Activate a lock here first: none is Available"
  })
} as const
