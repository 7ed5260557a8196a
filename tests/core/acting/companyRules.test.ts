import { describe, expect, it } from "vitest"
import { keptMaxLocks, newCompanyIssues, overridesAfter, paidThroughOf } from "#core/acting/companyRules.ts"
import { hostileTexts } from "../../hostile/hostileValues.ts"

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

describe("a new company", () => {
  const good = {
    companyName: "Birch",
    ownerFirstName: "Bo",
    ownerLastName: "Birch",
    ownerEmail: "bo@birch.example.com"
  }
  const issuesOf = (wrong: Partial<typeof good>) =>
    newCompanyIssues({ ...good, ...wrong }).map(({ path, message }) => `${path}: ${message}`)

  it("needs a name, and a first Owner with an email", () => {
    expect(issuesOf({})).toEqual([])
    expect(issuesOf({ companyName: "B" })).toEqual(["companyName: Company name must be at least 2 characters."])
    expect(issuesOf({ companyName: "B".repeat(101) })).toEqual([
      "companyName: Company name cannot be more than 100 characters."
    ])
    expect(issuesOf({ ownerFirstName: " ", ownerLastName: "B".repeat(51), ownerEmail: "bo@birch" })).toEqual([
      "ownerFirstName: First name is required.",
      "ownerLastName: Last name cannot be more than 50 characters.",
      "ownerEmail: Email is invalid"
    ])
  })

  it("accepts hostile texts as names if they are short and visible, and none as an email", () => {
    // Control and direction characters and unpaired surrogates are not shown.
    const shown = (text: string): number => text.replaceAll(/[\p{Cc}\p{Cf}\p{Cs}\s]/gu, "").length
    for (const text of hostileTexts) {
      if (shown(text) === 0 || text.length > 100) {
        expect([text, issuesOf({ companyName: text })]).toEqual([text, [expect.stringMatching(/^companyName: /)]])
      }
      expect([text, issuesOf({ ownerEmail: text })]).toEqual([text, [expect.stringMatching(/^ownerEmail: /)]])
    }
    for (const text of ["<script>alert(1)</script>", "'; DROP TABLE locks; --", "=1+1", "{{7*7}}", "__proto__"]) {
      expect(issuesOf({ companyName: text, ownerFirstName: text, ownerLastName: text })).toEqual([])
    }
  })
})
