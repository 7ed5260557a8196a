import { Result } from "effect"
import { FacilityId, LockId } from "#core/base/ids.ts"
import fc from "../../support/properties.ts"
import { describe, expect, it } from "vitest"
import { Role } from "#core/auth/roles.ts"
import { type DriftKind, driftKinds } from "#core/drift/driftKinds.ts"
import { type DriftPlace, findDrift } from "#core/drift/driftRules.ts"
import type { LockHere } from "#core/drift/driftWords.ts"
import type { Fix } from "#core/drift/Finding.ts"
import { Fms, UnitStatus } from "#core/fms/fmsSystems.ts"
import { changeOf } from "#core/locks/lockChangeRules.ts"
import { sameUnit } from "#core/base/unitName.ts"
import { unitBearingStatuses, LockStatus, type LockStatusId } from "#core/locks/lockStatuses.ts"
import type { Unit } from "#core/units/Unit.ts"
import { person } from "../../support/person.ts"

const s = LockStatus.id
const { Default, Delinquent, Vacant } = UnitStatus.id
const unit = (name: string, status: Unit["status"]): Unit => ({ id: name, name, status })
const lock = (nth: number, status: LockStatusId, on: string | null): LockHere => ({
  lockID: LockId.make(nth),
  serialCode: String(10_000_000 + nth),
  status,
  unit: on,
  updatedOn: "2026-01-01T00:00:00Z"
})
const place = (facts: Partial<DriftPlace>): DriftPlace => ({
  facilityID: FacilityId.make(7),
  facilityName: "Maple St",
  software: Fms.id.Sitelink,
  locksPerUnit: 4,
  units: [],
  locks: [],
  ...facts
})
/** One line per finding: its kind, unit, locks and fix. */
const lines = (facts: Partial<DriftPlace>): ReadonlyArray<string> =>
  findDrift(place(facts)).map(
    ({ kind, unit: on, locks, fix }) =>
      `${kind} ${on ?? "-"} [${locks.map(({ lockID }) => lockID).join(" ")}]: ${fix.command} ${[
        fix.lockID ?? "-",
        fix.status === null ? "-" : LockStatus.label(fix.status),
        fix.unit ?? "-"
      ].join(", ")}`
  )

/** Each status on a unit in each state, by hand from 001 §4: o overlock, v vacant, t tenant's; `.` is no finding. */
const expected = `
| status | 0 paid | 1 delinquent | 2 vacant | 0 unknown |
|---|---|---|---|---|
| 1001 Available | . | delinquent-without-lock | vacant-without-lock | . |
| 1002 Lost | . | delinquent-without-lock | vacant-without-lock | . |
| 1003 Returned | . | delinquent-without-lock | vacant-without-lock | . |
| 1004 Overlock | paid-overlocked | . | vacant-without-lock | . |
| 1005 Vacant | rented-locked-vacant | delinquent-without-lock | . | rented-locked-vacant |
| 1006 Tenant | . | delinquent-without-lock | vacant-without-lock | . |
| 1007 Damaged | . | delinquent-without-lock | vacant-without-lock | . |
| 1008 Auction | paid-overlocked | . | vacant-without-lock | . |
| 1009 Unscannable | . | delinquent-without-lock | vacant-without-lock | . |
| 1010 On Dropbox | . | delinquent-without-lock | vacant-without-lock | . |
| 1011 Other | . | delinquent-without-lock | vacant-without-lock | . |
| 1012 Vendor | . | delinquent-without-lock | vacant-without-lock | . |`
const [heads = [], , ...table] = expected
  .trim()
  .split("\n")
  .map((line) =>
    line
      .split("|")
      .slice(1, -1)
      .map((cell) => cell.trim())
  )

