import { describe, expect, it } from "vitest"
import { words } from "#core/api/problem.ts"
import { Role, type RoleId } from "#core/auth/roles.ts"
import { CompanyId, FacilityId, UserId } from "#core/base/ids.ts"
import { offeredRoles, userEditRefusal, userIssues } from "#core/team/userRules.ts"
import { person } from "../../support/person.ts"

/** The roles that each role can assign and change, copied by hand from 000 §6, 002 §6 and decision 60. */
const handles: Readonly<Record<number, ReadonlyArray<number>>> = {
  1: [1, 2, 3, 4, 5, 6, 7, 9, 10, 11],
  2: [2, 3, 4, 5, 6, 7, 9, 10, 11],
  3: [5, 7, 9, 11],
  4: [5, 7, 9, 11],
  5: [5, 7, 9, 11],
  6: [5, 7, 9, 11],
  7: [5, 7, 9, 11],
  9: [5, 7, 9, 11],
  10: [4, 5, 7, 9, 10, 11],
  11: [5, 7, 9, 11]
}

describe("permission to assign and change a role", () => {
  it.each(Role.ids.map((id) => [Role.label(id), id] as const))("as %s", (_, id) => {
    const editor = person(id)
    const editable = Role.ids.filter(
      (roleID) => userEditRefusal(editor, { userID: UserId.make(2), roleID, facilityIDs: [] }) === null
    )
    expect(editable).toEqual(handles[id])
    expect(offeredRoles(editor).map((role) => role.id)).toEqual(handles[id])
  })

  it("never offers role 8", () => {
    for (const id of Role.ids) expect(offeredRoles(person(id)).map((role) => Number(role.id))).not.toContain(8)
  })

  it("includes Admins for an Admin with Edit Admins above Read, but never Owners", () => {
    const admin = person(Role.id.Admin)
    const editor = { ...admin, Permissions: { ...admin.Permissions, "8": { accessLevel: 2 as const } } }
    const refused = (roleID: RoleId) =>
      userEditRefusal(editor, { userID: UserId.make(2), roleID, facilityIDs: [] })?._tag
    expect([refused(Role.id.Admin), refused(Role.id.Owner)]).toEqual([undefined, "UserRoleRefused"])
  })

  it.each([
    [Role.id.SuperAdmin, "Only a Super Admin can, in their own company."],
    [Role.id.SiteAdmin, "Only a Super Admin or a Site Admin can, in their own company."],
    [Role.id.SiteCallCenterAgent, "Only a Super Admin or a Site Admin can, in their own company."]
  ])("of a site-level role is denied to Owners, with who has it: %i", (roleID, next) => {
    const refusal = userEditRefusal(person(Role.id.Owner), { userID: UserId.make(2), roleID, facilityIDs: [] })
    expect(refusal === null ? null : words(refusal).next).toBe(next)
  })

  it("includes no site-level role in another company", () => {
    const acting = person(Role.id.SuperAdmin, { companyID: CompanyId.make(2), ownCompanyID: CompanyId.make(1) })
    expect(offeredRoles(acting).map((role) => role.id)).toEqual([4, 5, 7, 9, 10, 11])
  })

  it("excludes the editor's own role, and users of facilities the editor doesn't have", () => {
    const editor = person(Role.id.Admin, { facilityIDs: [FacilityId.make(3), FacilityId.make(4)] })
    const refused = (userID: UserId, facilityIDs: ReadonlyArray<FacilityId>) =>
      userEditRefusal(editor, { userID, roleID: Role.id.Personnel, facilityIDs })?._tag
    expect(refused(UserId.make(1), [FacilityId.make(3)])).toBe("OwnUserRefused")
    expect([
      refused(UserId.make(2), [FacilityId.make(3)]),
      refused(UserId.make(2), [FacilityId.make(4), FacilityId.make(3)]),
      refused(UserId.make(2), []),
      refused(UserId.make(2), [FacilityId.make(3), FacilityId.make(5)])
    ]).toEqual([undefined, undefined, "UserElsewhere", "UserElsewhere"])
  })
})

describe("the user form", () => {
  const facts = { firstName: "A", lastName: "B", email: "a@b.example", roleID: 5, isActive: true, facilityIDs: [] }
  const messages = (more: object, all = true) => userIssues({ ...facts, ...more }, all).map(({ message }) => message)

  it("needs a name, an email and a role", () => {
    expect(messages({})).toEqual([])
    expect(messages({ firstName: " ", lastName: "\u200b", email: "", roleID: 0 })).toEqual([
      "First name is required.",
      "Last name is required.",
      "Email is required.",
      "Role is required."
    ])
    expect(messages({ roleID: 8 })).toEqual(["There is no role 8."])
    expect(messages({ roleID: 99 })).toEqual(["There is no role 99."])
    const emails = ["a@b", '=HYPERLINK("x")@x.com', "a,b@x.com", "a;b@x.com", "<a@x.com>", "a@[x.com]", "x:a@x.com"]
    for (const email of emails) expect(messages({ email })).toEqual(["Email is invalid"])
    for (const email of ["o'neil+desk@x.co.uk", "änne_ö@x.com"]) expect(messages({ email })).toEqual([])
    expect(messages({ firstName: "x".repeat(51) })).toEqual(["First name cannot be more than 50 characters."])
  })

  it("needs a facility unless all are selected", () => {
    expect(messages({}, false)).toEqual(["Choose at least one facility, or all of them."])
    expect(messages({ facilityIDs: [1] }, false)).toEqual([])
  })
})
