import { describe, expect, it } from "vitest"
import { firstPress } from "#web/features/imports/firstPress.ts"

describe("the import button", () => {
  it("takes presses within 1000 ms of the last one for the same (001 §9)", () => {
    const isFirst = firstPress()
    expect([0, 999, 1998, 2997, 3997].map(isFirst)).toEqual([true, false, false, false, true])
  })
})
