import { describe, expect, it } from "vitest"
import { FacilityId, LockId } from "#core/base/ids.ts"
import { LockIndex } from "#core/base/search/LockIndex.ts"
import { logTime } from "#web/app/times.ts"
import { lockRows } from "#web/features/locks/lockRows.ts"

const lock = (lockID: number, serialCode: string, facilityID: FacilityId | null, unitNumber: string | null = null) => ({
  lockID: LockId.make(lockID),
  serialCode,
  facilityID,
  facilityName: facilityID === null ? null : `Facility ${facilityID}`,
  unitNumber
})

const index = LockIndex.of([
  lock(1, "30000003", FacilityId.make(1), "B-114"),
  lock(2, "10482233", FacilityId.make(1), "a-7"),
  lock(3, "20482233", FacilityId.make(2), "B-115"),
  lock(4, "00000004", null),
  lock(5, "40001007", FacilityId.make(2), "1048")
])

const ids = (facilityID: FacilityId | null, text: string): ReadonlyArray<number> => {
  const rows = lockRows(index, { facilityID, text })
  return Array.from({ length: rows.count }, (_, place) => rows.idAt(place))
}

describe("the lock list", () => {
  it("has the locks with a facility, by serial code", () => {
    expect(ids(null, "")).toEqual([2, 3, 1, 5])
  })

  it("is filtered by facility", () => {
    expect(ids(FacilityId.make(2), "")).toEqual([3, 5])
    expect(ids(FacilityId.make(99), "")).toEqual([])
  })

  it("finds part of a serial code, grouped or not, and of a unit, ignoring case", () => {
    expect(ids(null, "0482")).toEqual([2, 3])
    expect(ids(null, "2048 2233")).toEqual([3])
    expect(ids(null, "1048")).toEqual([2, 5])
    expect(ids(null, " b-11 ")).toEqual([3, 1])
    expect(ids(null, "A-7")).toEqual([2])
    expect(ids(FacilityId.make(1), "b-11")).toEqual([1])
    expect(ids(null, "nowhere")).toEqual([])
  })

  it("finds an ID's position, and reads rows on demand", () => {
    const rows = lockRows(index, { facilityID: null, text: "" })
    expect(rows.placeOf(1)).toBe(2)
    expect(rows.placeOf(4)).toBe(-1)
    expect(rows.at(2)).toMatchObject({ lockID: 1, serialCode: "30000003" })
    expect(rows.at(99)).toBeUndefined()
  })
})

describe("the lock list as a grid", () => {
  const row = (lockID: number, serialCode: string, more: object) => ({
    ...lock(lockID, serialCode, FacilityId.make(1 + (lockID % 2))),
    ...more
  })
  const full = LockIndex.of([
    row(1, "30000003", {
      unitNumber: "B-10",
      statusCode: 1001,
      statusName: "Available",
      colorName: "red",
      updatedOn: 5
    }),
    row(2, "10000001", { unitNumber: "B-9", statusCode: 1004, statusName: "Assigned Overlock", updatedBy: "Ada" }),
    row(3, "20000002", {
      statusCode: 1001,
      statusName: "Available",
      updatedBy: "ben",
      updatedOn: Date.UTC(2026, 10, 20)
    })
  ])
  const narrowed = (narrowing: Partial<Parameters<typeof lockRows>[1]>): ReadonlyArray<number> => {
    const rows = lockRows(full, { facilityID: null, text: "", ...narrowing })
    return Array.from({ length: rows.count }, (_, place) => rows.idAt(place))
  }

  it("is sorted by every column, null last in both directions", () => {
    expect(narrowed({ sort: { column: "serialCode", desc: true } })).toEqual([1, 3, 2])
    expect(narrowed({ sort: { column: "unitNumber", desc: false } })).toEqual([2, 1, 3])
    expect(narrowed({ sort: { column: "unitNumber", desc: true } })).toEqual([1, 2, 3])
    expect(narrowed({ sort: { column: "secondaryLockStatus", desc: false } })).toEqual([2, 3, 1])
    expect(narrowed({ sort: { column: "updatedBy", desc: true } })).toEqual([3, 2, 1])
    expect(narrowed({ sort: { column: "updatedOn", desc: true } })).toEqual([3, 1, 2])
    expect(narrowed({ sort: { column: "facilityName", desc: true } })).toEqual([3, 1, 2])
  })

  it("is filtered by every column, combined with the search", () => {
    expect(narrowed({ filters: { secondaryLockStatus: "1001" } })).toEqual([3, 1])
    expect(narrowed({ filters: { secondaryLockStatus: "1001,1004" } })).toEqual([2, 3, 1])
    expect(narrowed({ filters: { color: "-65536" } })).toEqual([1])
    expect(narrowed({ filters: { updatedBy: "A" } })).toEqual([2])
    expect(narrowed({ filters: { updatedOn: "2026-11-20" } })).toEqual([3])
    expect(narrowed({ filters: { unitNumber: "b-" }, text: "1000" })).toEqual([2])
    expect(narrowed({ filters: { serialCode: "0000003" } })).toEqual([1])
  })
})

describe("the time of a log line", () => {
  it("is MM.dd.yyyy - h:mm aa in UTC", () => {
    expect(logTime("2026-11-20T00:05:00.000Z")).toBe("11.20.2026 - 12:05 AM")
    expect(logTime("2026-01-02T12:00:59.999Z")).toBe("01.02.2026 - 12:00 PM")
    expect(logTime("2025-06-27T14:38:40.679Z")).toBe("06.27.2025 - 2:38 PM")
  })
})
