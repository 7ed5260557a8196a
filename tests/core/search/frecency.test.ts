import { LockId } from "#core/base/ids.ts"
import fc from "../../support/properties.ts"
import { describe, expect, it } from "vitest"
import { halfLife, noUses, readFrecency, recordUses, remembered, scores, type Use } from "#core/base/search/frecency.ts"
import { prepare, search } from "#core/base/search/ranking.ts"
import { parse } from "#core/base/search/searchGrammar.ts"

const now = Date.UTC(2026, 10, 20)
const use: fc.Arbitrary<Use> = fc.record({
  id: fc.constantFrom("a", "b", "c", LockId.make(1), LockId.make(2)),
  time: fc.integer({ min: now - 40 * halfLife, max: now })
})

describe("scores", () => {
  it("are the sum of uses, each halved once per half-life", () => {
    fc.assert(
      fc.property(fc.array(use, { maxLength: 40 }), (uses) => {
        const found = scores(recordUses(noUses, uses), now)
        const expected = new Map<LockId | string, number>()
        for (const { id, time } of uses) expected.set(id, (expected.get(id) ?? 0) + 0.5 ** ((now - time) / halfLife))
        expect(new Set(found.keys())).toEqual(new Set(expected.keys()))
        for (const [id, score] of expected) expect((found.get(id) ?? 0) / score).toBeCloseTo(1, 6)
      })
    )
  })
  it("of a single use are 1 now and a half after a half-life", () => {
    const state = recordUses(noUses, [{ id: LockId.make(7), time: now }])
    expect(scores(state, now).get(LockId.make(7))).toBe(1)
    expect(scores(state, now + halfLife).get(LockId.make(7))).toBeCloseTo(0.5, 9)
    expect(scores(recordUses(state, [{ id: LockId.make(7), time: now }]), now).get(LockId.make(7))).toBeCloseTo(2, 9)
  })
  it("don't depend on how the uses were grouped", () => {
    fc.assert(
      fc.property(fc.array(use, { maxLength: 20 }), fc.nat({ max: 20 }), (uses, cut) => {
        const whole = scores(recordUses(noUses, uses), now)
        const parts = scores(recordUses(recordUses(noUses, uses.slice(cut)), uses.slice(0, cut)), now)
        for (const [id, score] of whole) expect((parts.get(id) ?? 0) / score).toBeCloseTo(1, 6)
      })
    )
  })
})

describe("the state", () => {
  it("is bounded, and drops the lowest scores", () => {
    const uses = Array.from({ length: remembered + 50 }, (_, at) => ({
      id: LockId.make(at + 1),
      time: now - at * 1000
    }))
    const state = recordUses(noUses, [
      ...uses,
      { id: "often", time: now - halfLife },
      { id: "often", time: now - halfLife / 2 }
    ])
    expect(state).toHaveLength(remembered)
    expect(state[0]?.[0]).toBe("often")
    expect(new Map(state).has(LockId.make(1))).toBe(true)
    expect(new Map(state).has(LockId.make(remembered + 10))).toBe(false)
    expect(JSON.stringify(state).length).toBeLessThan(remembered * 40)
  })
  it("survives JSON serialization", () => {
    fc.assert(
      fc.property(fc.array(use), (uses) => {
        const state = recordUses(noUses, uses)
        expect(readFrecency(JSON.parse(JSON.stringify(state)))).toEqual(state)
      })
    )
  })
  it("can be read from any stored value", () => {
    fc.assert(
      fc.property(fc.jsonValue(), (kept) => {
        expect(readFrecency(kept).length).toBeLessThanOrEqual(remembered)
      })
    )
    expect(readFrecency([["a", 1], ["b"], ["c", null], [1.5, 2], null, ["d", "1"], [7, 2]])).toEqual([
      [7, 2],
      ["a", 1]
    ])
    expect(readFrecency(undefined)).toEqual([])
  })
  it("ignores a use with an invalid time", () => {
    expect(
      recordUses(noUses, [
        { id: LockId.make(1), time: Number.NaN },
        { id: LockId.make(2), time: Infinity }
      ])
    ).toEqual([])
  })
})

it("moves used items to the top of their tier, locks and commands alike", () => {
  const index = prepare({
    locks: [1, 2, 3].map((lockID) => ({
      lockID: LockId.make(lockID),
      serialCode: `4000100${lockID}`,
      unitNumber: lockID === 1 ? "4000" : null
    })),
    entries: [
      { kind: "facilities", id: "f", title: "4000 Elm" },
      { kind: "facilities", id: "g", title: "4000 Oak" }
    ]
  })
  const ids = (uses: ReadonlyArray<Use>) =>
    search(index, parse("4000"), { frecency: scores(recordUses(noUses, uses), now) }).rows.map(({ id }) => id)
  expect(ids([])).toEqual([1, "f", "g", 2, 3])
  expect(ids([{ id: LockId.make(3), time: now }])).toEqual([1, 3, "f", "g", 2])
  expect(
    ids([
      { id: LockId.make(3), time: now - halfLife },
      { id: "g", time: now }
    ])
  ).toEqual([1, "g", 3, "f", 2])
})