describe("a lock and its unit", () => {
  it("are covered for every status", () => {
    expect(table.map(([cell = ""]) => Number.parseInt(cell, 10))).toEqual(LockStatus.ids)
  })
  it.each(
    table.flatMap(([status = "", ...cells]) => cells.map((cell, nth) => [status, heads[nth + 1] ?? "", cell] as const))
  )("%s on a unit that is %s: %s", (status, state, cell) => {
    const found = findDrift(
      place({
        software: state.endsWith("unknown") ? Fms.id.Yardi : Fms.id.Sitelink,
        units: [unit("A-1", Number.parseInt(state, 10) as Unit["status"])],
        locks: [lock(1, Number.parseInt(status, 10) as LockStatusId, "A-1")]
      })
    )
    expect(found.map(({ kind }) => kind)).toEqual(cell === "." ? [] : [cell])
  })
})

describe("the fix of a finding", () => {
  it("removes what locks out a tenant who paid, or who rents the unit now", () => {
    const units = [unit("A-1", Default)]
    expect(lines({ units, locks: [lock(1, s.AssignedOverlock, "A-1"), lock(2, s.AssignedAuction, "A-1")] })).toEqual([
      "paid-overlocked A-1 [1]: locks.setStatus 1, Available, -",
      "paid-overlocked A-1 [2]: locks.setStatus 2, Available, -"
    ])
    expect(lines({ units, locks: [lock(1, s.AssignedVacant, "A-1")] })).toEqual([
      "rented-locked-vacant A-1 [1]: locks.setStatus 1, Available, -"
    ])
  })
  it("changes the lock on the unit, or puts an Available one there, each used for one finding only", () => {
    const units = [unit("A-10", Delinquent), unit("A-9", Delinquent), unit("B-1", Vacant), unit("B-2", Vacant)]
    const locks = [
      lock(1, s.AssignedVacant, "A-9"),
      lock(2, s.TenantUsingLock, "A-10"),
      lock(3, s.Available, null),
      lock(4, s.Available, null),
      lock(5, s.AssignedOverlock, "B-1")
    ]
    expect(lines({ units, locks })).toEqual([
      "delinquent-without-lock A-9 [1]: locks.setStatus 1, Assigned Overlock, -",
      "delinquent-without-lock A-10 [2]: locks.setStatus 3, Assigned Overlock, A-10",
      "vacant-without-lock B-1 [5]: locks.setStatus 5, Assigned Vacant, -",
      "vacant-without-lock B-2 []: locks.setStatus 4, Assigned Vacant, B-2"
    ])
  })
  it("is to activate a lock first if none is Available", () => {
    const [found] = findDrift(place({ units: [unit("A-1", Delinquent)] }))
    expect(found?.fix).toMatchObject({ command: "locks.activate", facilityID: 7, lockID: null })
  })
  it("frees the extra locks on a unit, and keeps the one that fits", () => {
    const units = [unit("A-1", Delinquent), unit("A-2", Vacant), unit("A-3", Default)]
    const locks = [
      lock(1, s.AssignedVacant, "A-1"),
      lock(2, s.AssignedOverlock, "A-1"),
      lock(3, s.AssignedVacant, "A-2"),
      lock(4, s.TenantUsingLock, "A-2"),
      lock(5, s.TenantUsingLock, "A-3"),
      lock(6, s.TenantUsingLock, "A-3"),
      lock(7, s.ReturnedToDropbox, "A-2")
    ]
    expect(lines({ units, locks })).toEqual([
      "two-locks A-1 [2 1]: locks.setStatus 1, Available, -",
      "two-locks A-2 [3 4]: locks.setStatus 4, Available, -"
    ])
    // With a limit of one lock, a tenant's own lock counts too, even next to an overlock.
    expect(lines({ units, locks, locksPerUnit: 1 })).toContain("two-locks A-3 [5 6]: locks.setStatus 6, Available, -")
    const both = [lock(1, s.TenantUsingLock, "A-1"), lock(2, s.AssignedOverlock, "A-1")]
    expect(lines({ units: [unit("A-1", Delinquent)], locks: both })).toEqual([])
    expect(lines({ units: [unit("A-1", Delinquent)], locks: both, locksPerUnit: 1 })).toEqual([
      "two-locks A-1 [2 1]: locks.setStatus 1, Available, -"
    ])
  })
  it("makes room first if one lock is the limit", () => {
    const units = [unit("A-1", Delinquent)]
    const locks = [lock(1, s.Available, null), lock(2, s.ReturnedToDropbox, "A-1")]
    expect(lines({ units, locks, locksPerUnit: 1 })).toEqual([
      "delinquent-without-lock A-1 []: locks.setStatus 2, Available, -"
    ])
    expect(lines({ units, locks: [lock(3, s.TenantUsingLock, "A-1")], locksPerUnit: 1 })).toEqual([
      "delinquent-without-lock A-1 [3]: locks.setStatus 3, Assigned Overlock, -"
    ])
  })
  it("matches units ignoring case and surrounding spaces", () => {
    const units = [unit("a-1 ", Delinquent)]
    expect(lines({ units, locks: [lock(1, s.AssignedOverlock, "A-1")] })).toEqual([])
    const two = [lock(1, s.AssignedOverlock, "A-1"), lock(2, s.AssignedOverlock, "a-1")]
    expect(lines({ units, locks: two, locksPerUnit: 1 })).toHaveLength(1)
  })
  it("corrects a unit with a different spelling, and never guesses another one", () => {
    const units = [unit("A-101", Delinquent), unit("A-102", Default), unit("B1", Default), unit("b-01", Default)]
    const locks = [
      lock(1, s.AssignedOverlock, "a 0101"),
      lock(2, s.AssignedOverlock, "A-103"),
      lock(3, s.TenantUsingLock, "B 1"),
      lock(4, s.AssignedVacant, null),
      lock(5, s.Available, "Z-9"),
      lock(6, s.ReturnedToDropbox, "Z-9")
    ]
    expect(lines({ units, locks })).toEqual([
      "unit-unknown - [4]: locks.setUnit 4, -, -",
      "unit-unknown a 0101 [1]: locks.setUnit 1, -, A-101",
      "unit-unknown A-103 [2]: locks.setUnit 2, -, -",
      "unit-unknown B 1 [3]: locks.setUnit 3, -, -"
    ])
    // An extra zero is a different number.
    expect(lines({ units: [unit("A-101", Default)], locks: [lock(1, s.TenantUsingLock, "A-1001")] })).toEqual([
      "unit-unknown A-1001 [1]: locks.setUnit 1, -, -"
    ])
  })
  it("is described in words, with the lock and the unit", () => {
    const [found] = findDrift(place({ units: [unit("A-1", Default)], locks: [lock(1, s.AssignedOverlock, "A-1")] }))
    expect(found).toMatchObject({
      facilityID: 7,
      facilityName: "Maple St",
      unitStatus: Default,
      says: "A-1 is not delinquent, and 1000 0001 (Assigned Overlock) keeps its tenant out.",
      fix: { serialCode: "10000001", words: "Set 1000 0001 to Available" }
    })
  })
})

