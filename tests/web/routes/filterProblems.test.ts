import { describe, expect, it } from "vitest"
import type { GridColumn } from "#web/grid/GridColumn.ts"
import { filterProblems, type ListAddress } from "#web/routes/filterProblems.ts"

const columns: ReadonlyArray<GridColumn<never>> = [
  { id: "serialCode", title: "Serial Code", width: 80 },
  {
    id: "status",
    title: "Status",
    width: 80,
    kind: "choice",
    choices: [
      { value: "1001", label: "Available" },
      { value: "1002", label: "Lost" }
    ]
  },
  { id: "lockCount", title: "Locks", width: 80, kind: "number" },
  { id: "updatedOn", title: "Updated On", width: 80, kind: "date" },
  { id: "combination", title: "Combination", width: 80, filterable: false }
]

/** A grid whose address has these parameters. All of them are valid for its route. */
const grid = (written: Readonly<Record<string, string>>, more: Partial<ListAddress> = {}): ListAddress => ({
  written,
  taken: { sort: undefined, filter: written["filter"], search: written["search"], facilityID: written["facilityID"] },
  allowed: {},
  columns,
  facilityGone: false,
  ...more
})

const filters = "Filters: serialCode, status, lockCount, updatedOn."

describe("filters in the address of a list", () => {
  it.each([
    ["foo:bar", `No filter named foo. ${filters}`, ""],
    ["facility:nowhere", `No filter named facility. ${filters}`, ""],
    ["foo=1;serialCode=4000", `No filter named foo. ${filters}`, "serialCode=4000"],
    ["combination=1", `No filter named combination. ${filters}`, ""],
    ["serialCode:4000", "Write the filter as serialCode=4000, not serialCode:4000.", ""],
    ["status=Lost", "No Status Lost. status: 1001 (Available), 1002 (Lost).", ""],
    ["lockCount=many", "lockCount takes a number, not many.", ""],
    [
      "updatedOn=yesterday",
      "updatedOn takes a day such as 2026-11-20, or days such as 2026-11-01..2026-11-20, not yesterday.",
      ""
    ]
  ])("says what is wrong with %s and keeps the rest", (filter, problem, right) => {
    expect(filterProblems(grid({ filter, search: "b" }))).toEqual({
      problems: [problem],
      right: right === "" ? { search: "b" } : { filter: right, search: "b" }
    })
  })

  it("has no problem with right ones", () => {
    const written = { filter: "status=1001,1002;lockCount=3;updatedOn=2026-11-01..;serialCode=a%3bb", search: "x" }
    expect(filterProblems(grid(written))).toEqual({ problems: [], right: written })
  })

  it("says that a parameter is unknown, and names those of the list", () => {
    expect(filterProblems(grid({ status: "Lost" })).problems).toEqual([`No filter named status. ${filters}`])
    const jobs = { taken: {}, columns: null }
    expect(filterProblems(grid({ status: "Lost" }, jobs)).problems).toEqual([
      "No filter named status. This list has no filters."
    ])
  })

  it("names all unknown ones in one sentence", () => {
    expect(filterProblems(grid({ filter: "foo:1;bar=2;lockCount=x", status: "Lost" })).problems).toEqual([
      `No filter named foo or bar or status. ${filters}`,
      "lockCount takes a number, not x."
    ])
  })

  it("takes names that every object has, and invisible ones, as unknown", () => {
    const written = Object.fromEntries([
      ["constructor", "1"],
      ["__proto__", "2"],
      ["filter", "\u202ex=1;\0=2"]
    ])
    expect(filterProblems(grid(written))).toEqual({
      problems: [`No filter named constructor or __proto__ or x or ''. ${filters}`],
      right: {}
    })
  })

  it("says that a value is unknown, and names the allowed ones", () => {
    const drift = { taken: { drift: "lost", search: undefined }, allowed: { drift: ["two-locks", "unit-unknown"] } }
    expect(filterProblems(grid({ drift: "lost" }, { ...drift, columns: null }))).toEqual({
      problems: ["No drift lost. drift: two-locks, unit-unknown."],
      right: {}
    })
  })

  it.each([
    ["page", "x", "page takes a number, not x."],
    ["page", "-1", "page takes a number, not -1."],
    ["count", "7", "No count 7. count: 5, 10, 20, 50, 100, all."],
    ["sort", "nowhere=asc", "No order by nowhere. Columns: serialCode, status, lockCount, updatedOn, combination."],
    ["sort", "status=up", "Write the order as status=asc or status=desc, not status=up."]
  ])("says why a grid can't have %s %s", (name, value, problem) => {
    const written = { [name]: value, search: "b" }
    expect(filterProblems(grid(written, { taken: written }))).toEqual({ problems: [problem], right: { search: "b" } })
    const right = { page: "2", count: "all", sort: "status=desc" }
    expect(filterProblems(grid(right, { taken: right })).problems).toEqual([])
  })

  it("says that a value that the screen can't read is wrong", () => {
    const taken = { facilityID: undefined, role: undefined, drift: undefined }
    const address = grid({ facilityID: "nowhere", role: "x", drift: "" }, { taken })
    expect(filterProblems(address)).toEqual({
      problems: ["No facility with ID nowhere.", "role takes a number, not x."],
      right: { drift: "" }
    })
  })

  it("says that a facility doesn't exist", () => {
    const { problems, right } = filterProblems(grid({ facilityID: "999", search: "b" }, { facilityGone: true }))
    expect(problems).toEqual(["No facility with ID 999."])
    expect(right).toEqual({ search: "b" })
  })
})
