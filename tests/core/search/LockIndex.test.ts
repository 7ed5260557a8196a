import { FacilityId, LockId } from "#core/base/ids.ts"
import fc from "../../support/properties.ts"
import { describe, expect, it } from "vitest"
import { BlockReader, BlocksUnreadable } from "#core/base/search/blocks.ts"
import { LockIndex } from "#core/base/search/LockIndex.ts"
import { prepare, search } from "#core/base/search/ranking.ts"
import { parse } from "#core/base/search/searchGrammar.ts"
import { lock, locks, scores, serial, typed } from "./samples.ts"

const found = (index: LockIndex, input: string, options = {}) =>
  search(prepare({ locks: index }), parse(input), options).rows.map(({ id }) => id)

/** The index after being stored by a browser and read back. */
const readBack = (index: LockIndex): LockIndex => {
  const again = new LockIndex()
  again.unpack(new BlockReader(structuredClone(index.pack())))
  return again
}

/** A sync's changes: a batch of new or changed locks, or of removed ones; or a page reload. */
const change = fc.oneof(
  fc.constant({ reload: true }),
  fc.record({ upsert: fc.array(lock, { maxLength: 8 }) }),
  fc.record({
    remove: fc.array(
      fc.integer({ min: 1, max: 60 }).map((id) => LockId.make(id)),
      { maxLength: 8 }
    )
  })
)

describe("changes", () => {
  it("give the same index as rebuilding it", () => {
    fc.assert(
      fc.property(
        locks(20),
        fc.array(change, { maxLength: 8 }),
        fc.array(typed, { minLength: 1, maxLength: 4 }),
        scores,
        (first, changes, inputs, frecency) => {
          let index = LockIndex.of(first)
          const kept = new Map(first.map((item) => [item.lockID, item]))
          for (const one of changes) {
            const before = index.revision
            if ("reload" in one) {
              index = readBack(index)
              continue
            }
            if ("upsert" in one) {
              index.upsert(one.upsert)
              for (const item of one.upsert) kept.set(item.lockID, item)
            } else {
              index.remove(one.remove)
              for (const lockID of one.remove) kept.delete(lockID)
            }
            expect(index.revision).not.toBe(before)
          }
          const rebuilt = LockIndex.of(kept.values())
          expect(index.size).toBe(kept.size)
          for (const input of inputs) {
            expect(search(prepare({ locks: index }), parse(input), { frecency })).toEqual(
              search(prepare({ locks: rebuilt }), parse(input), { frecency })
            )
          }
          for (let lockID = 1; lockID <= 60; lockID++)
            expect(index.get(LockId.make(lockID))).toEqual(rebuilt.get(LockId.make(lockID)))
        }
      ),
      { numRuns: 500 }
    )
  })

  it("can be read back", () => {
    fc.assert(
      fc.property(locks(), (items) => {
        const index = LockIndex.of(items)
        for (const item of items) {
          expect(index.get(item.lockID)).toEqual({
            ...item,
            unitNumber: item.unitNumber || null,
            facilityName: item.facilityName || null
          })
        }
        expect(index.get(LockId.make(61))).toBeUndefined()
      })
    )
  })

  it("refuse damaged blocks", () => {
    const blocks = LockIndex.of([{ lockID: LockId.make(7), serialCode: "40001007", unitNumber: "B-12" }]).pack()
    blocks.forEach((block, damaged) => {
      for (const other of [undefined, "x\0y", Uint32Array.of(9, 9), new Float64Array(3), new ArrayBuffer(8)]) {
        const changed = blocks.map((each, nth) => (nth === damaged ? other : each))
        const read = () => new LockIndex().unpack(new BlockReader(changed))
        // A different text of the same type can't be detected.
        if (typeof block === typeof other && typeof block === "string") continue
        expect(read, `block ${damaged} as ${String(other)}`).toThrow(BlocksUnreadable)
      }
    })
  })

  it("refuse a malformed lock without changing anything", () => {
    const index = LockIndex.of([{ lockID: LockId.make(1), serialCode: "40001007" }])
    const good = { lockID: LockId.make(2), serialCode: "40001015" }
    for (const bad of [
      { lockID: LockId.make(3), serialCode: "4000100" },
      { lockID: LockId.make(3), serialCode: "4000100x" },
      { lockID: 1.5 as LockId, serialCode: "40001007" }
    ]) {
      expect(() => index.upsert([good, bad])).toThrow(RangeError)
    }
    expect([index.size, index.revision]).toEqual([1, 1])
  })

  it("take 48 bytes per lock, and each text once", () => {
    const items = Array.from({ length: 2000 }, (_, at) => ({
      lockID: LockId.make(at + 1),
      serialCode: String(10_000_000 + at * 37),
      facilityName: `Facility ${at % 10}`
    }))
    expect(LockIndex.of(items).bytes / items.length).toBeLessThan(49)
  })
})

