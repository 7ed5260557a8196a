import { describe, expect, it } from "vitest"
import type { Facility } from "#core/facilities/Facility.ts"
import { nearestFirst } from "#web/app/nearestFirst.ts"

const facility = (facilityName: string, place: readonly [number, number] | null, facilityID = 1) =>
  ({ facilityID, facilityName, lat: place?.[0] ?? null, lng: place?.[1] ?? null }) as Facility

const facilities = [
  facility("Yard 10", null, 1),
  facility("yard 2", null, 2),
  facility("Far", [48, 11], 3),
  facility("Near B", [40, -80], 4),
  facility("Near A", [40, -80], 5),
  facility("Across the date line", [0, 179.9], 6)
]
const names = (here: { lat: number; lng: number } | null) =>
  nearestFirst(facilities, here).map(({ facilityName }) => facilityName)

describe("the facility order", () => {
  it("is natural order by name without a location", () => {
    expect(names(null)).toEqual(["Across the date line", "Far", "Near A", "Near B", "yard 2", "Yard 10"])
  })

  it("is by distance, then by name; facilities without a location are last, by name", () => {
    expect(names({ lat: 41, lng: -80 })).toEqual([
      "Near A",
      "Near B",
      "Far",
      "Across the date line",
      "yard 2",
      "Yard 10"
    ])
    expect(names({ lat: 0, lng: -179.9 })[0]).toBe("Across the date line")
  })
})
