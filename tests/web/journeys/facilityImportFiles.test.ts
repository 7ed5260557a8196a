import ExcelJS from "exceljs"
import { describe, expect, it } from "vitest"
import { Role } from "#core/auth/roles.ts"
import { axeFindings } from "../support/axe.ts"
import {
  csv,
  fileOf,
  grid,
  importedFacility,
  importHeader,
  importStep,
  softwareOf,
  uploaded,
  visitImport
} from "../support/importScreen.ts"
import { desk, shareDesk } from "../support/shareDesk.ts"
import { unsound } from "../support/unsound.ts"
import type { Visitor } from "../support/Visitor.ts"

shareDesk()

const visit = (): Promise<Visitor> => visitImport(desk, { role: Role.id.Admin })

/** The button may already be gone, which is what the test waits for. */
const ignored = (): void => undefined
const seen = (): boolean => true
const unseen = (): boolean => false

describe("a rejected file", () => {
  const wide = Array.from({ length: 101 }, (_, nth) => `c${nth}`).join(",")
  const facts = { mimeType: "application/octet-stream" }
  it.each([
    ["a wrong file extension", { name: "list.pdf", ...facts, buffer: Buffer.from("x") }, /^This is neither a CSV file/],
    [
      "2 MB, before it is sent",
      { name: "big.csv", ...facts, buffer: Buffer.alloc(2_097_152, "a") },
      /^File must be smaller than 2 MB\./
    ],
    ["an empty file", { name: "nothing.csv", ...facts, buffer: Buffer.alloc(0) }, /^The file has no rows\./]
  ])("%s, is rejected in the browser", async (_, file, words) => {
    const visitor = await visit()
    await softwareOf(visitor).selectOption({ label: "Not listed" })
    await fileOf(visitor).setInputFiles(file)
    await visitor.reads(words)
    expect(await visitor.does("facilityImport.upload").getAttribute("aria-disabled")).toBe("true")
    expect(await axeFindings(visitor.page)).toEqual([])
  })

  it("may have been accepted if the response breaks off, so it isn't called unreachable", async () => {
    const visitor = await visit()
    visitor.expects(/ERR_/, /hub/i, /WebSocket/)
    await softwareOf(visitor).selectOption({ label: "Not listed" })
    await fileOf(visitor).setInputFiles(csv("cut.csv", importHeader, "Cut Yard,5550100398,1 Cut Street,Salem,"))
    desk.proxy.stalled = /^\/api\/facilities\/import-csv$/
    const begun = visitor.page.waitForResponse(/import-csv/)
    await visitor.does("facilityImport.upload").click()
    await begun
    desk.proxy.goDown()
    await visitor.reads("The server's answer broke off.")
    await visitor.reads("It may have worked.")
    desk.proxy.comeBack()
  })

  it.each([
    [
      "an image with a CSV extension",
      { name: "a.csv", ...facts, buffer: Buffer.from([0x89, 0x50, 0x4e, 0x47, 13, 10, 26, 10, 0, 0]) }
    ],
    [
      "an old Excel file",
      { name: "a.xls", ...facts, buffer: Buffer.from([0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1, 0x1a, 0xe1, 0, 0]) }
    ],
    ["another encoding", { name: "a.csv", ...facts, buffer: Buffer.from("Name\r\nK\x81ln\r\n", "latin1") }],
    ["only a header", csv("a.csv", importHeader)],
    ["too many columns", csv("a.csv", wide, "x")]
  ])("%s, is rejected by the server with the reason and what to do", async (_, file) => {
    const visitor = await visit()
    visitor.expects(/422/)
    await softwareOf(visitor).selectOption({ label: "Not listed" })
    await fileOf(visitor).setInputFiles(file)
    await visitor.does("facilityImport.upload").click()
    const alert = visitor.page.locator(".import-wrong[role=alert]")
    await visitor.until("the reason", alert.waitFor())
    expect((await alert.innerText()).split(".").length).toBeGreaterThan(2)
    // Another file can be chosen immediately.
    await fileOf(visitor).setInputFiles(csv("good.csv", importHeader, "Good Yard,5550100399,1 Good Street,Salem,"))
    await alert.waitFor({ state: "detached" })
    await visitor.page.waitForFunction(() =>
      document.querySelector("[data-command='facilityImport.upload'][aria-disabled=false]")
    )
  })

  it("with an unreadable row can be imported after the row is reviewed and fixed in full", async () => {
    const visitor = await visit()
    const rows = ["Even Yard,5550100391,1 Even Street,Salem,", "Uneven Yard,5550100392,2 Even Street,Suite 5,Salem,x,y"]
    await uploaded(visitor, csv("uneven.csv", importHeader, ...rows))
    await visitor.press("Control+Enter")
    await importStep(visitor, "Check")
    await visitor.reads("1 issue in 1 of 2 rows.")
    await visitor.reads("Row 3 has 7 cells, the header has 5 cells.")
    await visitor.press("i")
    await visitor.until("a current row", grid(visitor, "Issues").locator(".current").waitFor())
    await visitor.press("Enter")
    const form = visitor.page.getByRole("dialog", { name: "Row 3" })
    await visitor.until("the row", form.waitFor())
    await visitor.reads("Extra cells: x, y")
    expect(await axeFindings(visitor.page)).toEqual([])
    await form.getByLabel("Address *").fill("2 Even Street, Suite 5")
    await form.getByLabel("City").fill("Salem")
    await visitor.press("Escape")
    await visitor.reads("Any progress will be lost. Are you sure?")
    await visitor.press("Escape")
    expect(await form.getByLabel("City").inputValue()).toBe("Salem")
    await visitor.press("Control+Enter")
    await visitor.reads("No issues in this file.")
    await visitor.press("Control+Enter")
    await importStep(visitor, "Preview")
    await visitor.reads("2 facilities will be added.")
    await visitor.press("Control+Enter")
    await visitor.reads("Import 2 facilities?")
    await visitor.press("Control+Enter")
    await visitor.reads("2 of 2 rows, 2 added")
    expect(await importedFacility(desk, "Uneven Yard")).toMatchObject({
      street: "2 Even Street, Suite 5",
      city: "Salem"
    })
  })

  it("is rejected if several are dropped on the screen; one is accepted anywhere on it", async () => {
    const visitor = await visit()
    await softwareOf(visitor).selectOption({ label: "Not listed" })
    const drop = (names: ReadonlyArray<string>) =>
      visitor.page.evaluate((all) => {
        const data = new DataTransfer()
        for (const name of all) data.items.add(new File(["Facility Name\nDropped"], name, { type: "text/csv" }))
        const target = document.querySelector("h1")
        for (const type of ["dragover", "drop"]) {
          target?.dispatchEvent(new DragEvent(type, { bubbles: true, cancelable: true, dataTransfer: data }))
        }
      }, names)
    await drop(["a.csv", "b.csv"])
    await visitor.reads("You sent several files.")
    await drop(["dropped.csv"])
    await visitor.reads(/^dropped\.csv, 21 bytes/)
    await visitor.readsNoMore("You sent several files.")
  })
})

