import { describe, expect, it } from "vitest"
import { FacilityId, SubdomainId } from "#core/base/ids.ts"
import { findSubdomain } from "#core/subdomains/findSubdomain.ts"
import { facilityOption, isTaken, matchingOptions, transferLists } from "#core/subdomains/facilityTransfer.ts"
import type { Subdomain } from "#core/subdomains/Subdomain.ts"

const option = (facilityID: FacilityId, facilityName: string, companySubdomainID: SubdomainId | null = null) =>
  facilityOption({ facilityID, facilityName, companySubdomainID })
const options = [
  option(FacilityId.make(1), "Alder"),
  option(FacilityId.make(2), "Birch", SubdomainId.make(7)),
  option(FacilityId.make(3), "Cedar", SubdomainId.make(8)),
  option(FacilityId.make(4), "Alder East")
]
const names = (list: ReadonlyArray<{ readonly label: string }>) => list.map(({ label }) => label)

describe("the facility transfer lists", () => {
  it("hide facilities of other subdomains on the left until requested, and show assigned ones on the right", () => {
    const hidden = transferLists(options, new Set([FacilityId.make(4)]), SubdomainId.make(7), false)
    expect([names(hidden.left), names(hidden.right)]).toEqual([["Alder", "Birch"], ["Alder East"]])
    const all = transferLists(options, new Set([FacilityId.make(3)]), SubdomainId.make(7), true)
    expect([names(all.left), names(all.right)]).toEqual([["Alder", "Birch", "Alder East"], ["Cedar"]])
    expect(names(transferLists(options, new Set(), null, false).left)).toEqual(["Alder", "Alder East"])
    expect(options.map((each) => isTaken(each, SubdomainId.make(7)))).toEqual([false, false, true, false])
  })

  it("are filtered by part of the name, ignoring case", () => {
    expect(names(matchingOptions(options, " aLDer "))).toEqual(["Alder", "Alder East"])
    expect(matchingOptions(options, " ")).toBe(options)
  })
})

describe("finding a subdomain", () => {
  const named = (id: SubdomainId, subdomainUrl: string, displayName: string): Subdomain => ({
    id,
    subdomainUrl,
    displayName,
    facilityIDs: [],
    logo: null,
    version: 1,
    updatedBy: null
  })
  const all = [
    named(SubdomainId.make(1), "maple", "Maple"),
    named(SubdomainId.make(2), "oak", "Oak"),
    named(SubdomainId.make(3), "oak-2", "Oak")
  ]

  it("works by its URL, its ID, or a unique display name", () => {
    expect(["MAPLE", "2", " maple ", "oak-2"].map((typed) => findSubdomain(all, typed)?.id)).toEqual([1, 2, 1, 3])
    expect(findSubdomain(all.slice(0, 2), "Oak")?.id).toBe(2)
    expect(findSubdomain([all[0]!, all[2]!], "Oak")?.id).toBe(3)
    expect(findSubdomain([all[2]!, { ...all[1]!, subdomainUrl: "x" }], "Oak")).toBeUndefined()
    expect(findSubdomain(all, "elm")).toBeUndefined()
  })
})
