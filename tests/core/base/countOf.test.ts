import { expect, it } from "vitest"
import { countOf } from "#core/base/countOf.ts"

it.each([
  [0, "0 rows"],
  [1, "1 row"],
  [2, "2 rows"],
  [93_000, "93,000 rows"]
])("%i is %s", (count, text) => {
  expect(countOf(count, "row")).toBe(text)
})

it("uses an irregular plural if the noun has one", () => {
  expect([1, 2].map((count) => countOf(count, "mismatch", "mismatches"))).toEqual(["1 mismatch", "2 mismatches"])
})
