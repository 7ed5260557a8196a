import { describe, expect, it } from "vitest"
import { Role } from "#core/auth/roles.ts"
import { FacilityId } from "#core/base/ids.ts"
import { featuresOf } from "#core/companies/features.ts"
import { Tier, type TierId } from "#core/companies/tiers.ts"
import { looksOnly } from "#core/facilities/facilityAccess.ts"
import { fmsChoices } from "#core/fms/fmsChoices.ts"
import {
  facilityIssue,
  facilityIssues,
  fmsIssues,
  fmsRefusal,
  inUseStatuses,
  isNameTaken,
  keptFacts
} from "#core/facilities/facilityRules.ts"
import { facilitySteps } from "#core/facilities/facilitySteps.ts"
import { Fms, type FmsId } from "#core/fms/fmsSystems.ts"
import { person } from "../../support/person.ts"

describe("the facility form", () => {
  it.each([
    ["facilityName", "Maple St", true],
    ["facilityName", " ", false],
    ["phoneNumber", "5550100200", true],
    ["phoneNumber", "", false],
    ["phoneNumber", "15550100200", false],
    ["phoneNumberCustomerService", "", true],
    ["phoneNumberCustomerService", "555", false],
    ["email", "", true],
    ["email", "a@b.example", true],
    ["email", "a@b", false],
    ["street", "", true],
    ["street", "abc", false],
    ["street", "abcd", true],
    ["street", "x".repeat(60), true],
    ["street", "x".repeat(61), false],
    ["facilityName", "\u202e\u200b\u0007", false],
    ["state", "", true],
    ["state", "oh", true],
    ["state", " Ohio ", true],
    ["state", "Ohiu", false]
  ] as const)("takes %s %j: %s", (field, text, taken) => {
    expect(facilityIssue(field, text) === null).toBe(taken)
  })

  it("says how long a text can be", () => {
    expect(facilityIssue("facilityName", "x".repeat(101))).toBe("Facility name cannot be more than 100 characters.")
    expect(facilityIssue("street", "abc")).toBe("Address must be at least 4 characters.")
    expect(facilityIssue("street", "x".repeat(61))).toBe("Address cannot be more than 60 characters.")
  })

  it("stores names on one line without control and direction characters, and a region as its code", () => {
    const facts = {
      facilityName: " Ma\u202eple\u0007\nSt\u200f ",
      facilityDisplayName: "A\tB",
      phoneNumber: "5550100200",
      phoneNumberCustomerService: "",
      email: "",
      street: "",
      city: "\u2067Fork\u2069",
      state: "new york",
      zip: ""
    }
    expect(keptFacts(facts)).toEqual({
      ...facts,
      facilityName: "Maple St",
      facilityDisplayName: "A B",
      city: "Fork",
      state: "NY"
    })
    expect(facilityIssue("state", "Ohiu")).toContain("Did you mean Ohio (OH)?")
    const old = { ...facts, state: "Bavary" }
    expect(facilityIssues(old, { state: "Bavary" })).toEqual([])
    expect(facilityIssues(old).map(({ path }) => path)).toEqual(["state"])
  })

  it("compares names by their visible text", () => {
    const there = [{ facilityID: FacilityId.make(3), facilityName: "Maple St" }]
    expect(isNameTaken(" MAPLE\u200b st", null, there)).toBe(true)
    expect(isNameTaken("Maple St", FacilityId.make(3), there)).toBe(false)
    expect(isNameTaken("Maple Street", null, there)).toBe(false)
  })

  it("requires the fields of 001 §5 for each FMS, and none for Via CSV", () => {
    const required: Readonly<Record<FmsId, number>> = { 0: 0, 1: 1, 2: 4, 3: 1, 6: 1, 8: 1, 10: 1, 11: 2, 12: 0, 13: 4 }
    for (const id of Fms.ids) {
      expect([id, fmsIssues(id, 1, {}).length]).toEqual([id, required[id]])
      expect([id, fmsIssues(id, 2, {})]).toEqual([id, []])
    }
  })

  it("neither offers nor changes Hummingbird and Storage 360", () => {
    const admin = person(Role.id.Admin)
    expect(fmsChoices(null)).toEqual([0, 1, 2, 3, 6, 10, 11, 13])
    expect(fmsChoices(8)).toContain(8)
    expect(fmsRefusal(admin, 0, 12)?._tag).toBe("FmsFixed")
    expect(fmsRefusal(admin, 12, 0)?._tag).toBe("FmsFixed")
    expect(fmsRefusal(admin, 8, 8)).toBeNull()
    expect(fmsRefusal(admin, 0, 2)).toBeNull()
    const without = person(Role.id.Admin, { Features: featuresOf(Tier.id.Premium, false) })
    expect(fmsRefusal(without, 0, 2)?._tag).toBe("FeatureNotIncluded")
    // A company that lost the plan can still disconnect.
    expect(fmsRefusal(without, 2, 0)).toBeNull()
  })

  it("has the steps of 001 §4 for every tier", () => {
    const stepsOf = (tier: TierId, active = true, hideLockCodesFlag = true) =>
      facilitySteps(
        person(Role.id.Admin, { subscriptionTier: tier, Features: featuresOf(tier, active), hideLockCodesFlag })
      ).map(({ title, parts }) => `${title}: ${parts.join(" ")}`)
    const contact = "Contact Details: contact"
    const address = "Address: address"
    const list = "Notification List: notifications"
    for (const tier of [3, 13, 4, 2, 12] as const) {
      expect(stepsOf(tier)).toEqual([contact, list, address, "FMS: fms"])
      expect(stepsOf(tier, true, false)).toEqual([contact, address, "FMS: fms"])
      expect(stepsOf(tier, false)).toEqual([contact, address])
    }
    for (const tier of [1, 11] as const) expect(stepsOf(tier)).toEqual([contact, "Address: address fms"])
    for (const tier of [0, 10, -1, -2] as const) expect(stepsOf(tier)).toEqual([contact, address])
  })

  it("is read-only for restricted roles", () => {
    expect(Role.ids.filter((roleID) => looksOnly({ roleID }))).toEqual([5, 7, 9, 11])
  })

  it("counts the statuses of 001 §3 as in use", () => {
    expect(inUseStatuses).toEqual([1003, 1004, 1005, 1006, 1008, 1010, 1011, 1012])
  })
})
