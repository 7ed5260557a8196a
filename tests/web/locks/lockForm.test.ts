import { describe, expect, it } from "vitest"
import { Role } from "#core/auth/roles.ts"
import { FacilityId, LockId } from "#core/base/ids.ts"
import type { Lock } from "#core/locks/Lock.ts"
import { LockStatus } from "#core/locks/lockStatuses.ts"
import {
  differences,
  editOf,
  formIssues,
  formOf,
  rebased,
  unitClosed,
  withCode,
  withFacility,
  withStatus
} from "#web/features/locks/lockForm.ts"
import { person } from "../../support/person.ts"

const s = LockStatus.id
const lock: Lock = {
  lockID: LockId.make(7),
  serialCode: "10482233",
  facilityID: FacilityId.make(1),
  facilityName: "Maple St",
  isActive: true,
  secondaryLockStatus: s.AssignedOverlock,
  secondaryStatusName: "Assigned Overlock",
  unitNumber: "B-1",
  color: -256,
  viewCount: 0,
  updatedBy: "A",
  updatedOn: "2026-01-01T00:00:00.000Z"
}
const form = formOf(lock)
const owner = person(Role.id.Owner)

describe("the lock form", () => {
  it("sends what differs, with the lock's version it is based on", () => {
    const sent = { lockID: 7, updatedOn: lock.updatedOn }
    expect(editOf(lock, form)).toEqual(sent)
    expect(editOf(lock, { ...form, unit: " B-2 ", color: -65536 })).toEqual({
      ...sent,
      unitNumber: "B-2",
      color: -65536
    })
    expect(editOf(lock, withFacility(lock, form, FacilityId.make(2)))).toEqual({
      ...sent,
      facilityID: 2,
      unitNumber: null
    })
    expect(editOf(lock, { ...withCode(lock, form), code: "0042" })).toEqual({
      ...sent,
      unlockCode: "0042",
      secondaryLockStatus: s.Available,
      unitNumber: null
    })
  })

  it("clears the unit for a status that has none, and restores it", () => {
    const without = withStatus(lock, form, s.Lost)
    expect(without.unit).toBe("")
    expect(withStatus(lock, without, s.TenantUsingLock).unit).toBe("B-1")
    expect(withStatus(lock, { ...without, facilityID: FacilityId.make(2) }, s.TenantUsingLock).unit).toBe("")
    expect(withFacility(lock, withFacility(lock, form, FacilityId.make(2)), FacilityId.make(1))).toEqual(form)
  })

  it("keeps the user's edits when others change the lock, and updates the rest", () => {
    const now: Lock = { ...lock, unitNumber: "C-9", color: -65536, secondaryLockStatus: s.AssignedAuction }
    expect(rebased(lock, now, { ...form, color: -16777216 })).toEqual({
      ...formOf(now),
      color: -16777216
    })
    expect(differences(lock, { ...now, secondaryStatusName: "Assigned Auction" })).toEqual([
      { name: "Status", from: "Assigned Overlock", to: "Assigned Auction" },
      { name: "Unit", from: "B-1", to: "C-9" },
      { name: "Color", from: "yellow", to: "red" }
    ])
  })

  it("validates only changed fields before sending", () => {
    const bare: Lock = { ...lock, unitNumber: null }
    expect(formIssues(owner, bare, { ...formOf(bare), color: -65536 })).toEqual({})
    expect(formIssues(owner, lock, { ...form, unit: " " })).toEqual({ unit: "Unit is required for this status." })
    expect(formIssues(person(Role.id.CallCenterAgent), bare, { ...formOf(bare), status: s.TenantUsingLock })).toEqual(
      {}
    )
    expect(formIssues(owner, lock, { ...form, code: "123" })).toEqual({ code: "Combination must be 4 digits." })
  })

  it("disables the unit for call-center agents, in a status without one, and in the inventory", () => {
    expect(unitClosed(owner, form)).toBeNull()
    expect(unitClosed(person(Role.id.CallCenterAgent), form)).toBe("Call Center Agents can't edit a lock's unit.")
    expect(unitClosed(owner, { ...form, status: s.Damaged })).toBe("Locks with this status have no unit.")
    expect(unitClosed(owner, { ...form, facilityID: null })).toBe("Locks in the inventory have no unit.")
  })
})
