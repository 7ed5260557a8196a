import type { FacilityId, LockId } from "#core/base/ids.ts"
import type { LockIndex } from "#core/base/search/LockIndex.ts"
import { foldText } from "#core/base/search/foldText.ts"
import type { Lock } from "#core/locks/Lock.ts"
import { returnedStatus } from "#core/returns/LockReturn.ts"
import type { Mark, Marks } from "./returnMarks.ts"

/** What happened to a lock since it was marked: nothing, another change, or it is no longer waiting here. */
export type Since = "same" | "changed" | "gone"

/** A lock that is returned, or was when it was marked. */
export interface ReturnRow {
  readonly lockID: LockId
  /** Null if this user can no longer see it. */
  readonly lock: Lock | null
  readonly mark: Mark | null
  readonly since: Since
}

/** Input for the rows. */
export interface Returns {
  readonly index: LockIndex
  readonly lockOf: (lockID: LockId) => Lock | undefined
  readonly facilityID: FacilityId
  readonly marks: Marks
  /** Locks just processed, with their `updatedOn` at that time. The list is updated a moment later. */
  readonly sent: ReadonlyMap<LockId, string | null>
}

const changedOn = (lock: Lock): string | null => lock.updatedOn ?? null

/** Locks of a facility waiting to be processed (ledger B095): IDs, sorted by serial code. */
const waiting = ({ columns, slots, size }: LockIndex, facilityID: FacilityId): ReadonlyArray<LockId> => {
  const [at, status] = [String(facilityID), String(returnedStatus)]
  const found: Array<LockId> = []
  for (let place = 0; place < size; place++) {
    const slot = slots[place]!
    if (columns.statuses.tag(columns.status[slot]!) !== status) continue
    if (columns.facilities.tag(columns.facility[slot]!) === at) found.push(columns.lock(slot))
  }
  return found
}

const isWaiting = (lock: Lock, facilityID: FacilityId): boolean =>
  lock.facilityID === facilityID && lock.secondaryLockStatus === returnedStatus

const sinceOf = (lock: Lock | null, mark: Mark | null, facilityID: FacilityId): Since => {
  if (lock === null || !isWaiting(lock, facilityID)) return "gone"
  return mark !== null && mark.seen !== null && mark.seen !== changedOn(lock) ? "changed" : "same"
}

/** Rows whose serial code (grouped or not) or unit contains a text. */
export const narrowed = (rows: ReadonlyArray<ReturnRow>, text: string): ReadonlyArray<ReturnRow> => {
  const wanted = foldText(text.trim())
  if (wanted === "") return rows
  const serial = wanted.replaceAll(/[\s-]/g, "")
  return rows.filter(
    ({ lock }) =>
      lock !== null &&
      ((serial !== "" && lock.serialCode.includes(serial)) || foldText(lock.unitNumber ?? "").includes(wanted))
  )
}

/**
 * The returned locks of a facility by serial code, and marked locks that are no longer waiting, so that no decision
 * disappears silently.
 */
export const returnRows = ({ index, lockOf, facilityID, marks, sent }: Returns): ReadonlyArray<ReturnRow> => {
  const ids = waiting(index, facilityID)
  const here = new Set(ids)
  const gone = [...marks.keys()].filter((lockID) => !here.has(lockID))
  return [...ids, ...gone]
    .map((lockID): ReturnRow => {
      const lock = lockOf(lockID) ?? null
      const mark = marks.get(lockID) ?? null
      return { lockID, lock, mark, since: sinceOf(lock, mark, facilityID) }
    })
    .filter((row) => row.lock === null || !sent.has(row.lockID) || sent.get(row.lockID) !== changedOn(row.lock))
    .toSorted((a, b) => (a.lock?.serialCode ?? "").localeCompare(b.lock?.serialCode ?? ""))
}

/** The rows that can be sent: marked locks that are still waiting. */
export const toSend = (rows: ReadonlyArray<ReturnRow>) =>
  rows.flatMap(({ lockID, lock, mark, since }) =>
    mark === null || lock === null || since === "gone"
      ? []
      : [
          {
            lockID,
            updateSecondaryLockStatusTo: mark.status,
            ...(lock.updatedOn === undefined ? {} : { updatedOn: lock.updatedOn })
          }
        ]
  )
