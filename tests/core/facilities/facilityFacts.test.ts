import fc from "../../support/properties.ts"
import { describe, expect, it } from "vitest"
import { choiceLabel } from "#core/facilities/choiceLabel.ts"
import { distanceOf, kilometersBetween } from "#core/facilities/distance.ts"
import { phoneDigits, phoneShown } from "#core/facilities/phone.ts"
import { regions, regionShown } from "#core/facilities/regions.ts"

describe("a phone number", () => {
  it.each([
    ["(555) 010-0200", "5550100200"],
    ["+1 555 010 0200", "5550100200"],
    ["555010020099", "5550100200"],
    ["x", ""]
  ])("from %j is %j", (text, digits) => expect(phoneDigits(text)).toBe(digits))

  it("is formatted with at most 14 characters, and read back", () => {
    expect(phoneShown("5550100200")).toBe("(555) 010-0200")
    fc.assert(
      fc.property(fc.stringMatching(/^[2-9]\d{0,9}$/), (digits) => {
        expect(phoneShown(digits).length).toBeLessThanOrEqual(14)
        expect(phoneDigits(phoneShown(digits))).toBe(digits)
      })
    )
  })
})

describe("a region", () => {
  it("is shown as 'Name (code)' by its code or name, and any other text unchanged", () => {
    expect(["OH", "oh", "Ohio", "QC", "BY", "Elsewhere", ""].map(regionShown)).toEqual([
      "Ohio (OH)",
      "Ohio (OH)",
      "Ohio (OH)",
      "Quebec (QC)",
      "Bavaria (BY)",
      "Elsewhere",
      ""
    ])
  })

  it("has a unique code: 50 states and the District, 13 provinces and territories, 16 German states", () => {
    expect(new Set(regions.map(({ code }) => code)).size).toBe(51 + 13 + 16)
    expect(regions.length).toBe(80)
  })
})

describe("the name of a facility in a dropdown", () => {
  it("has at most 30 characters", () => {
    const thirty = "Thirty characters of a name 30"
    expect([thirty.length, choiceLabel(thirty)]).toEqual([30, thirty])
    expect(choiceLabel(`${thirty}1`)).toBe("Thirty characters of a name 3…")
    expect(choiceLabel("🔒".repeat(31))).toBe(`${"🔒".repeat(29)}…`)
  })
})

describe("a distance", () => {
  it("is measured on a sphere with a radius of 6371 km", () => {
    const quarter = kilometersBetween({ lat: 0, lng: 0 }, { lat: 0, lng: 90 })
    expect(quarter).toBeCloseTo((6371 * Math.PI) / 2, 6)
    // New York to Los Angeles.
    expect(kilometersBetween({ lat: 40.7128, lng: -74.006 }, { lat: 34.0522, lng: -118.2437 })).toBeCloseTo(3936, -1)
    expect(distanceOf({ lat: 1, lng: 1 }, { lat: null, lng: 1 })).toBeNull()
  })
})
