import { describe, expect, it } from "vitest"
import { LockStatus } from "#core/locks/lockStatuses.ts"
import { unitChoices, unitNotices } from "#core/units/unitChoices.ts"

const units = [
  { id: "1", name: "A-1", status: 0 },
  { id: "2", name: "A-2", status: 1 },
  { id: "3", name: "A-3", status: 2 }
] as const
const names = (found: ReadonlyArray<{ readonly name: string }>) => found.map(({ name }) => name)
const s = LockStatus.id

describe("the units a lock may be put on (001 §4)", () => {
  it("are the vacant ones for Assigned Vacant, and the others for every other status", () => {
    expect(names(unitChoices(units, s.AssignedVacant, null))).toEqual(["A-3"])
    for (const status of [s.AssignedOverlock, s.AssignedAuction, s.TenantUsingLock, s.ReturnedToDropbox]) {
      expect(names(unitChoices(units, status, null))).toEqual(["A-1", "A-2"])
    }
  })
  it("include the lock's current unit in any status", () => {
    expect(names(unitChoices(units, s.AssignedOverlock, "A-3"))).toEqual(["A-1", "A-2", "A-3"])
    expect(names(unitChoices(units, s.AssignedOverlock, " a-3"))).toEqual(["A-1", "A-2", "A-3"])
    expect(names(unitChoices(units, s.AssignedVacant, "A-1"))).toEqual(["A-1", "A-3"])
  })
})

describe("unit notices (001 §4)", () => {
  const others = { kind: "warning", text: "There are other locks assigned to this unit." }
  const notDelinquent = { kind: "info", text: "This unit is not delinquent." }
  const notVacant = { kind: "info", text: "This unit is not vacant." }
  it.each([
    ["overlock on a paid unit", s.AssignedOverlock, "A-1", 0, [notDelinquent]],
    ["auction of a vacant unit", s.AssignedAuction, "A-3", 0, [notDelinquent]],
    ["overlock on a delinquent unit", s.AssignedOverlock, "A-2", 0, []],
    ["the same unit in other case", s.AssignedOverlock, "a-2 ", 0, []],
    ["vacant on a paid unit", s.AssignedVacant, "A-1", 0, [notVacant]],
    ["vacant on a vacant unit", s.AssignedVacant, "A-3", 0, []],
    ["Tenant Using on a paid unit", s.TenantUsingLock, "A-1", 0, []],
    ["another lock on the unit", s.TenantUsingLock, "A-1", 1, [others]],
    ["both", s.AssignedOverlock, "A-1", 2, [others, notDelinquent]],
    ["no unit yet", s.AssignedOverlock, "", 3, []],
    [
      "an unknown unit",
      s.AssignedOverlock,
      "Z",
      0,
      [{ kind: "info", text: "The management software has no such unit." }]
    ]
  ] as const)("%s", (_, status, name, count, notices) => {
    expect(unitNotices(units, status, name, count)).toEqual(notices)
  })
})