const names = ["A-1", "A-2", "A-10", "a-1", "B-7"]
const anyPlace = fc
  .record({
    software: fc.constantFrom(Fms.id.Sitelink, Fms.id.Yardi),
    locksPerUnit: fc.constantFrom(1, 4),
    units: fc
      .uniqueArray(fc.record({ name: fc.constantFrom(...names), status: fc.constantFrom(...UnitStatus.ids) }), {
        selector: ({ name }) => name
      })
      .map((units) => units.map(({ name, status }) => unit(name, status))),
    locks: fc
      .array(
        fc.record({
          status: fc.constantFrom(...LockStatus.ids),
          on: fc.option(fc.constantFrom(...names, "gone"))
        }),
        { maxLength: 12 }
      )
      .map((locks) =>
        locks.map(({ status, on }, nth) => lock(nth + 1, status, unitBearingStatuses.has(status) ? on : null))
      )
  })
  .map((facts) => place(facts))

/** The locks after a fix, by the rules for changing locks; null if they refuse it. */
const fixed = ({ locks, locksPerUnit }: DriftPlace, fix: Fix): ReadonlyArray<LockHere> | null => {
  const before = locks.find(({ lockID }) => lockID === fix.lockID)
  if (before === undefined) return null
  const { lockID } = before
  const after = changeOf(
    person(Role.id.Owner),
    { facilityID: FacilityId.make(7), status: before.status, unit: before.unit, color: 0, isActive: true },
    {
      ...(fix.status === null ? {} : { status: fix.status }),
      ...(fix.unit === null ? {} : { unit: fix.unit })
    },
    {
      lockID,
      locksPerUnit,
      othersIn: (_, on) => locks.filter((each) => sameUnit(each.unit, on) && each.lockID !== lockID).length,
      roomAt: () => null
    }
  )
  if (Result.isFailure(after)) return null
  const { status, unit: on } = after.success
  return locks.map((each) => (each.lockID === lockID ? { ...each, status, unit: on } : each))
}
const complete = ({ command, unit: on }: Fix): boolean =>
  command === "locks.setStatus" || (command === "locks.setUnit" && on !== null)

