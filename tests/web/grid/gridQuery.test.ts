import { describe, expect, it } from "vitest"
import {
  filtersText,
  pageRange,
  pagesOf,
  parseCount,
  parseFilters,
  parsePage,
  parseSort,
  sortText
} from "#web/grid/GridQuery.ts"
import { pageItems } from "#web/ui/pageItems.ts"

const columns = new Set(["unit", "status", "updatedOn"])

describe("grid state in the URL", () => {
  it("is read back as written", () => {
    for (const desc of [false, true]) {
      expect(parseSort(sortText({ column: "updatedOn", desc }), columns)).toEqual({ column: "updatedOn", desc })
    }
    const filters = { unit: "B;=1%3b 50%", status: "1004,1005", updatedOn: "2026-11-01..2026-11-20" }
    expect(parseFilters(filtersText(filters), columns)).toEqual(filters)
    expect(filtersText({ unit: "B-1", status: "" })).toBe("unit=B-1")
  })

  it("written by hand is reduced to its valid parts without errors", () => {
    expect(parseSort("secret=desc", columns)).toBeNull()
    expect(parseSort("unit=sideways", columns)).toBeNull()
    expect(parseFilters("secret=1;unit=;=x;;status=1004;unit", columns)).toEqual({ status: "1004" })
    expect([parsePage("3"), parsePage("-1"), parsePage("x"), parsePage("")]).toEqual([3, 0, 0, 0])
    expect([parseCount("50"), parseCount("7"), parseCount("")]).toEqual([50, null, null])
  })
})

describe("pages", () => {
  it("have their rows, and a page after the last one is the last one", () => {
    expect([pagesOf(0, 10), pagesOf(10, 10), pagesOf(11, 10)]).toEqual([1, 1, 2])
    expect(pageRange(25, 0, 10)).toEqual([0, 10])
    expect(pageRange(25, 2, 10)).toEqual([20, 25])
    expect(pageRange(25, 99, 10)).toEqual([20, 25])
    expect(pageRange(0, 3, 10)).toEqual([0, 0])
  })

  it("are listed as first, last and neighbors, with a gap only for more than one page", () => {
    expect(pageItems(0, 1, 1)).toEqual([0])
    expect(pageItems(5, 11, 1)).toEqual([0, "gap", 4, 5, 6, "gap", 10])
    expect(pageItems(5, 11, 0)).toEqual([0, "gap", 5, "gap", 10])
    expect(pageItems(2, 5, 0)).toEqual([0, 1, 2, 3, 4])
    expect(pageItems(0, 75, 1)).toEqual([0, 1, "gap", 74])
  })
})
