import { describe, expect, it } from "vitest"
import { closest } from "#core/base/closest.ts"

const verbs = ["find", "ls", "show", "reveal", "activate", "log"] as const

describe("the closest word", () => {
  it.each([
    ["shwo", "show"],
    ["Reveal", "reveal"],
    ["revael", "reveal"],
    ["activte", "activate"],
    ["lgo", "log"],
    ["fnd", "find"],
    ["l", "ls"]
  ])("matches %s to %s", (typed, meant) => {
    expect(closest(typed, verbs)).toBe(meant)
  })

  it.each(["delete", "xyzzy", "", "q"])("matches %j to nothing", (typed) => {
    expect(closest(typed, verbs)).toBeUndefined()
  })
})
