import { describe, expect, it } from "vitest"
import type { Listed, ListedRows } from "#web/grid/GridExport.ts"
import { csvHere, rowsFilesAsked, rowsFileBase } from "#web/features/export/rowsFile.ts"
import { lockFileAsked } from "#web/features/export/lockFile.ts"
import { paperOf, printQuestion } from "#web/features/export/printing.ts"

/** Rows 1 to `count`, each with its ID, a masked combination and a timestamp; row 3 has since been removed. */
const rowsOf = (count: number): ListedRows => ({
  count,
  idAt: (place) => place + 1,
  placeOf: (id) => (id >= 1 && id <= count ? id - 1 : -1),
  valuesAt: (place) => (place === 2 ? null : [`0000000${place + 1}`, null, Date.UTC(2026, 0, 2, 3, 4, 5)])
})

const listed = (count: number, more: Partial<Listed> = {}): Listed => ({
  list: "locks",
  label: "Locks",
  columns: [
    { id: "serialCode", title: "Serial Code", kind: "text" },
    { id: "combination", title: "Combination", kind: "text" },
    { id: "updatedOn", title: "Updated On", kind: "date" }
  ],
  query: { sort: null, filters: {}, search: "", page: 0, count: 10 },
  scope: {},
  count,
  selected: [],
  hidden: 0,
  rows: rowsOf(count),
  whole: null,
  all: [],
  ...more
})
const query = listed(0).query

describe("the request for a lock file", () => {
  it("names the locks in list order, with the shown columns", () => {
    expect(lockFileAsked(listed(3), "xlsx")).toEqual({
      format: "xlsx",
      columns: ["serialCode", "unlockCode", "updatedOn"],
      filter: "inventory=false",
      lockIDs: [1, 2, 3]
    })
  })

  it("names only the selected locks, in list order", () => {
    expect(lockFileAsked(listed(9, { selected: [7, 2, 99] }), "csv")).toMatchObject({ lockIDs: [2, 7] })
  })

  it("sends the search instead if there are too many locks to name and only a facility filter", () => {
    const many = listed(200_000, { scope: { facilityID: "3" } })
    const sort = { column: "updatedOn", desc: true }
    expect(lockFileAsked({ ...many, query: { ...query, sort } }, "xlsx")).toEqual({
      format: "xlsx",
      columns: ["serialCode", "unlockCode", "updatedOn"],
      filter: "facilityID=3",
      sort: "updatedOn=desc"
    })
    expect(lockFileAsked({ ...many, query: { ...query, search: "12" } }, "xlsx")).toBeNull()
    expect(lockFileAsked({ ...many, query: { ...query, filters: { unit: "B" } } }, "xlsx")).toBeNull()
  })

  it("sends the search, too, if every row is selected, and names no part of them that is too large", () => {
    const all = Array.from({ length: 100_000 }, (_, nth) => nth + 1)
    const search = { filter: "inventory=false", sort: "serialCode=asc" }
    expect(lockFileAsked(listed(all.length, { selected: all }), "xlsx")).toMatchObject(search)
    expect(lockFileAsked(listed(all.length, { selected: all.slice(1) }), "xlsx")).toBeNull()
    // As many as are listed, but one of them is hidden.
    const other = [...all.slice(1), all.length + 1]
    expect(lockFileAsked(listed(all.length, { selected: other, hidden: 1 }), "xlsx")).toBeNull()
  })

  it("marks the inventory", () => {
    expect(lockFileAsked(listed(1, { list: "inventory" }), "xlsx")).toMatchObject({ filter: "inventory=true" })
  })
})

describe("a file made from local rows", () => {
  it("skips removed rows, and masks combinations", () => {
    const [file] = rowsFilesAsked(listed(4, { list: "returns", label: "Return history: Maple" }), "xlsx")
    expect(file).toMatchObject({ name: "return-history-maple", sheet: "Return history  Maple" })
    expect(file?.rows.map(([serial, code]) => [serial, code])).toEqual([
      ["00000001", "****"],
      ["00000002", "****"],
      ["00000004", "****"]
    ])
    expect(rowsFileBase(listed(1, { label: "..." }))).toBe("rows")
  })

  it("is requested in pieces that the server can read, with every row once", () => {
    const long = (count: number, text: string) => {
      const rows = { ...rowsOf(count), valuesAt: (place: number) => [`${place}${text}`, null, null] }
      return rowsFilesAsked(listed(count, { list: "users", rows }), "csv").map((file) => ({
        rows: file.rows.map(([id]) => Number.parseInt(String(id), 10)),
        bytes: Buffer.byteLength(JSON.stringify(file))
      }))
    }
    const many = long(25_001, "")
    expect(many.map(({ rows }) => rows.length)).toEqual([...Array<number>(5).fill(4_999), 6])
    const wide = long(3_000, "ü".repeat(500))
    expect(wide.length).toBe(4)
    for (const pieces of [many, wide]) {
      expect(pieces.flatMap(({ rows }) => rows)).toEqual(Array.from(pieces.flatMap(({ rows }) => rows).keys()))
      expect(Math.max(...pieces.map(({ bytes }) => bytes))).toBeLessThan(1024 * 1024)
    }
    expect(wide.flatMap(({ rows }) => rows)).toHaveLength(3_000)
  })

  it("is CSV while the server is offline", () => {
    expect(csvHere(listed(1), 10)).toEqual([
      "Serial Code,Combination,Updated On (UTC)\r\n",
      "00000001,****,2026-01-02T03:04:05.000Z\r\n"
    ])
  })
})

describe("a printed list", () => {
  const from = { company: "acme", facility: "Maple St", now: Date.UTC(2026, 1, 3, 16, 5) }

  it("has the company, filters and time", () => {
    const filters = { serialCode: "0000", updatedOn: "" }
    const { title, facts, rows } = paperOf(listed(2, { query: { ...query, search: "12", filters } }), from)
    expect(title).toBe("Locks")
    expect(facts).toEqual([
      "acme",
      "Facility: Maple St",
      "Filter: search '12', Serial Code: 0000",
      "2 rows",
      "Printed: 02.03.2026 - 4:05 PM UTC"
    ])
    expect(rows[0]).toEqual(["00000001", "****", "01.02.2026 - 3:04 AM UTC"])
  })

  it("has at most 6000 rows, and needs confirmation from 751 rows", () => {
    expect(printQuestion(listed(750))).toBeNull()
    expect(printQuestion(listed(751))).toEqual({
      title: "You are about to print 751 rows. Are you sure?",
      more: null
    })
    expect(printQuestion(listed(6001))).toEqual({
      title: "You are about to print 6,000 rows. Are you sure?",
      more: "The list has 6,001 rows. Only the first 6,000 rows will be printed. Filter the list to print the rest."
    })
    const paper = paperOf(listed(6001), from)
    expect(paper.rows).toHaveLength(5999)
    expect(paper.facts).toContain("The first 5,999 rows of 6,001 rows")
    expect(printQuestion(listed(6001, { selected: [1, 2] }))).toBeNull()
    const selected = Array.from({ length: 6001 }, (_, nth) => nth + 1)
    expect(printQuestion(listed(6001, { selected }))?.more).toBe(
      "The selection has 6,001 rows. Only the first 6,000 rows will be printed. Select the others to print the rest."
    )
  })
})
