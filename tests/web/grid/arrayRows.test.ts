import { describe, expect, it } from "vitest"
import { arrayRows } from "#web/grid/arrayRows.ts"
import { dayRange, filterTest } from "#web/grid/filterTest.ts"
import type { GridColumn } from "#web/grid/GridColumn.ts"
import type { GridQuery } from "#web/grid/GridQuery.ts"

interface Thing {
  readonly id: number
  readonly name: string | null
  readonly size: number | null
  readonly on: boolean
  readonly at: ReadonlyArray<number>
}

const items: ReadonlyArray<Thing> = [
  { id: 11, name: "Unit 10", size: 5, on: true, at: [1, 2] },
  { id: 12, name: "unit 2", size: null, on: false, at: [2] },
  { id: 13, name: null, size: 50, on: true, at: [] },
  { id: 14, name: "Élan", size: 5, on: false, at: [3, 1] }
]
const columns: ReadonlyArray<GridColumn<Thing>> = [
  { id: "name", title: "Name", width: 100, value: ({ name }) => name, searched: true },
  { id: "size", title: "Size", width: 100, kind: "number", value: ({ size }) => size },
  { id: "on", title: "On", width: 100, kind: "choice", value: ({ on }) => on },
  { id: "at", title: "At", width: 100, kind: "choice", value: ({ at }) => at }
]
const all: GridQuery = { sort: null, filters: {}, search: "", page: 0, count: 10 }

const idsOf = (query: Partial<GridQuery>): ReadonlyArray<number> => {
  const rows = arrayRows({ items, idOf: ({ id }) => id, columns }, { ...all, ...query })
  return Array.from({ length: rows.count }, (_, place) => rows.idAt(place))
}

describe("local rows", () => {
  it("are all there in their original order", () => {
    expect(idsOf({})).toEqual([11, 12, 13, 14])
  })

  it("are searched in the searchable columns, ignoring case and accents", () => {
    expect(idsOf({ search: " UNIT" })).toEqual([11, 12])
    expect(idsOf({ search: "elan" })).toEqual([14])
    expect(idsOf({ search: "50" })).toEqual([])
  })

  it("are filtered: text contains, numbers and booleans match exactly, and any of several values is enough (001 §5)", () => {
    expect(idsOf({ filters: { name: "nit 1" } })).toEqual([11])
    expect(idsOf({ filters: { size: "5" } })).toEqual([11, 14])
    expect(idsOf({ filters: { on: "false" } })).toEqual([12, 14])
    expect(idsOf({ filters: { at: "1" } })).toEqual([11, 14])
    expect(idsOf({ filters: { at: "2,3" } })).toEqual([11, 12, 14])
    expect(idsOf({ filters: { size: "5", on: "true" } })).toEqual([11])
    expect(idsOf({ filters: { size: "five" } })).toEqual([])
  })

  it("are sorted by their values, null last in both directions", () => {
    expect(idsOf({ sort: { column: "name", desc: false } })).toEqual([14, 12, 11, 13])
    expect(idsOf({ sort: { column: "name", desc: true } })).toEqual([11, 12, 14, 13])
    expect(idsOf({ sort: { column: "size", desc: true } })).toEqual([13, 11, 14, 12])
    expect(idsOf({ sort: { column: "on", desc: false } })).toEqual([12, 14, 11, 13])
  })

  it("keep their IDs at any position", () => {
    const rows = arrayRows({ items, idOf: ({ id }) => id, columns }, { ...all, sort: { column: "name", desc: false } })
    expect(rows.placeOf(11)).toBe(2)
    expect(rows.at(2)?.id).toBe(11)
    expect(rows.placeOf(99)).toBe(-1)
    expect(rows.idAt(99)).toBe(-1)
  })
})

describe("date ranges", () => {
  it("cover whole days in UTC, and may be open at one end", () => {
    const noon = Date.UTC(2026, 10, 20, 12)
    const passes = (text: string, at = noon): boolean => filterTest("date", text)(at)
    expect(passes("2026-11-20")).toBe(true)
    expect(passes("2026-11-19")).toBe(false)
    expect(passes("2026-11-01..2026-11-20")).toBe(true)
    expect(passes("..2026-11-19")).toBe(false)
    expect(passes("2026-11-20..")).toBe(true)
    expect(passes("2026-11-20", Date.UTC(2026, 10, 21))).toBe(false)
    expect([dayRange(".."), dayRange("soon"), dayRange("2026-13-40"), dayRange("a..b..c")]).toEqual([
      null,
      null,
      null,
      null
    ])
  })
})
