import { describe, expect, it } from "vitest"
import { FacilityId } from "#core/base/ids.ts"
import { placeKept, ranged, toggled } from "#web/features/subdomains/marking.ts"

const options = [1, 2, 3, 4, 5].map((value) => ({
  value: FacilityId.make(value),
  label: `Place ${value}`,
  companySubdomainID: null
}))
const placesOf = (values: ReadonlyArray<number>) =>
  new Map(values.map((value, place) => [FacilityId.make(value), place]))

describe("marking", () => {
  it("toggles one row", () => {
    expect([...toggled(new Set([1].map((id) => FacilityId.make(id))), options[1])]).toEqual([1, 2])
    expect([...toggled(new Set([1, 2].map((id) => FacilityId.make(id))), options[0])]).toEqual([2])
    expect([...toggled(new Set([1].map((id) => FacilityId.make(id))), undefined)]).toEqual([1])
  })

  it("covers a range in either direction, in addition to earlier marks", () => {
    expect([...ranged(options, { from: 1, marked: new Set() }, 3)]).toEqual([2, 3, 4])
    expect([...ranged(options, { from: 3, marked: new Set([5].map((id) => FacilityId.make(id))) }, 2)]).toEqual([
      5, 3, 4
    ])
  })

  it("moves the current row to the next remaining one, or else to the previous one", () => {
    expect(placeKept(FacilityId.make(3), options, placesOf([1, 2, 3]))).toBe(2)
    expect(placeKept(FacilityId.make(3), options, placesOf([1, 2, 5]))).toBe(2)
    expect(placeKept(FacilityId.make(4), options, placesOf([1, 2]))).toBe(1)
    expect(placeKept(FacilityId.make(4), options, placesOf([]))).toBe(0)
  })
})