describe("for any units and locks", () => {
  it("every complete fix is allowed by the lock rules, and applying all leaves nothing fixable", () => {
    fc.assert(
      fc.property(anyPlace, (start) => {
        let now = start
        for (let times = 0; ; times += 1) {
          expect(times).toBeLessThan(60)
          const next = findDrift(now).find(({ fix }) => complete(fix))
          if (next === undefined) break
          const locks = fixed(now, next.fix)
          expect(locks, `${JSON.stringify(now)} refuses ${JSON.stringify(next)}`).not.toBeNull()
          expect(locks).not.toEqual(now.locks)
          now = { ...now, locks: locks ?? [] }
        }
        const kinds = new Set(findDrift(now).map(({ kind }) => kind))
        for (const kind of ["paid-overlocked", "rented-locked-vacant", "two-locks"] as const) {
          expect(kinds.has(kind)).toBe(false)
        }
      }),
      { numRuns: 500 }
    )
  })
  it("the findings don't depend on the order of units and locks, and are sorted by kind", () => {
    fc.assert(
      fc.property(anyPlace, (start) => {
        const found = findDrift(start)
        const turned = { ...start, units: start.units.toReversed(), locks: start.locks.toReversed() }
        expect(findDrift(turned)).toEqual(found)
        const rank = (kind: DriftKind) => driftKinds.findIndex((each) => each.kind === kind)
        const ranks = found.map(({ kind }) => rank(kind))
        expect(ranks).toEqual(ranks.toSorted((one, other) => one - other))
        // No lock is put in two places.
        const put = found.flatMap(({ fix }) => (fix.status !== null && fix.unit !== null ? [fix.lockID] : []))
        expect(new Set(put).size).toBe(put.length)
      })
    )
  })
  it("nothing is found for matching units, and missing data from the FMS isn't treated as a status", () => {
    const locks = [
      lock(1, s.AssignedOverlock, "A-1"),
      lock(2, s.AssignedVacant, "A-2"),
      lock(3, s.TenantUsingLock, "A-3")
    ]
    const units = [unit("A-1", Delinquent), unit("A-2", Vacant), unit("A-3", Default)]
    expect(findDrift(place({ units, locks }))).toEqual([])
    const listed = [unit("A-1", Default), unit("A-2", Vacant), unit("A-3", Default)]
    expect(findDrift(place({ software: Fms.id.Yardi, units: listed, locks }))).toEqual([])
  })
  it("finds all of 10,000 units whose lock doesn't fit", () => {
    const units = Array.from({ length: 10_000 }, (_, nth) => unit(`U-${nth}`, UnitStatus.ids[nth % 3] ?? Default))
    const locks = units.map(({ name }, nth) => {
      const status = LockStatus.ids[nth % 12] ?? s.Available
      return lock(nth + 1, status, unitBearingStatuses.has(status) ? name : null)
    })
    const found = findDrift(place({ units, locks }))
    expect(found.length).toBeGreaterThan(1000)
  })
})
