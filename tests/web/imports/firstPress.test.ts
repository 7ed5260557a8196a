import { describe, expect, it } from "vitest"
import { firstPress } from "#web/features/imports/firstPress.ts"

describe("the import button", () => {
  it("treats presses within 1000 ms of the last one as the same (001 §9)", () => {
    const isFirst = firstPress()
    expect([0, 999, 1998, 2997, 3997].map((at) => isFirst(at))).toEqual([true, false, false, false, true])
  })

  it("treats a press for another file or sheet as separate", () => {
    const isFirst = firstPress()
    expect(isFirst(0, ["a.xlsx", undefined])).toBe(true)
    expect(isFirst(500, ["a.xlsx", "New"])).toBe(true)
    expect(isFirst(900, ["a.xlsx", "New"])).toBe(false)
  })
})
