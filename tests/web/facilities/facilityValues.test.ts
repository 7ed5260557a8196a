import { describe, expect, it } from "vitest"
import { CompanyId, FacilityId } from "#core/base/ids.ts"
import type { FacilityDetail } from "#core/facilities/FacilityDetail.ts"
import { facilitySteps } from "#core/facilities/facilitySteps.ts"
import { fmsFieldsOf } from "#core/fms/fmsFields.ts"
import { Role } from "#core/auth/roles.ts"
import { originOf } from "#web/features/facilities/facilityPath.ts"
import {
  editOf,
  firstWrong,
  fmsChanged,
  newValues,
  payloadOf,
  stepIssues,
  valuesOf
} from "#web/features/facilities/facilityValues.ts"
import { person } from "../../support/person.ts"

const steps = facilitySteps(person(Role.id.Admin))
const detail: FacilityDetail = {
  facilityID: FacilityId.make(3),
  companyID: CompanyId.make(1),
  facilityName: "Maple St",
  facilityURL: "",
  facilityDisplayName: "",
  companyDisplayName: "acme",
  email: "",
  phoneNumber: "5550100200",
  phoneNumberCustomerService: "",
  no_Of_Units: 0,
  street: "",
  city: "",
  state: "",
  zip: "",
  lat: null,
  lng: null,
  managementSoftware: 2,
  managementSoftwareType: "Sitelink by Storable",
  isActive: true,
  includedInAPI: true,
  no_of_locks: 0,
  lockCount: 0,
  companySubdomainID: null,
  version: 4,
  updatedBy: null,
  userReportNotifications: [],
  transferTo: null,
  mode: 1,
  externalFacilityId: "",
  corporateCode: "C",
  corporateUsername: "u",
  locationCode: "L",
  baseUrl: "",
  databaseName: "",
  serverName: "",
  secretsSet: ["corporatePassword"]
}

describe("facility form values", () => {
  it("are sent back unchanged, without a secret that wasn't typed", () => {
    const edit = editOf(detail, payloadOf(valuesOf(detail), steps))
    expect(edit).toMatchObject({ facilityID: 3, version: 4, no_Of_Units: null, managementSoftware: 2, mode: 1 })
    expect(edit).toMatchObject({ corporateCode: "C", corporateUsername: "u", locationCode: "L" })
    expect(edit).not.toHaveProperty("corporatePassword")
    expect(firstWrong(steps, valuesOf(detail), detail, steps.length)).toBeNull()
  })

  it("skip FMS validation while nothing in it changes, and accept an old unknown region", () => {
    const bare = { ...detail, managementSoftware: 6, secretsSet: [], state: "Ontaria" }
    expect(firstWrong(steps, valuesOf(bare), bare, steps.length)).toBeNull()
    const touched = { ...valuesOf(bare), fms: { externalFacilityId: "" }, mode: 2 } as const
    expect(fmsChanged(valuesOf(bare), bare)).toBe(false)
    expect(fmsChanged(touched, bare)).toBe(true)
    expect(fmsChanged({ ...valuesOf(detail), fms: { corporatePassword: "typed" } }, detail)).toBe(true)
    expect(firstWrong(steps, { ...valuesOf(bare), state: "Ohia" }, bare, steps.length)?.issues["state"]).toContain(
      "Did you mean Ohio (OH)?"
    )
  })

  it("require a stored secret again when the software changes", () => {
    const fms = steps.at(-1) ?? expect.unreachable()
    const other = { ...valuesOf(detail), managementSoftware: 11, fms: { baseUrl: "https://x" } } as const
    expect(Object.keys(stepIssues(fms, other, detail))).toEqual(["corporatePassword"])
  })

  it("send only the chosen FMS's fields, and no hidden parts", () => {
    const values = {
      ...valuesOf(detail),
      managementSoftware: 1,
      fms: { corporateCode: "C", externalFacilityId: "E" }
    } as const
    expect(fmsFieldsOf(payloadOf(values, steps))).toEqual({ externalFacilityId: "E", corporateUsername: "" })
    const bare = payloadOf(values, steps.slice(0, 1))
    expect(
      ["externalFacilityId", "managementSoftware", "userReportNotifications"].filter((name) => name in bare)
    ).toEqual([])
  })

  it("start without software where it must be chosen, and stop at the first invalid step", () => {
    expect([newValues(true), newValues(false)].map(({ managementSoftware }) => managementSoftware)).toEqual([-1, 0])
    expect(firstWrong(steps, newValues(true), null, 3)?.at).toBe(0)
    expect(firstWrong(steps, newValues(true), null, 0)).toBeNull()
    const named = { ...newValues(true), facilityName: "x", phoneNumber: "5550100200" }
    expect(firstWrong(steps, named, null, steps.length)).toMatchObject({
      at: 3,
      issues: { managementSoftware: expect.any(String) }
    })
    expect(firstWrong(steps, { ...named, no_Of_Units: "many" }, null, 1)).toMatchObject({ at: 0 })
  })
})

describe("the form's origin", () => {
  it("is a known screen, never a URL", () => {
    expect([originOf("Dashboard").path, originOf("Facilities").path]).toEqual(["/dashboard", "/facilities"])
    expect(originOf(undefined)).toEqual({ title: "Facilities", path: "/facilities" })
  })
})
