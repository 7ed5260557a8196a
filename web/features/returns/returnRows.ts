import type { LockIndex } from "#core/base/search/LockIndex.ts"
import { foldText } from "#core/base/search/foldText.ts"
import type { Lock } from "#core/locks/Lock.ts"
import { returnedStatus } from "#core/returns/LockReturn.ts"
import type { Mark, Marks } from "./returnMarks.ts"

/** What became of a lock since it was marked: nothing, another change, or it waits here no longer. */
export type Since = "same" | "changed" | "gone"

/** A returned lock, or one that was when it was marked. */
export interface ReturnRow {
  readonly lockID: number
  /** Null: it is not before this user any more. */
  readonly lock: Lock | null
  readonly mark: Mark | null
  readonly since: Since
}

/** What the rows are made of. */
export interface Returns {
  readonly index: LockIndex
  readonly lockOf: (lockID: number) => Lock | undefined
  readonly facilityID: number
  readonly marks: Marks
  /** Locks that were just processed, and when each had last been changed then: the list hears of that a moment later. */
  readonly sent: ReadonlyMap<number, string | null>
}

const changedOn = (lock: Lock): string | null => lock.updatedOn ?? null

/** The locks of a facility that wait to be processed (ledger B095), by their ids, by serial code. */
const waiting = ({ columns, slots, size }: LockIndex, facilityID: number): ReadonlyArray<number> => {
  const [at, status] = [String(facilityID), String(returnedStatus)]
  const found: Array<number> = []
  for (let place = 0; place < size; place++) {
    const slot = slots[place]!
    if (columns.statuses.tag(columns.status[slot]!) !== status) continue
    if (columns.facilities.tag(columns.facility[slot]!) === at) found.push(columns.lockID[slot]!)
  }
  return found
}

const isWaiting = (lock: Lock, facilityID: number): boolean =>
  lock.facilityID === facilityID && lock.secondaryLockStatus === returnedStatus

const sinceOf = (lock: Lock | null, mark: Mark | null, facilityID: number): Since => {
  if (lock === null || !isWaiting(lock, facilityID)) return "gone"
  return mark !== null && mark.seen !== null && mark.seen !== changedOn(lock) ? "changed" : "same"
}

/** The rows that have a text in their serial code, grouped or not, or in their unit. */
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
 * The returned locks of a facility by serial code, and those that were marked and wait no more: nothing that somebody decided
 * goes away by itself.
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

/** What of the rows can be sent: every lock that is marked and still waits. */
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
