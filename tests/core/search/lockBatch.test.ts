import { FacilityId, LockId } from "#core/base/ids.ts"
import fc from "../../support/properties.ts"
import { describe, expect, it } from "vitest"
import type { LockBatch, SharedTexts } from "#core/base/search/LockBatch.ts"
import type { LockItem } from "#core/base/search/LockColumns.ts"
import { LockIndex } from "#core/base/search/LockIndex.ts"

const item = fc.record({
  lockID: fc.integer({ min: 1, max: 40 }).map((id) => LockId.make(id)),
  serialCode: fc.integer({ min: 0, max: 60 }).map((serial) => String(serial).padStart(8, "0")),
  unitNumber: fc.constantFrom(null, "A-1", "A 1", "B"),
  facilityID: fc.constantFrom(null, FacilityId.make(1), FacilityId.make(2)),
  statusCode: fc.constantFrom(1001, 1002),
  updatedBy: fc.constantFrom(null, "Ann", "Ben"),
  updatedOn: fc.constantFrom(null, 5, 6)
})
const items = fc.uniqueArray(item, { selector: ({ lockID }) => lockID, maxLength: 20 }).map((each) =>
  each.map((lock): LockItem => ({
    ...lock,
    facilityName: lock.facilityID === null ? null : `Facility ${lock.facilityID}`,
    statusName: `Status ${lock.statusCode}`,
    colorName: "red",
    is: lock.facilityID === null ? ["inventory"] : []
  }))
)

const sharedOf = (texts: ReadonlyArray<readonly [string, string]>): SharedTexts => {
  const places = new Map<string, number>()
  const distinct: Array<readonly [string, string]> = []
  const of = texts.map((text) => {
    const key = text.join("\n")
    if (!places.has(key)) places.set(key, distinct.push(text) - 1)
    return places.get(key) ?? 0
  })
  return { texts: distinct, of: Uint32Array.from(of) }
}
const tagged = (text: string | null | undefined, tag: number | null | undefined = null) =>
  [text ?? "", tag === null ? "" : String(tag)] as const

const batchOf = (locks: ReadonlyArray<LockItem>): LockBatch => ({
  lockID: Uint32Array.from(locks, ({ lockID }) => lockID),
  serial: Uint32Array.from(locks, ({ serialCode }) => Number(serialCode)),
  units: locks.map(({ unitNumber }) => unitNumber ?? ""),
  facility: sharedOf(locks.map((lock) => tagged(lock.facilityName, lock.facilityID))),
  status: sharedOf(locks.map((lock) => tagged(lock.statusName, lock.statusCode))),
  color: sharedOf(locks.map((lock) => tagged(lock.colorName))),
  by: sharedOf(locks.map((lock) => tagged(lock.updatedBy))),
  trait: sharedOf(locks.map((lock) => tagged(lock.is?.join(" ")))),
  updated: Float64Array.from(locks, ({ updatedOn }) => updatedOn ?? Number.NaN)
})

const contents = (index: LockIndex) => ({
  order: [...index.slots.subarray(0, index.size)].map((slot) => index.columns.read(slot)),
  byID: Array.from({ length: 40 }, (_, nth) => index.get(LockId.make(nth + 1))),
  bySerial: Array.from({ length: 61 }, (_, serial) => index.bySerial(String(serial).padStart(8, "0")))
})

describe("a batch of locks", () => {
  it("gives the same index as adding its locks one by one", () => {
    fc.assert(
      fc.property(fc.array(items, { maxLength: 5 }), fc.integer({ min: 1, max: 20 }), (batches, size) => {
        const [appended, upserted] = [LockIndex.of([]), LockIndex.of([])]
        for (const locks of batches) {
          const batch = batchOf(locks)
          for (let from = 0; from < locks.length; from += size) {
            const to = Math.min(from + size, locks.length)
            const slots = appended.append(batch, from, to)
            expect([...slots].map((slot) => appended.columns.lockID[slot])).toEqual(
              Array.from(batch.lockID.slice(from, to))
            )
          }
          upserted.upsert(locks)
          expect(contents(appended)).toEqual(contents(upserted))
        }
      })
    )
  })

  it("keeps the order of lock IDs and serial codes at their limits", () => {
    const locks = [2_147_483_647, 1, 2_147_483_646].map((lockID, nth) => ({
      lockID: LockId.make(lockID),
      serialCode: String(99_999_999 - nth)
    }))
    const index = LockIndex.of([])
    index.append(batchOf(locks), 0, locks.length)
    expect(locks.map(({ lockID }) => index.get(lockID)?.serialCode)).toEqual(["99999999", "99999998", "99999997"])
    expect(index.bySerial("99999998")).toBe(1)
  })
})
