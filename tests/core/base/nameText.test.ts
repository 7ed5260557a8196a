import { describe, expect, it } from "vitest"
import { nameText } from "#core/base/nameText.ts"

describe("a name", () => {
  it.each([
    [
      "Persian, with its joiner, but not with one at the end",
      "\u0645\u06cc\u200c\u0634\u0648\u062f\u200c",
      "\u0645\u06cc\u200c\u0634\u0648\u062f"
    ],
    ["Hindi, with its joiner", "\u0915\u094d\u200d\u0937", "\u0915\u094d\u200d\u0937"],
    ["an emoji of several", "\u{1f469}\u{1f3fd}\u200d\u{1f680} Yard", "\u{1f469}\u{1f3fd}\u200d\u{1f680} Yard"],
    ["English, without invisible joiners", "Join\u200ced\u200d 1\u200d2", "Joined 12"],
    ["a decomposed accent, composed", "Cafe\u0301", "Caf\u00e9"]
  ])("keeps %s", (_, typed, kept) => expect(nameText(typed)).toBe(kept))
})
