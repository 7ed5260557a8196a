import { describe, expect, it } from "vitest"
import { defaultMaxLocksPerFacility } from "#core/companies/tiers.ts"
import { planDemo } from "#server/demo/demoPlan.ts"
import { demoSerial } from "#server/demo/demoSerials.ts"
import { unitNumber } from "#server/demo/demoLocks.ts"
import { Random } from "#core/base/Random.ts"

describe("the plan of a demonstration", () => {
  it.each([1, 10, 300, 2000, 50_000, 1_000_000])("distributes all of %i locks within the limits", (size) => {
    for (const seed of [1, 2, 99]) {
      const plans = planDemo(size, seed)
      const given = plans.map(({ facilities, inventory }) =>
        facilities.reduce((sum, { locks }) => sum + locks, inventory)
      )
      expect(given.reduce((sum, n) => sum + n, 0)).toBe(size)
      for (const { company, facilities } of plans) {
        const limit = company.ownMaxLocks ?? defaultMaxLocksPerFacility(company.tier) ?? Number.POSITIVE_INFINITY
        for (const { locks } of facilities) expect(locks >= 0 && locks < limit, `${company.name}: ${locks}`).toBe(true)
        const names = facilities.map(({ name }) => name.toLowerCase())
        expect(new Set(names).size).toBe(names.length)
      }
    }
  })

  it("has 24 facilities for 2,000 locks and 400 for 50,000, the first one Maple St", () => {
    const facilities = (size: number) => planDemo(size, 1).flatMap((plan) => plan.facilities)
    expect(facilities(2000)).toHaveLength(24)
    expect(facilities(50_000)).toHaveLength(400)
    expect(facilities(2000).filter(({ name }) => name === "Maple St")).toHaveLength(1)
    expect(facilities(50_000).every(({ phone }) => /^\d{3}55501\d\d$/.test(phone))).toBe(true)
  })
})

describe("serial codes", () => {
  it("are unique and leave the README's range free", () => {
    const seen = new Set<string>()
    for (let nth = 0; nth < 300_000; nth++) seen.add(demoSerial(5, nth))
    expect(seen.size).toBe(300_000)
    const numbers = [...seen].map(Number)
    expect(numbers.filter((number) => number >= 2_000_000 && number < 32_000_000)).toEqual([])
    expect([...seen].every((serial) => /^\d{8}$/.test(serial))).toBe(true)
    expect([...seen].some((serial) => serial.startsWith("00"))).toBe(true)
  })
})

describe("units", () => {
  it("are numbered through the buildings", () => {
    expect([0, 59, 60, 26 * 60 - 1, 26 * 60, 27 * 60].map(unitNumber)).toEqual([
      "A-101",
      "A-160",
      "B-101",
      "Z-160",
      "AA-101",
      "AB-101"
    ])
  })
})

describe("Random", () => {
  const draws = (...path: ReadonlyArray<number>) => {
    const random = new Random(...path)
    return Array.from({ length: 20_000 }, () => random.next())
  }

  it("repeats itself for the same path only", () => {
    const mine = draws(1, 2, 3)
    expect(draws(1, 2, 3)).toEqual(mine)
    for (const other of [
      [1, 2, 4],
      [1, 3, 2],
      [2, 2, 3],
      [1, 2],
      [1, 2, 3, 0]
    ]) {
      const others = draws(...other)
      expect(mine.filter((value, nth) => value === others[nth]).length).toBeLessThan(3)
    }
  })

  it("is uniform, also over the first draws of neighboring paths", () => {
    const first = Array.from({ length: 20_000 }, (_, index) => new Random(1, 0x10c, index).next())
    for (const values of [draws(7), first]) {
      const tenths = Array.from(
        { length: 10 },
        (_, tenth) => values.filter((value) => Math.floor(value * 10) === tenth).length
      )
      for (const count of tenths) expect(Math.abs(count - 2000)).toBeLessThan(200)
    }
  })

  it("chooses by weight", () => {
    const random = new Random(3)
    const chosen = Array.from({ length: 10_000 }, () =>
      random.weighted([
        ["often", 3],
        ["seldom", 1]
      ])
    )
    expect(Math.abs(chosen.filter((word) => word === "seldom").length - 2500)).toBeLessThan(250)
  })
})
