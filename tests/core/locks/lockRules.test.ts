import { describe, expect, it } from "vitest"
import { Role, type RoleId } from "#core/auth/roles.ts"
import { FacilityId } from "#core/base/ids.ts"
import {
  bearsUnit,
  codesHidden,
  combinationMasked,
  detailRefusal,
  mayEditUnit,
  seesStatus,
  statusChoices,
  unitRequired,
  unitTaken
} from "#core/locks/lockRules.ts"
import { searchRefusal, sortFields } from "#core/locks/lockSearch.ts"
import { LockStatus, type LockStatusId } from "#core/locks/lockStatuses.ts"
import { person } from "../../support/person.ts"

const callCenterAgent = 7
const restrictedPersonnel = 9
const bools = [false, true] as const

/** Every role with every combination of the flag and the setting. */
const everybody = Role.ids.flatMap((role) =>
  bools.flatMap((hideLockCodesFlag) => bools.map((hideLockCodes) => person(role, { hideLockCodesFlag, hideLockCodes })))
)
const withCodes = (role: RoleId, hidden: boolean) => person(role, { hideLockCodes: hidden, hideLockCodesFlag: hidden })

describe("masking", () => {
  it("applies to every role if flag and setting are both on, and always for Tenant Using Lock and Assigned Auction", () => {
    for (const user of everybody) {
      expect(codesHidden(user)).toBe(user.hideLockCodes && user.hideLockCodesFlag)
      for (const status of LockStatus.ids) {
        const expected = (user.hideLockCodes && user.hideLockCodesFlag) || status === 1006 || status === 1008
        expect([user.roleID, status, combinationMasked(user, status)]).toEqual([user.roleID, status, expected])
      }
    }
  })
})

describe("opening a lock", () => {
  it("is refused only to Restricted Personnel for 1006 and 1008 while codes are not hidden", () => {
    for (const user of everybody) {
      for (const status of LockStatus.ids) {
        const refused =
          user.roleID === restrictedPersonnel && !codesHidden(user) && (status === 1006 || status === 1008)
        expect([user.roleID, status, detailRefusal(user, status)?._tag ?? null]).toEqual([
          user.roleID,
          status,
          refused ? "LockDetailDenied" : null
        ])
      }
    }
  })
})

describe("allowed status choices", () => {
  /** 001 §4, written out: a Call Center Agent's choices from each status. */
  const ofAgents: Readonly<Record<LockStatusId, ReadonlyArray<number>>> = {
    1001: [],
    1002: [],
    1003: [1006],
    1004: [1003, 1006],
    1005: [1003, 1006],
    1006: [1003],
    1007: [],
    1008: [1003, 1006],
    1009: [],
    1010: [1003, 1006],
    1011: [1003, 1006],
    1012: [1003, 1006]
  }

  it.each(LockStatus.ids)("from %i", (from) => {
    const others = LockStatus.ids.filter((id) => id !== from)
    for (const user of everybody) {
      const expected =
        user.roleID === callCenterAgent
          ? ofAgents[from]
          : user.roleID === restrictedPersonnel && !codesHidden(user)
            ? others.filter((id) => id !== 1006 && id !== 1008)
            : others
      expect([user.roleID, statusChoices(user, from)]).toEqual([user.roleID, expected])
    }
  })
})

describe("units", () => {
  it("belong only to 1003, 1004, 1005, 1006 and 1008, and are required there of users who can edit them", () => {
    for (const user of everybody) {
      expect(mayEditUnit(user)).toBe(user.roleID !== callCenterAgent)
      for (const status of LockStatus.ids) {
        const bears = [1003, 1004, 1005, 1006, 1008].includes(status)
        expect(bearsUnit(status)).toBe(bears)
        expect(unitRequired(user, status)).toBe(bears && user.roleID !== callCenterAgent)
      }
    }
  })

  it("are limited to one lock only if one per unit is allowed and the status is assigned", () => {
    for (const status of LockStatus.ids) {
      const assigned = [1004, 1005, 1006, 1008].includes(status)
      expect(unitTaken(status, 1, 1)).toBe(assigned)
      expect(unitTaken(status, 1, 3)).toBe(assigned)
      expect(unitTaken(status, 1, 0)).toBe(false)
      expect(unitTaken(status, 4, 7)).toBe(false)
    }
  })
})

describe("the vendor's view", () => {
  it("hides the status only from vendors", () => {
    expect(Role.ids.filter((role) => !seesStatus(withCodes(role, true)))).toEqual([11])
  })

  it("can't be searched by status either", () => {
    const bySerial = { field: "serialCode", descending: false } as const
    const vendor = person(Role.id.Vendor)
    for (const [criteria, part] of [
      [{ status: [1001] }, "status"],
      [{ unit: "1", updatedBy: "Mia" }, "updatedBy"]
    ] as const) {
      expect(searchRefusal(vendor, criteria, bySerial)).toMatchObject({ _tag: "SearchNotShown", data: { part } })
      expect(searchRefusal(person(Role.id.Personnel), criteria, bySerial)).toBeNull()
    }
    for (const field of sortFields) {
      const hidden = ["secondaryLockStatus", "updatedOn", "updatedBy"].includes(field)
      expect([field, searchRefusal(vendor, {}, { field, descending: true })?.data.part]).toEqual([
        field,
        hidden ? field : undefined
      ])
    }
    expect(
      searchRefusal(
        vendor,
        { text: "1", unit: "2", color: -256, inventory: true, facilityID: FacilityId.make(1) },
        bySerial
      )
    ).toBeNull()
  })
})
