import { describe, expect, it } from "vitest"
import { FacilityId, LockId, UserId } from "#core/base/ids.ts"
import { LockStatus } from "#core/locks/lockStatuses.ts"
import {
  draftText,
  emptyDraft,
  marksOf,
  noMarks,
  pressed,
  readDraft,
  settled,
  without,
  withMarks
} from "#web/features/returns/returnMarks.ts"

const { Available, Lost } = LockStatus.id
const lock = (lockID: number, updatedOn: string | null = "2026-01-01T00:00:00.000Z") => ({
  lockID: LockId.make(lockID),
  updatedOn
})
const statuses = (marks: ReadonlyMap<number, { readonly status: number }>) =>
  [...marks].map(([lockID, { status }]) => [lockID, status])

describe("marking returned locks", () => {
  it("sets a status, changes it, and clears it when pressed again", () => {
    const one = pressed(noMarks, [lock(1)], Available)
    expect(statuses(one)).toEqual([[1, Available]])
    expect(statuses(pressed(one, [lock(1)], Lost))).toEqual([[1, Lost]])
    expect(statuses(pressed(one, [lock(1)], Available))).toEqual([])
  })

  it("gives several the same status, and clears it only if all have it", () => {
    const one = pressed(noMarks, [lock(1)], Lost)
    const both = pressed(one, [lock(1), lock(2)], Lost)
    expect(statuses(both)).toEqual([
      [1, Lost],
      [2, Lost]
    ])
    expect(statuses(pressed(both, [lock(1), lock(2)], Lost))).toEqual([])
    expect(statuses(without(both, new Set([LockId.make(1)])))).toEqual([[2, Lost]])
  })
})

describe("saved marks", () => {
  const draft = {
    ...withMarks(
      withMarks(emptyDraft, FacilityId.make(7), pressed(noMarks, [lock(1), lock(2)], Lost)),
      FacilityId.make(8),
      pressed(noMarks, [lock(3)], Available)
    ),
    recipient: UserId.make(5)
  }

  it("are stored as IDs and statuses per facility, and read back", () => {
    const text = draftText(draft)
    expect(text).not.toContain("2026")
    const read = readDraft(text)
    expect([
      read.recipient,
      statuses(marksOf(read, FacilityId.make(7))),
      statuses(marksOf(read, FacilityId.make(8))),
      statuses(marksOf(read, FacilityId.make(9)))
    ]).toEqual([
      5,
      [
        [1, Lost],
        [2, Lost]
      ],
      [[3, Available]],
      []
    ])
  })

  it("learn each lock's last change once after a reload", () => {
    const read = marksOf(readDraft(draftText(draft)), FacilityId.make(7))
    const known = settled(read, (lockID) => (lockID === 1 ? "2026-02-02T00:00:00.000Z" : null))
    expect([known.get(LockId.make(1))?.seen, known.get(LockId.make(2))?.seen]).toEqual([
      "2026-02-02T00:00:00.000Z",
      null
    ])
    expect(settled(known, () => null)).toBe(known)
  })

  it.each([
    "",
    "{",
    "null",
    "[]",
    '"x"',
    '{"marks":[[7]]}',
    '{"marks":[[7,[[1,1003]]]],"recipient":-1}',
    '{"marks":[["7",[[1,1001]]]],"recipient":"5"}'
  ])("are empty for invalid data: %s", (text) => {
    const read = readDraft(text)
    expect(read.recipient).toBeNull()
    expect([...read.marks.values()].flatMap((marks) => [...marks])).toEqual([])
  })
})
