import { readFileSync } from "node:fs"
import ExcelJS from "exceljs"
import { describe, expect, it } from "vitest"
import { Role } from "#core/auth/roles.ts"
import { clickFacility } from "../support/chooseFacility.ts"
import type { Desk } from "../support/Desk.ts"
import { desk, shareDesk } from "../support/shareDesk.ts"
import { activeLocks, registerLocks } from "../support/registerLocks.ts"
import { unsound } from "../support/unsound.ts"
import type { Visitor } from "../support/Visitor.ts"

let next = 73_000_000
shareDesk()

const register = (count: number) => registerLocks(desk, (next += 1000), count, null)
const facility = ({ page }: Visitor) => page.getByRole("combobox", { name: "Facility", exact: true })
const sheet = ({ page }: Visitor) => page.getByRole("combobox", { name: "Sheet" })
const field = ({ page }: Visitor) => page.getByRole("textbox", { name: "Locks" })

const visitBulk = async (options: Partial<NonNullable<Parameters<Desk["visit"]>[0]>> = {}): Promise<Visitor> => {
  const visitor = await desk.visit({ role: Role.id.Admin, path: "/locks/bulk", ...options })
  await visitor.sees("Bulk changes")
  await clickFacility(facility(visitor), "North Loop")
  return visitor
}
const give = ({ page }: Visitor, name: string, content: string | Buffer) =>
  page
    .locator("input[type=file]")
    .setInputFiles({ name, mimeType: "application/octet-stream", buffer: Buffer.from(content) })
const bookOf = async (sheets: Readonly<Record<string, ReadonlyArray<ReadonlyArray<string | number>>>>) => {
  const book = new ExcelJS.Workbook()
  for (const [name, rows] of Object.entries(sheets)) {
    const made = book.addWorksheet(name)
    for (const row of rows) made.addRow([...row])
  }
  return Buffer.from((await book.xlsx.writeBuffer()) as ArrayBuffer)
}
const planned = async (visitor: Visitor, words: RegExp): Promise<void> => {
  await visitor.does("bulk.planList").click()
  await visitor.reads(words)
}

