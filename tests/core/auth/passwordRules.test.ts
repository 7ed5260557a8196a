import { describe, expect, it } from "vitest"
import { passwordRefusal } from "#core/auth/passwordRules.ts"

const ruleOf = (password: string, common?: ReadonlySet<string>) => passwordRefusal(password, common)?.data.rule ?? null

describe("a new password", () => {
  it.each([
    ["", "TooShort"],
    ["12345", "TooShort"],
    ["123456", null],
    ["x".repeat(40), null],
    ["x".repeat(41), "TooLong"],
    // Six and forty characters as people count them, not code units.
    ["🔐🔐🔐🔐🔐", "TooShort"],
    ["🔐🔐🔐🔐🔐🔐", null],
    ["🔐".repeat(40), null],
    ["🔐".repeat(41), "TooLong"],
    // e and a combining accent are one character after normalization; the ligature is three.
    ["e\u0301".repeat(5), "TooShort"],
    ["e\u0301".repeat(40), null],
    ["\ufb03\ufb03", null]
  ])("%j is %s", (password, rule) => {
    expect(ruleOf(password)).toBe(rule)
  })

  it("can't be a common one, in any case or width", () => {
    const common = new Set(["password", "letmein"])
    for (const password of ["password", "PassWord", "LETMEIN", "ｐａｓｓｗｏｒｄ"])
      expect(ruleOf(password, common)).toBe("TooCommon")
    expect(ruleOf("hunter-42", common)).toBeNull()
  })

  it("can't be one of our own words with digits and symbols", () => {
    for (const password of ["lockdesk-demo", "LockDesk2026!", "over-lock", "1Storage1", "Password1"])
      expect([password, ruleOf(password)]).toEqual([password, "TooCommon"])
    for (const password of ["lockdesk-marmalade", "123456", "correct-horse-9"]) expect(ruleOf(password)).toBeNull()
  })
})
