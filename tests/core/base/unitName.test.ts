import { describe, expect, it } from "vitest"
import { sameUnit, unitKey, unitOf } from "#core/base/unitName.ts"
import { isBlank, visibleText } from "#core/base/visibleText.ts"

describe("units", () => {
  it("are stored as written, without invisible characters", () => {
    expect([" A-143 ", "a-143", "A-\u200b143\ufeff", "A\u2011143", "\u200b", "  ", null].map(unitOf)).toEqual([
      "A-143",
      "a-143",
      "A-143",
      "A-143",
      null,
      null,
      null
    ])
  })

  it.each([
    ["A-143", "a-143"],
    ["A-143", "\tA-143\u00a0"],
    ["A-143", "a-\u2060143"],
    ["\u00c9toile 3", "\u00e9toile 3"],
    ["\u0130 1", "i 1"],
    ["B-110", "B\u2010110"],
    ["B-110", "b\u2212110"],
    ["B-110", "\uff22\uff0d\uff11\uff11\uff10"],
    ["B 110", "B\u00a0110"],
    ["\u00c9toile 3", "E\u0301toile 3"],
    [null, ""],
    [null, " \u200b"]
  ])("%j is the same unit as %j", (one, other) => {
    expect(sameUnit(one, other)).toBe(true)
    expect(unitKey(one)).toBe(unitKey(other))
  })

  it.each([
    ["A-143", "A143"],
    ["A-143", "A-0143"],
    ["A 1", "A  1"],
    ["E 1", "\u00c9 1"],
    [null, "-"]
  ])("%j is a different unit than %j", (one, other) => {
    expect(sameUnit(one, other)).toBe(false)
  })
})

it("recognizes invisible text", () => {
  for (const text of ["", " \t\r\n", "\u200b\u200d", "\u00ad", "\u2800", "\u3164", "\u202e", "\0", "\u{e0001}"]) {
    expect([text, isBlank(text), visibleText(text)]).toEqual([text, true, ""])
  }
  for (const text of ["x", "\u200b.", "\u4e2d", "\u{1f512}"]) expect([text, isBlank(text)]).toEqual([text, false])
  expect(visibleText(" a\u200b b ")).toBe("a b")
})
