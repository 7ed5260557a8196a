import { Result } from "effect"
import { describe, expect, it } from "vitest"
import { Role, type RoleId } from "#core/auth/roles.ts"
import { permissionsOf } from "#core/auth/permissions.ts"
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

/** Statuses that bear a unit, by hand from the settled readings. */
const bearing: ReadonlyArray<number> = [1003, 1004, 1005, 1006, 1008]
const assigned: ReadonlyArray<number> = [1004, 1005, 1006, 1008]
const uncounted: ReadonlyArray<number> = [1002, 1007, 1009]

const lock = (status: LockStatusId, more: Partial<LockState> = {}): LockState => ({
  facilityID: 1,
  status,
  unit: bearing.includes(status) ? "B-1" : null,
  color: -4144960,
  isActive: true,
  ...more
})
const around = (more: Partial<LockSurroundings> = {}): LockSurroundings => ({
  lockID: 7,
  locksPerUnit: 4,
  othersIn: () => 0,
  roomAt: () => null,
  ...more
})
const full = (facilityID: number) => new LockLimitReached({ data: { facilityID, countedLocks: 1, maxLocks: 1 } })

const outcome = (role: RoleId, before: LockState, wish: LockPatch, more: Partial<LockSurroundings> = {}) => {
  const result = changeOf(person(role), before, wish, around(more))
  if (Result.isSuccess(result)) return result.success
  const { _tag, ...rest } = result.failure
  const reason = "data" in rest && "reason" in rest.data ? ` ${rest.data.reason}` : ""
  return `${_tag}${reason}`
}

