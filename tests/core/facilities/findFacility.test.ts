import { describe, expect, it } from "vitest"
import { FacilityId } from "#core/base/ids.ts"
import { findFacility } from "#core/facilities/findFacility.ts"

const facilities = [
  { facilityID: 1, facilityName: "Maple St" },
  { facilityID: 2, facilityName: "Maple Street North" },
  { facilityID: 3, facilityName: "Harbour  Point" },
  { facilityID: 12, facilityName: "7" },
  { facilityID: 7, facilityName: "Old Mill Point" },
  { facilityID: 20, facilityName: "5th & Pine" }
].map(({ facilityID, facilityName }) => ({ facilityID: FacilityId.make(facilityID), facilityName }))

const found = (text: string) => {
  const match = findFacility(facilities, text)
  switch (match.kind) {
    case "found":
      return match.one.facilityID
    case "ambiguous":
      return match.candidates.map((facility) => facility.facilityID)
    case "unknown":
      return null
  }
}

describe("finding a facility by text", () => {
  it("prefers the whole name or the ID over any part", () => {
    expect(found("maple st")).toBe(1)
    expect(found(" Harbour Point ")).toBe(3)
    expect(found("2")).toBe(2)
  })

  it("prefers the start of a single name, then part of a single name", () => {
    expect(found("maple street")).toBe(2)
    expect(found("old")).toBe(7)
    expect(found("mill")).toBe(7)
  })

  it("returns all names if several match, instead of choosing", () => {
    expect(found("maple")).toEqual([1, 2])
    expect(found("point")).toEqual([3, 7])
    expect(found("7")).toEqual([12, 7])
  })

  it("finds nothing for empty text", () => {
    expect(found("Elm")).toBeNull()
    // A number is an ID or a whole name, even if a name begins with it.
    expect(found("5th")).toBe(20)
    expect(found("5")).toBeNull()
    expect(found("  ")).toBeNull()
  })
})
