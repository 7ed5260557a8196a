import { describe, expect, it } from "vitest"
import { FacilityId } from "#core/base/ids.ts"
import { readFacilities } from "#core/imports/userImportRows.ts"

const facilities = [
  { facilityID: FacilityId.make(1), facilityName: "Maple St" },
  { facilityID: FacilityId.make(2), facilityName: "Alder Drive" }
]

describe("a cell of facilities", () => {
  it.each(["All", "all facilities"])("accepts '%s'", (text) => {
    expect(readFacilities(text, facilities)).toEqual({ facilityIDs: [], facilityAllIDs: true })
  })

  it("accepts names or ids", () => {
    expect(readFacilities("maple st; 2", facilities)).toEqual({ facilityIDs: [1, 2], facilityAllIDs: false })
  })

  it("names an unknown facility only beside others, because the issue shows the whole cell", () => {
    expect(readFacilities("Nowhere", facilities)).toEqual({ expected: "all, or names or ids of your facilities" })
    expect(readFacilities("Maple St; Nowhere", facilities)).toEqual({
      expected: "all, or names or ids of your facilities; none of them is 'Nowhere'"
    })
  })
})
