import { describe, expect, it } from "vitest"
import { FacilityId, LockId } from "#core/base/ids.ts"
import { LockIndex } from "#core/base/search/LockIndex.ts"
import type { Lock } from "#core/locks/Lock.ts"
import { LockStatus, type LockStatusId } from "#core/locks/lockStatuses.ts"
import type { Marks } from "#web/features/returns/returnMarks.ts"
import { narrowed, returnRows, toSend } from "#web/features/returns/returnRows.ts"

const { Available, ReturnedToDropbox, Lost } = LockStatus.id
const then = "2026-01-01T00:00:00.000Z"
const later = "2026-01-02T00:00:00.000Z"

const lock = (
  lockID: number,
  serialCode: string,
  facilityID: number | null = 1,
  status: LockStatusId = ReturnedToDropbox,
  unitNumber: string | null = null
): Lock => ({
  lockID: LockId.make(lockID),
  serialCode,
  facilityID: facilityID === null ? null : FacilityId.make(facilityID),
  facilityName: facilityID === null ? null : `Facility ${facilityID}`,
  isActive: true,
  secondaryLockStatus: status,
  unitNumber,
  color: 0,
  viewCount: 0,
  updatedBy: null,
  updatedOn: then
})

const rowsOf = (
  locks: ReadonlyArray<Lock>,
  marks: Marks = new Map(),
  sent: ReadonlyMap<LockId, string | null> = new Map()
) => {
  const index = LockIndex.of(
    locks.map((each) => ({
      ...each,
      statusCode: each.secondaryLockStatus,
      statusName: LockStatus.label(each.secondaryLockStatus ?? Available),
      updatedOn: Date.parse(each.updatedOn ?? "")
    }))
  )
  const lockOf = (lockID: number) => locks.find((each) => each.lockID === lockID)
  return returnRows({ index, lockOf, facilityID: FacilityId.make(1), marks, sent })
}
const ids = (rows: ReadonlyArray<{ readonly lockID: number }>) => rows.map(({ lockID }) => lockID)

describe("a facility's returned locks", () => {
  const locks = [
    lock(1, "30000003", 1, ReturnedToDropbox, "B-114"),
    lock(2, "10000001"),
    lock(3, "20000002", 2),
    lock(4, "00000004", null),
    lock(5, "40000004", 1, Available)
  ]

  it("are those waiting there, by serial code", () => {
    expect(ids(rowsOf(locks))).toEqual([2, 1])
  })

  it("are filtered by a serial code, grouped or not, and by a unit", () => {
    const rows = rowsOf(locks)
    expect(ids(narrowed(rows, "3000 0003"))).toEqual([1])
    expect(ids(narrowed(rows, "b-11"))).toEqual([1])
    expect(ids(narrowed(rows, " "))).toEqual([2, 1])
    expect(ids(narrowed(rows, "nothing"))).toEqual([])
  })

  it("stay while they are marked, even if changed or gone, but only waiting ones are sent", () => {
    const marks: Marks = new Map([
      [LockId.make(1), { status: Lost, seen: then }],
      [LockId.make(2), { status: Lost, seen: "2025-12-31T00:00:00.000Z" }],
      [LockId.make(3), { status: Lost, seen: then }],
      [LockId.make(5), { status: Available, seen: then }],
      [LockId.make(9), { status: Available, seen: then }]
    ])
    const rows = rowsOf(locks, marks)
    expect(rows.map(({ lockID, since }) => [lockID, since])).toEqual([
      [9, "gone"],
      [2, "changed"],
      [3, "gone"],
      [1, "same"],
      [5, "gone"]
    ])
    expect(toSend(rows)).toEqual([
      { lockID: 2, updateSecondaryLockStatusTo: Lost, updatedOn: then },
      { lockID: 1, updateSecondaryLockStatusTo: Lost, updatedOn: then }
    ])
  })

  it("disappear immediately when processed, and come back when they are returned again", () => {
    expect(ids(rowsOf(locks, new Map(), new Map([[LockId.make(1), then]])))).toEqual([2])
    expect(ids(rowsOf(locks, new Map(), new Map([[LockId.make(1), later]])))).toEqual([2, 1])
  })
})
