import { describe, expect, it } from "vitest"
import { FacilityId, LockId } from "#core/base/ids.ts"
import type { LeftLock } from "#core/inventory/InventoryApi.ts"
import type { Lock } from "#core/locks/Lock.ts"
import { LockStatus } from "#core/locks/lockStatuses.ts"
import { LockIndex } from "#core/base/search/LockIndex.ts"
import { assignPieces } from "#web/features/inventory/assignPieces.ts"
import { type ChosenLock, conflictOf } from "#web/features/inventory/ChosenLock.ts"
import { inventoryIDs, searchText } from "#web/features/inventory/inventoryRows.ts"

const { Available, Damaged, Lost } = LockStatus.id
const chosen: ChosenLock = { lockID: LockId.make(1), serialCode: "10482233", status: Available, color: -4144960 }
const lock: Lock = {
  lockID: LockId.make(1),
  serialCode: "10482233",
  facilityID: null,
  facilityName: null,
  isActive: true,
  unitNumber: null,
  color: -4144960,
  viewCount: 0,
  secondaryLockStatus: Available
}

describe("why a lock can't be assigned", () => {
  it.each([
    ["nothing", chosen, lock, null],
    ["it is gone", chosen, undefined, "No longer in the inventory"],
    [
      "another user assigned it",
      chosen,
      { ...lock, facilityID: FacilityId.make(3), facilityName: "Oak" },
      "Since assigned to Oak"
    ],
    ["its status changed", chosen, { ...lock, secondaryLockStatus: Lost }, "Since changed to Lost"],
    [
      "it was never Available",
      { ...chosen, status: Damaged },
      { ...lock, secondaryLockStatus: Damaged },
      "Lock is not set to Available"
    ],
    ["the server left it out", { ...chosen, left: "Lock limit will be exceeded" }, lock, "Lock limit will be exceeded"]
  ] as const)("%s", (_, then, now, conflict) => expect(conflictOf(then, now)).toBe(conflict))
})

describe("an assignment", () => {
  const ids = Array.from({ length: 1_201 }, (_, nth) => LockId.make(nth + 1))
  const left = (lockID: LockId): LeftLock => ({ lockID, code: "LockNotAvailable", error: "no", next: "" })

  it("is sent in batches, in order, and collects what was left out", async () => {
    const sent: Array<ReadonlyArray<number>> = []
    const progress: Array<number> = []
    const done = await assignPieces(
      ids,
      async (piece) => {
        sent.push(piece)
        return [left(LockId.make(piece[0] ?? 0))]
      },
      ({ done: so }) => void progress.push(so)
    )
    expect(sent.map(({ length }) => length)).toEqual([500, 500, 201])
    expect(sent.flat()).toEqual(ids)
    expect(progress).toEqual([500, 1_000, 1_201])
    expect(done.left.map(({ lockID }) => lockID)).toEqual([1, 501, 1_001])
  })

  it("stops at a failed batch, and reports what was done before", async () => {
    const progress: Array<number> = []
    const failing = assignPieces(
      ids,
      async ([first]) => {
        if (first === 501) throw new Error("away")
        return []
      },
      ({ done }) => void progress.push(done)
    )
    await expect(failing).rejects.toThrow("away")
    expect(progress).toEqual([500])
  })
})

describe("the inventory", () => {
  it("has the locks without a facility, by serial code", () => {
    const item = (lockID: LockId, serialCode: string, facilityID: FacilityId | null) => ({
      lockID,
      serialCode,
      facilityID,
      unitNumber: null,
      facilityName: facilityID === null ? null : "Oak",
      statusCode: Available,
      statusName: "Available",
      colorName: "gray",
      updatedBy: null,
      updatedOn: null,
      is: []
    })
    const index = LockIndex.of([
      item(LockId.make(1), "30000000", null),
      item(LockId.make(2), "20000000", FacilityId.make(5)),
      item(LockId.make(3), "10000000", null)
    ])
    expect(inventoryIDs(index)).toEqual([3, 1])
  })

  it("is searched by a grouped serial code, or by a unit", () => {
    expect(searchText(" 1048 2233 ")).toBe("10482233")
    expect(searchText("1048-22")).toBe("104822")
    expect(searchText("B-114 C")).toBe("b-114 c")
  })
})