describe("an uploading file", () => {
  it("is kept while the server is offline, and shows upload progress", async () => {
    const visitor = await visit()
    visitor.expects(/import-csv|ERR_|Failed to load/)
    await softwareOf(visitor).selectOption({ label: "Not listed" })
    await fileOf(visitor).setInputFiles(csv("kept.csv", importHeader, "Kept Yard,5550100398,1 Kept Street,Salem,"))
    desk.proxy.refused = /import-csv/
    await visitor.does("facilityImport.upload").click()
    await visitor.reads("Can't reach the server.")
    await visitor.reads(/^kept\.csv/)
    desk.proxy.refused = null
    desk.proxy.delay = ({ path }) => (path.includes("import-csv") ? 3000 : 0)
    // A second press within one second counts as the same one (001 §9).
    await expect
      .poll(
        async () => {
          await visitor.does("facilityImport.upload").click({ timeout: 500 }).catch(ignored)
          return visitor.page.getByText("Reading the rows").waitFor({ timeout: 800 }).then(seen, unseen)
        },
        { interval: 1100, timeout: 15_000 }
      )
      .toBe(true)
    expect(await visitor.page.getByRole("progressbar").getAttribute("value")).toBe("100")
    await visitor.reads("100 %")
    await importStep(visitor, "Columns")
  })
})

describe("a workbook with several sheets", () => {
  const bookOf = async (sheets: Readonly<Record<string, ReadonlyArray<ReadonlyArray<string>>>>) => {
    const book = new ExcelJS.Workbook()
    for (const [name, rows] of Object.entries(sheets)) {
      const sheet = book.addWorksheet(name)
      for (const row of rows) sheet.addRow([...row])
    }
    const buffer = Buffer.from((await book.xlsx.writeBuffer()) as ArrayBuffer)
    return { name: "two.xlsx", mimeType: "application/octet-stream", buffer }
  }

  it("is imported by keyboard only after its sheet is chosen, on a phone too", async () => {
    const visitor = await visitImport(desk, { role: Role.id.Admin, viewport: { width: 360, height: 740 } })
    visitor.expects(/import-csv|Failed to load/)
    const listed = (name: string) => [importHeader.split(","), [name, "5550100200", "10 Maple St"]]
    await softwareOf(visitor).selectOption({ label: "Not listed" })
    await fileOf(visitor).setInputFiles(await bookOf({ Old: listed("Oak Ave"), New: listed("Elm Rd"), Blank: [] }))
    await visitor.press("Control+Enter")
    await visitor.reads(/The workbook has 2 sheets with content: Old, New\./)
    expect(await visitor.does("facilityImport.upload").getAttribute("title")).toBe("Choose a sheet of the workbook.")
    expect(await unsound(visitor.page)).toEqual([])
    await visitor.tabTo(visitor.page.getByRole("combobox", { name: "Sheet" }))
    await visitor.page.keyboard.type("New")
    await visitor.press("Control+Enter")
    await importStep(visitor, "Columns")
    await visitor.reads("Elm Rd")
  })
})