describe("lock list files", () => {
  it("can be Excel workbooks; with several sheets, the user picks one first", async () => {
    const [a = "", b = "", c = ""] = await register(3)
    const visitor = await visitBulk({ viewport: { width: 360, height: 740 } })
    // A workbook is recognized with any file extension.
    const rows = [
      ["North Loop, Monday"],
      [],
      ["Note", "Serial #"],
      ["x", Number(a)],
      ["y", `${b.slice(0, 4)} ${b.slice(4)}`]
    ]
    await give(visitor, "box.csv", await bookOf({ Old: [["serial"], [c]], New: rows, Blank: [] }))
    await visitor.reads("This workbook has 2 sheets with content.")
    expect(await visitor.does("bulk.planList").first().getAttribute("title")).toBe("Choose a sheet of the workbook.")
    expect(await unsound(visitor.page)).toEqual([])
    await visitor.tabTo(sheet(visitor))
    await visitor.page.keyboard.type("New")
    await visitor.reads("2 rows, 2 columns")
    expect(await field(visitor).inputValue()).toContain("Note,Serial #")
    await planned(visitor, /2 of 2 locks will be activated at North Loop/)
    await visitor.does("jobs.apply").first().click()
    await visitor.sees("Done")
    expect(await activeLocks(desk, [a, b, c])).toBe(2)
  })

  it("with one sheet are read without asking, and rows keep their sheet numbers", async () => {
    const [a = ""] = await register(1)
    const visitor = await visitBulk()
    await give(
      visitor,
      "one.xlsx",
      await bookOf({ Locks: [["Title"], [], ["Serial Number"], [a], [], [4_200_001]], Blank: [] })
    )
    await visitor.reads("2 rows")
    expect(await sheet(visitor).count()).toBe(0)
    await planned(visitor, /1 of 2 locks will be activated at North Loop; 1 would fail/)
    await visitor.reads(/Serial Code must be 8 digits, found '4200001'/)
    expect(await visitor.page.getByTitle(/your spreadsheet dropped them/).count()).toBe(1)
  })

  it("can be quoted, UTF-16, Windows-1252 or ragged: readable rows are applied, and the rest are returned unchanged", async () => {
    const [a = "", b = "", c = ""] = await register(3)
    const visitor = await visitBulk()
    await give(visitor, "quoted.csv", `"SerialNumber"\r\n"${a}"\r\n"${b}"\r\n`)
    await visitor.reads("2 rows")
    await give(visitor, "windows.csv", Buffer.from(`Note;Serial Code\r\nNu\xf1ez;${a}\r\n`, "latin1"))
    await visitor.reads("windows.csv. Read as Windows-1252.")
    expect(await field(visitor).inputValue()).toContain("Nu\u00f1ez")
    const unicode = Buffer.from(
      `\uFEFFNote\tSerial Code\r\nx\t${a}\r\ny\t${b}\r\nz\t${b}\tless\r\nz\t${c}\tmore\r\n`,
      "utf16le"
    )
    await give(visitor, "unicode.txt", unicode)
    await visitor.reads("4 rows, 3 columns, 2 rows can't be read")
    expect(await visitor.page.getByText("Windows-1252").count()).toBe(0)
    await planned(visitor, /2 of 4 locks will be activated at North Loop; 2 would fail/)
    await visitor.reads(/This row has 3 cells, the header has 2 cells/)
    await visitor.does("jobs.apply").first().click()
    await visitor.sees("Done")
    expect(await activeLocks(desk, [a, b, c])).toBe(2)
    const [download] = await Promise.all([
      visitor.page.waitForEvent("download"),
      visitor.does("jobs.failedRows").first().click()
    ])
    const [head, first, second] = readFileSync(await download.path(), "utf8").split("\r\n")
    expect(head).toBe("\uFEFFNote,Serial Code,extra cell,error,fix")
    expect(first).toContain(`z,${b},less,"This row has 3 cells`)
    expect(second).toContain(`z,${c},more,"This row has 3 cells`)
  })

  it("have the row numbers of a spreadsheet if a cell has line breaks", async () => {
    const [a = ""] = await register(1)
    const visitor = await visitBulk()
    await give(visitor, "notes.csv", `Note,Serial Code\r\n"by\nthe\ngate",${a}\r\n,42000\r\n`)
    await planned(visitor, /1 of 2 locks will be activated at North Loop; 1 would fail/)
    const failed = visitor.page.getByRole("row").filter({ hasText: "Serial Code must be 8 digits" })
    expect(await failed.innerText()).toMatch(/^3\b/)
  })

  it("say what is missing or not used", async () => {
    const [a = ""] = await register(1)
    const visitor = await visitBulk()
    await give(visitor, "header.csv", "Serial Code;Note\r\n")
    await visitor.reads("The list has no rows below its header.")
    await give(visitor, "german.csv", "Serien-Nr.,Größe,\r\nx,y,\r\n")
    await visitor.reads("Its columns are: Serien-Nr., Größe.")
    await give(visitor, "note.csv", `Serial Code,Note,\r\n${a},x,\r\n`)
    await visitor.reads("Not used: Note.")
  })

  it("in an old format, or without a list, are refused with what to do", async () => {
    const visitor = await visitBulk()
    await give(visitor, "old.xls", Buffer.from([0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1, 0x1a, 0xe1]))
    await visitor.reads("old.xls: This is an old Excel workbook (.xls).")
    await visitor.reads("Open it in your spreadsheet program and save it as .xlsx.")
    await give(visitor, "photo.csv", Buffer.from([0x89, 0x50, 0x4e, 0x47, 1, 2]))
    await visitor.reads("photo.csv: This is neither a CSV file nor a workbook.")
  })
})
