import { describe, expect, it } from "vitest"
import {
  clampedTimeout,
  readTimeout,
  shownTimeout,
  splitTimeout,
  timeoutText,
  tooLong,
  typedTimeout
} from "#core/settings/timeouts.ts"

describe("a timeout", () => {
  it.each([
    [10, "10 Minutes"],
    [59, "59 Minutes"],
    [60, "1 Hour"],
    [90, "1.5 Hours"],
    [75, "75 Minutes"],
    [100, "100 Minutes"],
    [1439, "1439 Minutes"],
    [1440, "1 Day"],
    [1800, "30 Hours"],
    [2160, "1.5 Days"],
    [10.5, "10.5 Minutes"],
    [10_080, "7 Days"]
  ] as const)("of %i minutes is shown as %s", (minutes, text) => {
    expect(timeoutText(shownTimeout(minutes))).toBe(text)
  })

  it.each([
    ["0", "1"],
    ["0.5", "1"],
    ["007", "7"],
    ["1", "1"],
    ["10080", "10080"],
    ["10081", "10080"],
    ["999999999", "10080"],
    ["ten", "ten"],
    ["", ""]
  ])("typed as '%s' is clamped to '%s'", (typed, kept) => {
    expect(clampedTimeout(typed)).toBe(kept)
  })

  it.each([
    ["10", 1, 10],
    ["1.5", 60, 90],
    ["1,5", 60, 90],
    [" 7 ", 1440, 10_080],
    ["168", 60, 10_080],
    ["0.7", 1440, 1008]
  ] as const)("'%s' in units of %i minutes is %i minutes", (text, unit, minutes) => {
    expect(readTimeout(text, unit)).toEqual({ minutes })
  })

  it.each([
    ["9", 1],
    ["9.4", 1],
    ["9.5", 1],
    ["10080.4", 1],
    ["10081", 1],
    ["7.1", 1440],
    ["", 60],
    ["-30", 60],
    ["1e3", 1],
    ["0x20", 1],
    ["thirty", 1],
    ["9".repeat(20), 1]
  ] as const)("'%s' in units of %i minutes is refused", (text, unit) => {
    expect(readTimeout(text, unit)).toEqual({ wrong: "Timeout value must be between 10 minutes and 7 days" })
  })

  it.each([
    ["90", 1, "90 Minutes"],
    ["1,5", 60, "1,5 Hours"],
    [" 2 ", 1440, "2 Days"],
    ["0.7", 1440, "0.7 Days"],
    ["10.4", 1, "10 Minutes"],
    ["1.23", 60, "74 Minutes"],
    ["9.5", 1, "9.5 Minutes"]
  ] as const)(
    "typed as '%s' in units of %i minutes is confirmed as %s, the value that is saved",
    (text, unit, shown) => {
      expect(typedTimeout(text, unit)).toBe(shown)
    }
  )

  it("needs a unit", () => {
    expect(readTimeout("30", null)).toEqual({ wrong: "Please select a timeout unit" })
  })

  it("reports at its field that it is too long", () => {
    expect(tooLong("8", 1440, "client")).toBe("Client timeout can not exceed 10080 minutes")
    expect(tooLong("10081", 1, "mobile")).toBe("Mobile timeout can not exceed 10080 minutes")
    expect([tooLong("7", 1440, "client"), tooLong("", 1440, "client"), tooLong("9", null, "client")]).toEqual([
      null,
      null,
      null
    ])
  })

  it.each([
    ["30 minutes", ["30", 1]],
    ["1.5h", ["1.5", 60]],
    ["2 Days", ["2", 1440]],
    ["45", ["45", null]],
    ["5 weeks", ["5", null]],
    ["soon", ["", null]]
  ] as const)("typed as '%s' is %j", (text, parts) => {
    expect(splitTimeout(text)).toEqual(parts)
  })
})