describe("a change of status", () => {
  it("is what the choices of the role allow, from every status to every status", () => {
    for (const role of Role.ids) {
      for (const from of LockStatus.ids) {
        const choices = statusChoices(person(role), from)
        for (const to of LockStatus.ids) {
          const wish: LockPatch = role === Role.id.CallCenterAgent ? { status: to } : { status: to, unit: "B-1" }
          const got = outcome(role, lock(from), wish)
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

  it("clears the unit where the new status bears none, and keeps it where it does", () => {
    for (const to of LockStatus.ids) {
      expect([to, outcome(Role.id.Admin, lock(1004), { status: to })]).toMatchObject([
        to,
        { status: to, unit: bearing.includes(to) ? "B-1" : null }
      ])
      // A unit that is sent along with a status that has none is none.
      if (!bearing.includes(to))
        expect(outcome(Role.id.Admin, lock(1004), { status: to, unit: "C-2" })).toMatchObject({ unit: null })
    }
  })

  it("names what may be chosen instead", () => {
    const refused = changeOf(person(Role.id.CallCenterAgent), lock(1003), { status: 1001 }, around())
    expect(Result.isFailure(refused) && refused.failure).toMatchObject({
      data: { from: 1003, to: 1001, choices: [1006] }
    })
  })
})

describe("the unit", () => {
  it("is refused by itself where the status has none, for it would be lost without a word", () => {
    for (const { id: status } of LockStatus.rows) {
      const got = outcome(Role.id.Admin, lock(status), { unit: "C-7" })
      if (bearing.includes(status)) expect(got).toMatchObject({ status, unit: "C-7" })
      else expect(got).toBe("UnitRefused NoUnit")
    }
  })

  it("is needed by each status that bears one, and by no other", () => {
    for (const status of LockStatus.ids.filter((id) => id !== 1001)) {
      for (const unit of [undefined, null, "", "   "]) {
        const wish = { status, ...(unit === undefined ? {} : { unit }) }
        const got = outcome(Role.id.Admin, lock(1001), wish)
        if (bearing.includes(status)) expect([status, unit, got]).toEqual([status, unit, "UnitRefused Required"])
        else expect([status, unit, got]).toMatchObject([status, unit, { status, unit: null }])
      }
    }
  })

  it("is kept without the blanks around it", () => {
    expect(outcome(Role.id.Admin, lock(1004), { unit: " C 12 " })).toMatchObject({ unit: "C 12" })
  })

  it("is not a Call Center Agent's to edit, nor needed of one", () => {
    const agent = Role.id.CallCenterAgent
    expect(outcome(agent, lock(1003), { unit: "C-2" })).toBe("UnitRefused NotEditable")
    expect(outcome(agent, lock(1003), { unit: null })).toBe("UnitRefused NotEditable")
    expect(outcome(agent, lock(1003), { unit: "B-1", status: 1006 })).toMatchObject({ status: 1006, unit: "B-1" })
    // On Dropbox bears none, Tenant Using Lock does: the agent cannot give one.
    expect(outcome(agent, lock(1010), { status: 1006 })).toMatchObject({ status: 1006, unit: null })
  })

  it("of a lock in the inventory is none, and not needed", () => {
    const stored = lock(1001, { facilityID: null })
    expect(outcome(Role.id.Admin, stored, { status: 1004, unit: "B-1" })).toBe("UnitRefused Inventory")
    expect(outcome(Role.id.Admin, stored, { status: 1004 })).toMatchObject({ status: 1004, unit: null })
  })

  it("holds one lock where one is the limit: in the statuses that count as assigned, and there alone", () => {
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
    // A lock that shares its unit already can still be painted.
    const more = { locksPerUnit: 1, othersIn: () => 1 }
    expect(outcome(Role.id.Admin, lock(1004), { color: -256 }, more)).toMatchObject({ color: -256, unit: "B-1" })
  })
})

describe("the combination", () => {
  it("changes of an Available lock, or of one that is set to Available with it; never of 1006 and 1008", () => {
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

  it("is nobody's without Write on Locks", () => {
    for (const role of Role.ids) {
      const refusal = combinationRefusal(person(role), 1001)
      expect([role, refusal?.data.reason ?? null]).toEqual([role, role === Role.id.Vendor ? "NoPermission" : null])
    }
    const reader = person(Role.id.Admin, { Permissions: permissionsOf(Role.id.Admin, { 1: 1 }) })
    expect(combinationRefusal(reader, 1006)?.data.reason).toBe("NoPermission")
  })
})

describe("a move to another facility", () => {
  it("clears the unit, unless one is given for the new facility, and needs one where the status does", () => {
    expect(outcome(Role.id.Admin, lock(1004), { facilityID: 2 })).toBe("UnitRefused Required")
    expect(outcome(Role.id.Admin, lock(1004), { facilityID: 2, unit: "Z-9" })).toMatchObject({
      facilityID: 2,
      unit: "Z-9"
    })
    // Without a unit no lock stays in a status that needs one.
    for (const status of LockStatus.ids) {
      expect(outcome(Role.id.Admin, lock(status), { facilityID: 2, leavesUnit: true })).toMatchObject({
        facilityID: 2,
        unit: null,
        status: bearing.includes(status) ? 1001 : status
      })
    }
    expect(outcome(Role.id.Admin, lock(1001), { facilityID: 2 })).toMatchObject({ facilityID: 2 })
  })

  it("is held to the facility's limit where the lock counts", () => {
    for (const status of LockStatus.ids) {
      const wish = { facilityID: 2, leavesUnit: true }
      const got = outcome(Role.id.Admin, lock(status), wish, { roomAt: full })
      expect([status, typeof got === "string" ? got : "ok"]).toEqual([
        status,
        uncounted.includes(status) ? "ok" : "LockLimitReached"
      ])
    }
    // Within its facility a lock takes no new place.
    expect(outcome(Role.id.Admin, lock(1002), { status: 1001 }, { roomAt: full })).toMatchObject({ status: 1001 })
  })

  it("is not a Call Center Agent's, not for a lock in the inventory, and not into it", () => {
    expect(outcome(Role.id.CallCenterAgent, lock(1003), { facilityID: 2 })).toBe("TransferRefused NotOffered")
    expect(outcome(Role.id.Admin, lock(1001, { facilityID: null }), { facilityID: 2 })).toBe(
      "TransferRefused Inventory"
    )
    expect(outcome(Role.id.Admin, lock(1001), { facilityID: null })).toBe("TransferRefused ToInventory")
    for (const role of Role.ids) {
      const reason = transferRefusal(person(role), 1)?.data.reason ?? null
      expect([role, reason]).toEqual([role, role === Role.id.CallCenterAgent ? "NotOffered" : null])
    }
  })
})

it("a lock that is not active is not changed", () => {
  expect(outcome(Role.id.Admin, lock(1001, { isActive: false }), { color: -256 })).toBe("LockInactive")
})
