import { describe, expect, it } from "vitest"
import { longText, shortText } from "#core/base/shortText.ts"

describe("long text in a list", () => {
  it("is cut to 50 characters including an ellipsis", () => {
    expect(longText).toBe(50)
    expect(shortText("x".repeat(50), longText)).toBe("x".repeat(50))
    expect(shortText("x".repeat(51), longText)).toBe(`${"x".repeat(49)}…`)
  })

  it("is cut between characters, and never before a space", () => {
    expect(shortText("😀".repeat(5), 4)).toBe("😀😀😀…")
    expect(shortText("abc defg", 5)).toBe("abc…")
  })
})
