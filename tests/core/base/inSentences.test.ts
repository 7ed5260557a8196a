import { describe, expect, it } from "vitest"
import { words } from "#core/api/problem.ts"
import { inSentences } from "#core/base/inSentences.ts"
import { UserRefused } from "#core/team/UserErrors.ts"

describe("texts one after another", () => {
  it.each([
    [["Nothing has changed", "Change something first."], "Nothing has changed. Change something first."],
    [["Name is required.", "Role is required."], "Name is required. Role is required."],
    [["Email is invalid"], "Email is invalid"],
    [["Too many requests.", ""], "Too many requests."],
    [[], ""]
  ])("%j", (texts, joined) => {
    expect(inSentences(...texts)).toBe(joined)
  })

  it("name every field of a refused form", () => {
    const issues = ["Email is invalid", "Role is required."].map((message) => ({ path: "email", message }))
    expect(words(new UserRefused({ data: { issues } })).error).toBe("Email is invalid. Role is required.")
  })
})
