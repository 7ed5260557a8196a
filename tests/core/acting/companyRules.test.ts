import { describe, expect, it } from "vitest"
import { keptMaxLocks, overridesAfter, paidThroughOf } from "#core/acting/companyRules.ts"

describe("a company's subscription rules", () => {
  it("are paid through the last second of a day, or through an instant", () => {
    expect(paidThroughOf(" 2027-12-31 ")).toBe("2027-12-31T23:59:59.000Z")
    expect(paidThroughOf("2027-12-31T10:00:00.000Z")).toBe("2027-12-31T10:00:00.000Z")
    expect(["2027-02-30", "2027-13-01", "soon", ""].map(paidThroughOf)).toEqual([null, null, null, null])
  })

  it("keep a separate lock limit, unlimited, or the plan's", () => {
    expect(keptMaxLocks("plan")).toEqual({ own: false, max: null })
    expect(keptMaxLocks("unlimited")).toEqual({ own: true, max: null })
    expect(keptMaxLocks(40)).toEqual({ own: true, max: 40 })
  })

  it("keep feature overrides until they are reset", () => {
    expect(overridesAfter({ "7": 1, "8": 2 }, { "8": null, "9": 0 })).toEqual({ "7": 1, "9": 0 })
    expect(overridesAfter({ "7": 1 }, undefined)).toEqual({ "7": 1 })
  })
})
