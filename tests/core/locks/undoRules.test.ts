import { describe, expect, it } from "vitest"
import { Role, type RoleId } from "#core/auth/roles.ts"
import { auditActions } from "#core/audit/AuditRecord.ts"
import { LockLimitReached } from "#core/activation/ActivationErrors.ts"
import { FacilityId, LockId, UserId } from "#core/base/ids.ts"
import { type ChangeRecord, stateBefore, undoRefusal, undoStateRefusal } from "#core/locks/undoRules.ts"
import { person } from "../../support/person.ts"
import { settledLevel } from "../../support/settledPermissions.ts"

const record: ChangeRecord = {
  userID: UserId.make(1),
  action: "locks.update",
  subject: "10000001",
  lockID: LockId.make(7),
  version: 5,
  session: "here",
  fromFacilityID: FacilityId.make(1),
  fromStatus: 1004,
  fromUnit: "B-1",
  fromColor: -256
}

const reasonOf = (refusal: ReturnType<typeof undoRefusal>) =>
  refusal === null ? null : refusal._tag === "UndoRefused" ? refusal.data.reason : refusal.data.area

describe("permission to undo a change", () => {
  it("depends on its kind: changes, transfers and assignments, and no other audited action", () => {
    const owner = person(Role.id.Owner)
    const taken = auditActions.filter((action) => undoRefusal(owner, "here", action, UserId.make(1), record) === null)
    expect(taken).toEqual(["locks.update", "locks.transfer", "inventory.assign"])
  })

  it("depends on the user and the session, except that a job can be undone in any session", () => {
    const owner = person(Role.id.Owner)
    expect(reasonOf(undoRefusal(owner, "here", "locks.update", UserId.make(2), record))).toBe("NotYours")
    expect(reasonOf(undoRefusal(owner, "here", "locks.update", null, record))).toBe("NotYours")
    expect(reasonOf(undoRefusal(owner, "elsewhere", "locks.update", UserId.make(1), record))).toBe("OtherSession")
    expect(reasonOf(undoRefusal(owner, "here", "locks.update", UserId.make(1), { ...record, session: null }))).toBe(
      "OtherSession"
    )
    expect(undoRefusal(owner, null, "locks.update", UserId.make(1), record)).toBeNull()
    expect(
      undoRefusal(owner, "here", "locks.update", UserId.make(1), { ...record, newCombination: true, fromCode: 1 })
    ).toBeNull()
    expect(reasonOf(undoRefusal(owner, "here", "locks.update", UserId.make(1), null))).toBe("NotUndoable")
  })

  it.each(Role.rows.map(({ id, label }) => [label, id] as const))(
    "requires of a %s the same access as making the change",
    (_, role: RoleId) => {
      const needs = [
        ["locks.update", [1]],
        ["locks.transfer", [1]],
        ["inventory.assign", [3, 2]]
      ] as const
      for (const [action, areas] of needs) {
        const missing = areas.find((area) => settledLevel(role, area) < 2) ?? null
        expect([action, reasonOf(undoRefusal(person(role), "here", action, UserId.make(1), record))]).toEqual([
          action,
          missing
        ])
      }
    }
  )
})

describe("the state required for an undo", () => {
  const now = { ...stateBefore(record), status: 1002 as const, unit: null, version: 5 }
  const around = { lockID: LockId.make(7), locksPerUnit: 1, othersIn: () => 0, roomAt: () => null }
  const full = () => new LockLimitReached({ data: { facilityID: FacilityId.make(1), countedLocks: 1, maxLocks: 1 } })
  const reason = (...given: Parameters<typeof undoStateRefusal>) => undoStateRefusal(...given)?.data.reason ?? null

  it("is an unchanged lock, an existing facility with room, and a free unit", () => {
    expect(reason(now, record, true, true, around)).toBeNull()
    expect(reason({ ...now, version: 6 }, record, true, true, around)).toBe("MovedSince")
    const coded = { ...record, newCombination: true, fromCode: 3 }
    expect([reason(now, coded, true, true, around), reason(now, coded, true, false, around)]).toEqual([
      null,
      "NotUndoable"
    ])
    // A lock that stayed at its facility needs no free place, and the facility need not accept new locks.
    expect(reason(now, record, false, true, { ...around, roomAt: full })).toBeNull()
    const away = { ...now, facilityID: FacilityId.make(2) }
    expect(reason(away, record, false, true, around)).toBe("NoWayBack")
    expect(reason(away, record, true, true, { ...around, roomAt: full })).toBe("NoWayBack")
    expect(reason(away, { ...record, fromStatus: 1002 }, true, true, { ...around, roomAt: full })).toBeNull()
    expect(reason(now, record, true, true, { ...around, othersIn: () => 1 })).toBe("UnitTaken")
    expect(reason(now, record, true, true, { ...around, locksPerUnit: 4, othersIn: () => 1 })).toBeNull()
  })

  it("is always met for the inventory", () => {
    const assigned = { ...record, fromFacilityID: null, fromUnit: null, fromStatus: 1001 as const }
    expect(reason({ ...now, status: 1001 }, assigned, false, true, { ...around, roomAt: full })).toBeNull()
  })
})
