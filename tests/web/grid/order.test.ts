import { describe, expect, it } from "vitest"
import { naturalKey, placesBy, textKeys } from "#web/grid/order.ts"
import { randomFrom } from "../../support/random.ts"

const byText = (texts: ReadonlyArray<string | null>, desc = false): ReadonlyArray<string | null | undefined> =>
  [...placesBy(textKeys(texts), desc)].map((place) => texts[place])

describe("the sort order", () => {
  it("is numeric in both directions, with null last (001 §5)", () => {
    const keys = Float64Array.of(3, Number.NaN, -1, 10, 0.5)
    expect([...placesBy(keys, false)]).toEqual([2, 4, 0, 3, 1])
    expect([...placesBy(keys, true)]).toEqual([3, 0, 4, 2, 1])
  })

  it("is stable in both directions", () => {
    const keys = Float64Array.of(2, 1, 2, 1, 2)
    expect([...placesBy(keys, false)]).toEqual([1, 3, 0, 2, 4])
    expect([...placesBy(keys, true)]).toEqual([0, 2, 4, 1, 3])
  })

  it("handles numbers as large as timestamps, and empty lists", () => {
    const keys = Float64Array.of(1_795_000_000_001, 1_795_000_000_000, Number.NaN)
    expect([...placesBy(keys, false)]).toEqual([1, 0, 2])
    expect([...placesBy(new Float64Array(0), true)]).toEqual([])
  })

  it("of texts is natural: numbers by value, ignoring case and accents, empty last", () => {
    expect(byText(["Unit 10", "unit 2", null, "Unit 1", ""])).toEqual(["Unit 1", "unit 2", "Unit 10", null, ""])
    expect(byText(["b", "Á", "a", "C"])).toEqual(["Á", "a", "b", "C"])
    expect(byText(["A-007", "A-7", "A-10", "A-08"], true)).toEqual(["A-10", "A-08", "A-007", "A-7"])
    expect(naturalKey("0")).toBe(naturalKey("00"))
  })

  it("matches a comparison sort for many rows", () => {
    const random = randomFrom(7)
    const keys = Float64Array.from({ length: 5000 }, () => (random(10) === 0 ? Number.NaN : random(400)))
    const expected = Array.from(keys.keys()).sort(
      (a, b) => (Number.isNaN(keys[a]!) ? 1 : 0) - (Number.isNaN(keys[b]!) ? 1 : 0) || keys[b]! - keys[a]! || a - b
    )
    expect([...placesBy(keys, true)]).toEqual(
      expected
        .filter((place) => !Number.isNaN(keys[place]!))
        .concat(expected.filter((place) => Number.isNaN(keys[place]!)))
    )
  })
})
