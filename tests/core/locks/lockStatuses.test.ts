import { describe, expect, it } from "vitest"
import { defaultLockColor, lockColorName } from "#core/locks/lockColors.ts"
import {
  alwaysMaskedStatuses,
  assignedToUnitStatuses,
  defaultLockStatus,
  inUseStatuses,
  LockStatus,
  statusDot,
  uncountedStatuses,
  unitBearingStatuses
} from "#core/locks/lockStatuses.ts"

describe("the groups of lock statuses", () => {
  it.each([
    ["assigned or in use", inUseStatuses, [1003, 1004, 1005, 1006, 1008, 1010, 1011, 1012]],
    ["needing a unit", unitBearingStatuses, [1003, 1004, 1005, 1006, 1008]],
    ["assigned to a unit", assignedToUnitStatuses, [1004, 1005, 1006, 1008]],
    ["always masked", alwaysMaskedStatuses, [1006, 1008]],
    ["uncounted", uncountedStatuses, [1002, 1007, 1009]]
  ])("%s", (_, group, expected) => {
    expect([...group]).toEqual(expected)
  })

  it("have a dot: green Available, blue in use, orange problem", () => {
    const dots = Object.fromEntries(LockStatus.ids.map((id) => [id, statusDot(id)]))
    expect(dots).toEqual({
      1001: "green",
      1002: "orange",
      1003: "blue",
      1004: "blue",
      1005: "blue",
      1006: "blue",
      1007: "orange",
      1008: "blue",
      1009: "orange",
      1010: "blue",
      1011: "blue",
      1012: "blue"
    })
  })

  it("start with Available and gray", () => {
    expect(defaultLockStatus).toBe(1001)
    expect(defaultLockColor).toBe(-4144960)
    expect(lockColorName(-23296)).toBe("orange")
    expect(lockColorName(12345)).toBe("gray")
  })
})
