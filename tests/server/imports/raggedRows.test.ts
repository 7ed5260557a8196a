import { beforeEach, describe, expect, it } from "vitest"
import type { JobId } from "#core/base/ids.ts"
import { Fms } from "#core/fms/fmsSystems.ts"
import { usualHomes } from "../../support/databases.ts"
import { csvOf, useImportPlace } from "./importPlace.ts"

const ragged = csvOf(
  "Name,Phone,Address,City",
  "Maple St,5550100200,10 Maple St,Ashgrove",
  "Oak Ave,5550100201,1 Oak Ave,Rear,Salem",
  "Quay,5550100202,7 Quay,Suite 5,Salem",
  'Elm,5550100203,"1 Elm,Salem',
  "Oak Ave,5550100204,9 Oak Ave,Salem",
  // Excel leaves out empty cells at the end of a row.
  "Short,5550100205,5 Short St"
)

describe.each(usualHomes)("unreadable rows in a facility file, on $name", (home) => {
  const { uploaded, rows, committed, facilities, ask, sql, emptied } = useImportPlace(home)
  beforeEach(() => emptied())

  const errorsOf = async (importID: JobId): Promise<ReadonlyArray<string>> =>
    (await ask<{ csv: string }>("GET", `/facilities/imports/${importID}/errors`)).data.csv.split("\r\n")
  const fix = (importID: JobId, row: number, texts: Readonly<Record<number, string>>) =>
    ask<{ rows: ReadonlyArray<{ row: number; outcome: string }>; import: { counts: object } }>(
      "PUT",
      `/facilities/imports/${importID}/rows/${row}`,
      { cells: Object.entries(texts).map(([column, text]) => ({ column: Number(column), text })) }
    )

  it("fail for the error of a formula, below a header with empty columns", async () => {
    const empty = ",".repeat(2000)
    const { importID, columns } = await uploaded(
      csvOf(
        `Name,Phone,Address,State${empty}`,
        `#N/A,5550100200,10 Maple St,${empty}`,
        `Elm,5550100203,1 Elm Rd,#ref!${empty}`
      )
    )
    expect(columns).toHaveLength(4)
    const fix = "The formula failed: correct it in your spreadsheet, or type the value."
    const failed = await rows(importID, "fail")
    expect(failed.map(({ issues }) => issues.map((issue) => [issue.found, issue.fix]))).toEqual([
      [["#N/A", fix]],
      [["#ref!", fix]]
    ])
  })

  it("fail individually, with their line and the reason, and the others are imported", async () => {
    const planned = await uploaded(ragged)
    expect(planned).toMatchObject({ total: 6, missing: [], counts: { create: 3, update: 0, skip: 0, fail: 3 } })
    expect(planned.columns.map(({ header }) => header)).toEqual(["Name", "Phone", "Address", "City"])
    expect(planned.columns[3]?.samples).toEqual(["Ashgrove", "Salem"])
    const failed = await rows(planned.importID, "fail")
    expect(failed.map(({ row, problem, issues }) => [row, problem?.code, problem?.error, issues])).toEqual([
      [3, "UnreadableRow", "Row 3 has 5 cells, the header has 4 cells.", []],
      [4, "UnreadableRow", "Row 4 has 5 cells, the header has 4 cells.", []],
      [5, "UnreadableRow", "The quotes of row 5 don't match.", []]
    ])
    expect(failed[1]).toMatchObject({ cells: ["Quay", "5550100202", "7 Quay", "Suite 5"], extraCells: ["Salem"] })
    const done = await committed(planned.importID)
    expect(done).toMatchObject({ state: "done", done: 6, failed: 3 })
    expect((await facilities()).map(({ name, phone }) => [name, phone])).toEqual([
      ["Maple St", "5550100200"],
      // An unreadable earlier row with this name doesn't claim it.
      ["Oak Ave", "5550100204"],
      ["Short", "5550100205"]
    ])
    expect((await rows(planned.importID, "fail")).map(({ row, done: ended }) => [row, ended])).toEqual([
      [3, true],
      [4, true],
      [5, true]
    ])
  })

  it("are imported completely after they are fixed in the check step", async () => {
    const planned = await uploaded(ragged)
    const answer = await fix(planned.importID, 4, { 2: "7 Quay, Suite 5", 3: "Salem" })
    expect(answer.data).toMatchObject({ rows: [{ row: 4, outcome: "create" }], import: { counts: { create: 4 } } })
    expect((await rows(planned.importID, "create")).find(({ row }) => row === 4)).toMatchObject({ extraCells: [] })
    // The remaining ones are checked again with the new mapping, and stay unreadable.
    const mapping = ["facilityName", "phoneNumber", "street", null]
    const mapped = await ask("PUT", `/facilities/imports/${planned.importID}/mapping`, { mapping })
    expect(mapped.data.counts).toEqual({ create: 4, update: 0, skip: 0, fail: 2 })
    await committed(planned.importID)
    expect((await facilities()).find(({ name }) => name === "Quay")).toMatchObject({ street: "7 Quay, Suite 5" })
  })

  it("are included in the file of failed rows, and stay unreadable there until they are fixed", async () => {
    const planned = await uploaded(ragged)
    await committed(planned.importID)
    const [head, , wide, quoted] = await errorsOf(planned.importID)
    expect(head).toBe("Name,Phone,Address,City,extra cell,error,fix")
    expect(wide).toMatch(/^Quay,5550100202,7 Quay,Suite 5,Salem,"?Row 4 has 5 cells/)
    expect(quoted).toMatch(/^"Elm,5550100203,""1 Elm,Salem",,,,,/)
    const fed = await uploaded(csvOf(head ?? "", wide ?? "", "Elm,5550100203,1 Elm Rd,Salem,,,"))
    expect(fed.columns.map(({ header }) => header)).toEqual(["Name", "Phone", "Address", "City"])
    expect(fed.counts).toEqual({ create: 1, update: 0, skip: 0, fail: 1 })
    expect((await rows(fed.importID, "fail"))[0]).toMatchObject({
      row: 2,
      problem: { error: "Row 2 has 5 cells, the header has 4 cells." },
      extraCells: ["Salem"]
    })
    const fixed = await uploaded(csvOf(head ?? "", 'Quay,5550100202,"7 Quay, Suite 5",Salem,,x,y'))
    expect(fixed.counts).toMatchObject({ create: 1, fail: 0 })
  })

  it("store no cell if one may be a secret, even if a column becomes secret later", async () => {
    const secret = "hunter2-never-kept"
    const file = csvOf(
      "Name,Phone,Address,Corporate Code,Username,Password,Location Code",
      `Fir,5550100200,1 Fir Rd, Suite 5,DEMO,demo,${secret},L1`,
      // Without the phone, the password stands under Username.
      `Gum,1 Gum Rd,DEMO,demo,${secret}`
    )
    const planned = await uploaded(file, { software: Fms.id.Sitelink })
    const [row, short] = await rows(planned.importID)
    expect(short).toMatchObject({ outcome: "fail", facilityName: "", cells: Array(7).fill("") })
    expect(row).toMatchObject({ outcome: "fail", facilityName: "", cells: Array(7).fill(""), extraCells: [] })
    expect(row?.problem?.fix).toContain("Its cells are hidden, because one of them may be secret.")
    const later = await uploaded(csvOf("Name,Phone,Address,Zugang", `Fir,5550100200,Rd 1,5,${secret}`), {
      software: Fms.id.Sitelink
    })
    expect((await rows(later.importID))[0]?.extraCells).toEqual([secret])
    await ask("PUT", `/facilities/imports/${later.importID}/mapping`, {
      mapping: ["facilityName", "phoneNumber", "street", "corporatePassword"]
    })
    expect((await rows(later.importID))[0]).toMatchObject({ cells: ["", "", "", ""], extraCells: [] })
    const kept = await sql((sql) => sql<{ all: string }>`SELECT string_agg(r::text, ' ') AS all FROM job_rows r`)
    expect(kept[0]?.all).not.toContain(secret)
  })
})
