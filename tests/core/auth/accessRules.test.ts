import { Context } from "effect"
import { describe, expect, it } from "vitest"
import { words } from "#core/api/problem.ts"
import { anybody, DeclaredAccess, declaredAccess, reads, signedIn, writes } from "#core/auth/Access.ts"
import { accessLevel, accessRefusal, featureRefusal } from "#core/auth/accessRules.ts"
import { permissionsOf } from "#core/auth/permissions.ts"
import { Role } from "#core/auth/roles.ts"
import { CompanyId } from "#core/base/ids.ts"
import { Feature, FeatureAccess, featuresOf } from "#core/companies/features.ts"
import { Tier } from "#core/companies/tiers.ts"
import { person } from "../../support/person.ts"

const vendor = person(Role.id.Vendor)
const admin = person(Role.id.Admin)

describe("access", () => {
  it("is open to anyone, to a session, or to a permission", () => {
    expect(accessRefusal(null, anybody)).toBeNull()
    expect(accessRefusal(null, signedIn)).toMatchObject({ _tag: "SignedOut" })
    expect(accessRefusal(null, reads(1))).toMatchObject({ _tag: "SignedOut" })
    expect(accessRefusal(vendor, signedIn)).toBeNull()
    expect(accessRefusal(vendor, reads(1))).toBeNull()
    expect(accessRefusal(vendor, writes(1))).toMatchObject({ _tag: "AccessDenied", data: { area: 1, level: 2 } })
    expect(accessRefusal(vendor, reads(13))).toMatchObject({ _tag: "AccessDenied", data: { area: 13, level: 1 } })
    expect(accessRefusal(admin, writes(13))).toBeNull()
  })

  it("treats a missing area as None", () => {
    const { "1": _, ...others } = permissionsOf(Role.id.Owner)
    const owner = person(Role.id.Owner, { Permissions: others })
    expect(accessLevel(owner, 1)).toBe(0)
    expect(accessRefusal(owner, reads(1))).toMatchObject({ _tag: "AccessDenied" })
    expect(accessRefusal(owner, reads(5))).toBeNull()
  })

  it("checks the permission first, then the role, then the feature", () => {
    const access = writes(2, { roles: new Set([1, 2]), feature: Feature.id.BulkImport })
    const locksOnly = { Features: featuresOf(Tier.id.LocksOnly, true) }
    expect(accessRefusal(vendor, access)).toMatchObject({ _tag: "AccessDenied" })
    expect(accessRefusal(admin, access)).toMatchObject({ _tag: "RoleNotAllowed", data: { roles: [1, 2] } })
    expect(accessRefusal(person(Role.id.SiteAdmin, locksOnly), access)).toMatchObject({
      _tag: "FeatureNotIncluded",
      data: { feature: 3, access: 2 }
    })
    expect(accessRefusal(person(Role.id.SiteAdmin), access)).toBeNull()
  })

  it("says when the plan includes a feature that is off because the subscription has lapsed or is suspended", () => {
    const lapsed = { subscriptionTier: Tier.id.Plus, Features: featuresOf(Tier.id.Plus, false) }
    const refused = featureRefusal(person(Role.id.Owner, lapsed), Feature.id.Subdomains)
    expect(refused?.data).toEqual({ feature: 7, access: 2, turnedOff: true })
    const suspended = person(Role.id.Owner, { ...lapsed, subscriptionSuspended: true })
    expect(featureRefusal(suspended, Feature.id.Subdomains)?.data).toEqual({ ...refused?.data, suspended: true })
    const basic = { subscriptionTier: Tier.id.Basic, Features: featuresOf(Tier.id.Basic, false) }
    expect(featureRefusal(person(Role.id.Owner, basic), Feature.id.Subdomains)?.data).toEqual({ feature: 7, access: 2 })
  })

  it("says that a feature of the plan is off because the head office turned it off, even without a subscription", () => {
    const Features = featuresOf(Tier.id.Plus, false, { [Feature.id.Subdomains]: FeatureAccess.id.Off })
    const off = { subscriptionTier: Tier.id.Plus, Features, subscriptionSuspended: true }
    const refused = featureRefusal(person(Role.id.Owner, off), Feature.id.Subdomains)
    expect(refused?.data).toEqual({ feature: 7, access: 0, turnedOff: true })
    expect(refused === null ? null : words(refused)).toEqual({
      error: "Your plan includes Subdomains, but it is turned off.",
      next: "Contact support."
    })
  })

  it("names the company whose plan lacks a feature if the head office acts for it", () => {
    const acting = { companyName: "Birch Storage", ownCompanyID: CompanyId.make(1), companyID: CompanyId.make(3) }
    const basic = { ...acting, subscriptionTier: Tier.id.Basic, Features: featuresOf(Tier.id.Basic, true) }
    const refused = featureRefusal(person(Role.id.SiteAdmin, basic), Feature.id.Subdomains)
    expect(refused?.data).toEqual({ feature: 7, access: 2, actingFor: "Birch Storage" })
  })

  it("treats a missing feature as Off", () => {
    expect(featureRefusal(person(Role.id.Owner, { Features: {} }), Feature.id.Reports)).toMatchObject({
      data: { feature: 8, access: 0 }
    })
  })

  it("is read from an endpoint, and is null if it isn't declared", () => {
    expect(declaredAccess({ annotations: Context.empty() })).toBeNull()
    expect(declaredAccess({ annotations: Context.make(DeclaredAccess, signedIn) as Context.Context<never> })).toBe(
      signedIn
    )
  })
})
