import { Result } from "effect"
import { describe, expect, it } from "vitest"
import { Role, type RoleId } from "#core/auth/roles.ts"
import { permissionsOf } from "#core/auth/permissions.ts"
import { FacilityId, LockId } from "#core/base/ids.ts"
import {
  changeOf,
  combinationRefusal,
  type LockState,
  type LockSurroundings,
  type LockPatch,
  transferRefusal
} from "#core/locks/lockChangeRules.ts"
import { statusChoices } from "#core/locks/lockRules.ts"
import { LockStatus, type LockStatusId } from "#core/locks/lockStatuses.ts"
import { LockLimitReached } from "#core/activation/ActivationErrors.ts"
import { person } from "../../support/person.ts"

/** Statuses that need a unit, copied by hand from the settled readings. */
const bearing: ReadonlyArray<number> = [1003, 1004, 1005, 1006, 1008]
const assigned: ReadonlyArray<number> = [1004, 1005, 1006, 1008]
const uncounted: ReadonlyArray<number> = [1002, 1007, 1009]

const lock = (status: LockStatusId, more: Partial<LockState> = {}): LockState => ({
  facilityID: FacilityId.make(1),
  status,
  unit: bearing.includes(status) ? "B-1" : null,
  color: -4144960,
  isActive: true,
  ...more
})
const around = (more: Partial<LockSurroundings> = {}): LockSurroundings => ({
  lockID: LockId.make(7),
  locksPerUnit: 4,
  othersIn: () => 0,
  roomAt: () => null,
  ...more
})
const full = (facilityID: FacilityId) => new LockLimitReached({ data: { facilityID, countedLocks: 1, maxLocks: 1 } })

const outcome = (role: RoleId, before: LockState, patch: LockPatch, more: Partial<LockSurroundings> = {}) => {
  const result = changeOf(person(role), before, patch, around(more))
  if (Result.isSuccess(result)) return result.success
  const { _tag, ...rest } = result.failure
  const reason = "data" in rest && "reason" in rest.data ? ` ${rest.data.reason}` : ""
  return `${_tag}${reason}`
}

describe("changing the status", () => {
  it("follows the role's choices, from every status to every status", () => {
    for (const role of Role.ids) {
      for (const from of LockStatus.ids) {
        const choices = statusChoices(person(role), from)
        for (const to of LockStatus.ids) {
          const patch: LockPatch = role === Role.id.CallCenterAgent ? { status: to } : { status: to, unit: "B-1" }
          const got = outcome(role, lock(from), patch)
          const allowed = to === from || choices.includes(to)
          expect([role, from, to, typeof got === "string" ? got : got.status]).toEqual([
            role,
            from,
            to,
            allowed ? to : "StatusRefused"
          ])
        }
      }
    }
  })

  it("clears the unit if the new status has none, and keeps it otherwise", () => {
    for (const to of LockStatus.ids) {
      expect([to, outcome(Role.id.Admin, lock(1004), { status: to })]).toMatchObject([
        to,
        { status: to, unit: bearing.includes(to) ? "B-1" : null }
      ])
      // A unit sent with a status that has none is ignored.
      if (!bearing.includes(to))
        expect(outcome(Role.id.Admin, lock(1004), { status: to, unit: "C-2" })).toMatchObject({ unit: null })
    }
  })

  it("lists the allowed statuses", () => {
    const refused = changeOf(person(Role.id.CallCenterAgent), lock(1003), { status: 1001 }, around())
    expect(Result.isFailure(refused) && refused.failure).toMatchObject({
      data: { from: 1003, to: 1001, choices: [1006] }
    })
  })
})

describe("setting the unit", () => {
  it("is refused alone if the status has none, because the unit would be lost silently", () => {
    for (const { id: status } of LockStatus.rows) {
      const got = outcome(Role.id.Admin, lock(status), { unit: "C-7" })
      if (bearing.includes(status)) expect(got).toMatchObject({ status, unit: "C-7" })
      else expect(got).toBe("UnitRefused NoUnit")
    }
  })

  it("is required by each status that needs one, and by no other", () => {
    for (const status of LockStatus.ids.filter((id) => id !== 1001)) {
      for (const unit of [undefined, null, "", "   "]) {
        const patch = { status, ...(unit === undefined ? {} : { unit }) }
        const got = outcome(Role.id.Admin, lock(1001), patch)
        if (bearing.includes(status)) expect([status, unit, got]).toEqual([status, unit, "UnitRefused Required"])
        else expect([status, unit, got]).toMatchObject([status, unit, { status, unit: null }])
      }
    }
  })

  it("trims the unit", () => {
    expect(outcome(Role.id.Admin, lock(1004), { unit: " C 12 " })).toMatchObject({ unit: "C 12" })
  })

  it("is not allowed or required for a Call Center Agent", () => {
    const agent = Role.id.CallCenterAgent
    expect(outcome(agent, lock(1003), { unit: "C-2" })).toBe("UnitRefused NotEditable")
    expect(outcome(agent, lock(1003), { unit: null })).toBe("UnitRefused NotEditable")
    expect(outcome(agent, lock(1003), { unit: "B-1", status: 1006 })).toMatchObject({ status: 1006, unit: "B-1" })
    // On Dropbox has no unit and Tenant Using Lock needs one, which the agent can't set.
    expect(outcome(agent, lock(1010), { status: 1006 })).toMatchObject({ status: 1006, unit: null })
  })

  it("is neither allowed nor required for a lock in the inventory", () => {
    const stored = lock(1001, { facilityID: null })
    expect(outcome(Role.id.Admin, stored, { status: 1004, unit: "B-1" })).toBe("UnitRefused Inventory")
    expect(outcome(Role.id.Admin, stored, { status: 1004 })).toMatchObject({ status: 1004, unit: null })
  })

  it("allows one lock per unit if that is the limit, only in statuses that count as assigned", () => {
    for (const status of LockStatus.ids.filter((id) => bearing.includes(id))) {
      for (const locksPerUnit of [1, 2, 4]) {
        for (const others of [0, 1]) {
          const got = outcome(
            Role.id.Admin,
            lock(1001),
            { status, unit: "B-1" },
            { locksPerUnit, othersIn: () => others }
          )
          const taken = locksPerUnit === 1 && others > 0 && assigned.includes(status)
          expect([status, locksPerUnit, others, typeof got === "string" ? got : "ok"]).toEqual([
            status,
            locksPerUnit,
            others,
            taken ? "UnitRefused Taken" : "ok"
          ])
        }
      }
    }
    // A lock that already shares its unit can still change its color.
    const more = { locksPerUnit: 1, othersIn: () => 1 }
    expect(outcome(Role.id.Admin, lock(1004), { color: -256 }, more)).toMatchObject({ color: -256, unit: "B-1" })
  })
})

