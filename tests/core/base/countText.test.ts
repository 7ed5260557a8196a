import { expect, it } from "vitest"
import { countText } from "#core/base/countText.ts"

it.each([
  [0, "0"],
  [999, "999"],
  [1_000, "1,000"],
  [93_000, "93,000"],
  [1_234_567, "1,234,567"]
])("%i is %s", (count, text) => {
  expect(countText(count)).toBe(text)
})
