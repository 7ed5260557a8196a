import { describe, expect, it } from "vitest"
import type { CompanyAccount } from "#core/acting/CompanyAccount.ts"
import { CompanyId } from "#core/base/ids.ts"
import { Feature, FeatureAccess, featureName } from "#core/companies/features.ts"
import { Tier } from "#core/companies/tiers.ts"
import {
  accountEdit,
  accountIssues,
  accountValues,
  byPlan,
  isSameAccount,
  maxLocksKinds
} from "#web/features/companies/accountValues.ts"
import { subscriptionState } from "#core/acting/subscriptionState.ts"

const { Reports, Subdomains } = Feature.id

const maple: CompanyAccount = {
  companyID: CompanyId.make(3),
  companyName: "Maple",
  subscriptionTier: Tier.id.Plus,
  paidThrough: "2099-12-31T10:00:00.000Z",
  subscriptionSuspended: false,
  maxLocksPerFacility: 250,
  ownMaxLocks: false,
  featureOverrides: { [String(Reports)]: FeatureAccess.id.Off },
  features: {},
  facilities: 1,
  users: 2,
  createdOn: "2026-01-01T00:00:00.000Z",
  version: "v",
  updatedBy: null
}

describe("the company form", () => {
  it("sends nothing if unchanged, even if its end date has a time", () => {
    const values = accountValues(maple)
    expect(accountEdit({ ...values, companyName: "  Maple " }, maple)).toEqual({ version: "v" })
    expect(isSameAccount({ ...values, companyName: "  Maple " }, values)).toBe(true)
  })

  it("sends changes with the version they are based on", () => {
    const values = accountValues(maple)
    expect(
      accountEdit(
        {
          companyName: "Oak",
          subscriptionTier: Tier.id.Premium,
          paidThrough: "2100-02-28",
          maxLocks: maxLocksKinds.own,
          ownMax: "40",
          features: { ...values.features, [String(Reports)]: byPlan, [String(Subdomains)]: FeatureAccess.id.On }
        },
        maple
      )
    ).toEqual({
      version: "v",
      companyName: "Oak",
      subscriptionTier: Tier.id.Premium,
      paidThrough: "2100-02-28T23:59:59.000Z",
      maxLocksPerFacility: 40,
      featureOverrides: { [String(Reports)]: null, [String(Subdomains)]: FeatureAccess.id.On }
    })
    expect(accountEdit({ ...values, paidThrough: "", maxLocks: maxLocksKinds.unlimited }, maple)).toEqual({
      version: "v",
      paidThrough: null,
      maxLocksPerFacility: "unlimited"
    })
  })

  it("shows an error at each invalid field", () => {
    const values = { ...accountValues(maple), maxLocks: maxLocksKinds.own }
    for (const ownMax of ["", "0", "-1", "1.5", "1e3", "0x10", "٣", "1000001", "9".repeat(400)]) {
      expect(accountIssues({ ...values, ownMax }), ownMax).toEqual({
        maxLocksPerFacility: "Enter a number from 1 to 1,000,000."
      })
    }
    expect(accountIssues({ ...values, ownMax: " 1000000 " })).toEqual({})
    expect(accountIssues({ ...accountValues(maple), companyName: " a ", paidThrough: "2027-02-30" })).toEqual({
      companyName: "Company name must be at least 2 characters.",
      paidThrough: "Enter a day such as 2027-12-31."
    })
    // A hidden field isn't validated.
    expect(accountIssues({ ...accountValues(maple), ownMax: "x" })).toEqual({})
  })

  it("shows readable feature names", () => {
    expect(Feature.ids.map(featureName).slice(0, 3)).toEqual(["FMS Integration", "Custom Roles", "Bulk Import"])
    expect(featureName(Feature.id.IntegrationAPI)).toBe("Integration API")
    expect(featureName(Feature.id.TextToRelease)).toBe("Text To Release")
  })
})

describe("a subscription", () => {
  it("is active until its end, unless it is suspended", () => {
    const end = Date.parse("2099-12-31T10:00:00.000Z")
    expect(subscriptionState(maple, end - 1)).toBe("Active")
    expect(subscriptionState(maple, end)).toBe("Lapsed")
    expect(subscriptionState({ ...maple, subscriptionSuspended: true }, end - 1)).toBe("Suspended")
    expect(subscriptionState({ ...maple, paidThrough: null }, end)).toBe("None")
  })
})