describe("changing the combination", () => {
  it("works for an Available lock, or one set to Available at the same time, and never for 1006 and 1008", () => {
    for (const status of LockStatus.ids) {
      const closed = status === 1006 || status === 1008
      expect([status, outcome(Role.id.Admin, lock(status), { newCode: true })]).toEqual([
        status,
        closed ? "CombinationRefused Status" : status === 1001 ? lock(1001) : "LockNotAvailable"
      ])
      const together = outcome(Role.id.Admin, lock(status), { newCode: true, status: 1001 })
      if (closed) expect(together).toBe("CombinationRefused Status")
      else expect(together).toMatchObject({ status: 1001, unit: null })
    }
    expect(outcome(Role.id.Admin, lock(1001), { newCode: true, status: 1002 })).toBe("LockNotAvailable")
  })

  it("requires Write on Locks", () => {
    for (const role of Role.ids) {
      const refusal = combinationRefusal(person(role), 1001)
      expect([role, refusal?.data.reason ?? null]).toEqual([role, role === Role.id.Vendor ? "NoPermission" : null])
    }
    const reader = person(Role.id.Admin, { Permissions: permissionsOf(Role.id.Admin, { 1: 1 }) })
    expect(combinationRefusal(reader, 1006)?.data.reason).toBe("NoPermission")
  })
})

describe("transferring to another facility", () => {
  it("clears the unit unless a new one is given, and requires one if the status does", () => {
    expect(outcome(Role.id.Admin, lock(1004), { facilityID: FacilityId.make(2) })).toBe("UnitRefused Required")
    expect(outcome(Role.id.Admin, lock(1004), { facilityID: FacilityId.make(2), unit: "Z-9" })).toMatchObject({
      facilityID: 2,
      unit: "Z-9"
    })
    // A status that needs a unit is reset when the unit is cleared.
    for (const status of LockStatus.ids) {
      expect(outcome(Role.id.Admin, lock(status), { facilityID: FacilityId.make(2), leavesUnit: true })).toMatchObject({
        facilityID: 2,
        unit: null,
        status: bearing.includes(status) ? 1001 : status
      })
    }
    expect(outcome(Role.id.Admin, lock(1001), { facilityID: FacilityId.make(2) })).toMatchObject({ facilityID: 2 })
  })

  it("respects the facility's limit if the lock counts", () => {
    for (const status of LockStatus.ids) {
      const patch = { facilityID: FacilityId.make(2), leavesUnit: true }
      const got = outcome(Role.id.Admin, lock(status), patch, { roomAt: full })
      expect([status, typeof got === "string" ? got : "ok"]).toEqual([
        status,
        uncounted.includes(status) ? "ok" : "LockLimitReached"
      ])
    }
    // Within its facility, a lock takes no additional place.
    expect(outcome(Role.id.Admin, lock(1002), { status: 1001 }, { roomAt: full })).toMatchObject({ status: 1001 })
  })

  it("is refused for a Call Center Agent, for a lock in the inventory, and into the inventory", () => {
    expect(outcome(Role.id.CallCenterAgent, lock(1003), { facilityID: FacilityId.make(2) })).toBe(
      "TransferRefused NotOffered"
    )
    expect(outcome(Role.id.Admin, lock(1001, { facilityID: null }), { facilityID: FacilityId.make(2) })).toBe(
      "TransferRefused Inventory"
    )
    expect(outcome(Role.id.Admin, lock(1001), { facilityID: null })).toBe("TransferRefused ToInventory")
    for (const role of Role.ids) {
      const reason = transferRefusal(person(role), FacilityId.make(1))?.data.reason ?? null
      expect([role, reason]).toEqual([role, role === Role.id.CallCenterAgent ? "NotOffered" : null])
    }
  })
})

it("an inactive lock can't be changed", () => {
  expect(outcome(Role.id.Admin, lock(1001, { isActive: false }), { color: -256 })).toBe("LockInactive")
})