describe("bySerial", () => {
  it("finds the only lock with a serial code, and nothing for a partial one", () => {
    fc.assert(
      fc.property(locks(), serial, (items, other) => {
        const index = LockIndex.of(items)
        for (const code of [other, ...items.map(({ serialCode }) => serialCode)]) {
          const having = items.filter(({ serialCode }) => serialCode === code)
          expect(index.bySerial(code)).toBe(having.length === 1 ? having[0]?.lockID : undefined)
        }
        for (const no of ["", "4000100", "0", "400010070", "4000 1007", "x"]) expect(index.bySerial(no)).toBeUndefined()
      })
    )
  })
  it("follows a serial code that moves to another lock", () => {
    const index = LockIndex.of([{ lockID: LockId.make(1), serialCode: "40001007" }])
    index.upsert([
      { lockID: LockId.make(1), serialCode: "40001015" },
      { lockID: LockId.make(2), serialCode: "40001007" }
    ])
    expect([index.bySerial("40001007"), index.bySerial("40001015")]).toEqual([2, 1])
    index.remove([LockId.make(2), LockId.make(99)])
    expect(index.bySerial("40001007")).toBeUndefined()
  })
})

describe("filters", () => {
  const index = LockIndex.of([
    {
      lockID: LockId.make(1),
      serialCode: "40001001",
      statusName: "Available",
      statusCode: 1001,
      facilityName: "Maple Street",
      facilityID: FacilityId.make(7),
      unitNumber: "12",
      colorName: "gray",
      updatedBy: "Dana R.",
      updatedOn: Date.UTC(2026, 10, 20, 1),
      is: ["active", "assigned"]
    },
    {
      lockID: LockId.make(2),
      serialCode: "40001002",
      statusName: "Lost",
      statusCode: 1002,
      facilityName: "Maple Street Annex",
      facilityID: FacilityId.make(8),
      unitNumber: "120",
      colorName: "green",
      updatedBy: "Ann",
      updatedOn: Date.UTC(2026, 10, 19, 23),
      is: ["inactive"]
    },
    {
      lockID: LockId.make(3),
      serialCode: "40001003",
      statusName: "Tenant Using Lock",
      statusCode: 1006,
      facilityName: null,
      facilityID: null,
      unitNumber: null,
      colorName: "red",
      updatedBy: null,
      updatedOn: null,
      is: ["inventory", "active"]
    }
  ])
  const now = Date.UTC(2026, 10, 20, 12)

  it.each([
    ["status:lost", [2]],
    ["status:1002", [2]],
    ["status:tenant-using", [3]],
    ["status:lo", [2, 3]],
    ["-status:lost", [1, 3]],
    ["status:lost status:available", [1, 2]],
    ["status:lost facility:maple", [2]],
    ["status:nowhere", []],
    ['facility:"maple street"', [1]],
    ["facility:maple", [1, 2]],
    ["facility:8", [2]],
    ["-facility:maple", [3]],
    ["unit:12", [1]],
    ["unit:1", [1, 2]],
    ["-unit:12", [2, 3]],
    ["color:gr", [1, 2]],
    ["by:dana", [1]],
    ["is:active", [1, 3]],
    ["is:act", [1, 3]],
    ["-is:active", [2]],
    ["is(inventory)", [3]],
    ["role:admin", []],
    ["-fms:yardi", []],
    ["updated:2026-11-20", [1]],
    ["updated:today", [1]],
    ["updated:yesterday", [2]],
    ["updated:12h", [1]],
    ["updated:2d", [1, 2]],
    ["updated:<2026-11-20", [2]],
    ["updated:>2026-11-18", [1, 2]],
    ["updated:>2026-11-19", [1]],
    ["updated:>=2026-11-19", [1, 2]],
    ["updated:<=2026-11-19", [2]],
    ["updated:2026-11-19..2026-11-20", [1, 2]],
    ["-updated:today", [2, 3]],
    ["updated:today updated:yesterday", [1, 2]],
    ["4000 status:lost", [2]],
    [":", [1, 2]],
    [": 12", [1, 2]],
    [": 4000", []]
  ])("%s", (input, expected) => {
    expect(found(index, input, { now })).toEqual(expected)
  })

  it("count days from midnight in the user's time zone", () => {
    expect(found(index, "updated:2026-11-19", { now, utcOffsetMinutes: -480 })).toEqual([1, 2])
    expect(found(index, "updated:today", { now: Date.UTC(2026, 10, 20, 2), utcOffsetMinutes: -480 })).toEqual([1, 2])
  })
  it("match no relative day without the current time", () => {
    expect(found(index, "updated:today")).toEqual([])
    expect(found(index, "updated:2026-11-20")).toEqual([1])
  })
  it("forget an exact value with the last lock that has it", () => {
    const [exact, longer] = [
      { lockID: LockId.make(1), serialCode: "40001001", unitNumber: "12" },
      { lockID: LockId.make(2), serialCode: "40001002", unitNumber: "120" }
    ]
    const changing = LockIndex.of([exact, longer])
    expect(found(changing, "unit:12")).toEqual([1])
    changing.upsert([{ ...exact, unitNumber: "7" }])
    expect(found(changing, "unit:12")).toEqual([2])
    changing.upsert([exact])
    expect(found(changing, "unit:12")).toEqual([1])
    changing.remove([LockId.make(1)])
    expect(found(changing, "unit:12")).toEqual([2])
  })
})
