import { readFileSync } from "node:fs"
import { Effect } from "effect"
import { SqlClient } from "effect/sql"
import { describe, expect, it } from "vitest"
import { Role } from "#core/auth/roles.ts"
import { axeFindings } from "../support/axe.ts"
import { facilityNames } from "../support/deskData.ts"
import type { Desk } from "../support/Desk.ts"
import {
  cell,
  csv,
  grid,
  importedFacility,
  importHeader,
  importPath,
  importStep,
  softwareOf,
  uploaded,
  visitImport
} from "../support/importScreen.ts"
import { desk, shareDesk } from "../support/shareDesk.ts"
import type { Visitor } from "../support/Visitor.ts"
import { phone, unsoundAtEveryWidth } from "../support/unsound.ts"

shareDesk()

const { Admin, CallCenterAgent } = Role.id
const [maple] = facilityNames

const facility = (name: string) => importedFacility(desk, name)
const visit = (more: Parameters<Desk["visit"]>[0] = {}): Promise<Visitor> => visitImport(desk, { role: Admin, ...more })
describe("a facility import", () => {
  it("runs by keyboard only: file, columns, two cells fixed in place, preview, commit", async () => {
    const visitor = await desk.visit({ role: Admin, path: "/facilities" })
    const { page } = visitor
    await visitor.sees("Facilities")
    // Registered early, because a key can open the file chooser before a listener registered at that point is ready.
    page.once(
      "filechooser",
      (chooser) =>
        void chooser.setFiles(
          csv(
            "keys.csv",
            importHeader,
            "Key Yard,5550100301,1 Key Street,Portland,",
            "Short Phone,555,2 Key Street,Portland,",
            "Short Street,5550100303,abc,Portland,"
          )
        )
    )
    await visitor.press("g", "u")
    await visitor.sees("Add Multiple Facilities")
    // Navigation moves the focus to the new screen's title.
    await visitor.until("the focus at the title", page.locator("h1:focus").waitFor())
    await visitor.press("Tab")
    await page.keyboard.type("Not")
    expect(await softwareOf(visitor).evaluate((select: HTMLSelectElement) => select.selectedOptions[0]?.text)).toBe(
      "Not listed"
    )
    await visitor.press("Tab")
    await visitor.press("o")
    await visitor.reads("keys.csv")
    await visitor.press("Control+Enter")
    await importStep(visitor, "Columns")
    await visitor.reads("Exact match")
    await visitor.reads("Likely match")
    await visitor.reads("Not imported: Notes.")
    await visitor.press("Control+Enter")
    await importStep(visitor, "Check")
    await visitor.reads("2 issues in 2 of 3 rows.")
    await visitor.press("i")
    await visitor.until("a current row", grid(visitor, "Issues").locator(".current").waitFor())
    await visitor.press("Enter")
    await cell(visitor).waitFor()
    expect(await cell(visitor).inputValue()).toBe("555")
    await page.keyboard.type("5550100302")
    // Tab saves the cell and moves to the next issue.
    await visitor.press("Tab")
    await visitor.reads("Row 3 is fixed.")
    await visitor.until("the next cell", page.getByLabel("Street Address of row 4").waitFor())
    // Esc closes the cell, and an Enter right after it opens it again.
    await visitor.press("Escape", "Enter")
    expect(await facility("Key Yard")).toBeUndefined()
    await page.keyboard.type("4 Key Street")
    await visitor.press("Enter")
    await visitor.reads("No issues in this file.")
    await visitor.press("Control+Enter")
    await importStep(visitor, "Preview")
    await visitor.reads("3 facilities will be added. Nothing has been imported yet.")
    await visitor.press("v")
    await visitor.isAt(/rows=create/)
    await visitor.press("Control+Enter")
    await visitor.reads("Import 3 facilities?")
    await visitor.press("Control+Enter")
    await visitor.sees("Imported")
    await visitor.reads("Facilities imported successfully")
    await visitor.reads("3 of 3 rows, 3 added")
    expect(await facility("Short Phone")).toMatchObject({ phone: "5550100302", city: "Portland" })
    expect(await facility("Short Street")).toMatchObject({ street: "4 Key Street" })
    // The list already includes them.
    await visitor.press("g", "f")
    await visitor.sees("Facilities")
    await visitor.reads("Key Yard")
  })

  it("runs with the mouse only; failed rows are downloaded, fixed and imported again", async () => {
    const visitor = await desk.visit({ role: Admin, path: "/facilities" })
    const { page } = visitor
    await visitor.does("facilities.newMany").click()
    await visitor.sees("Add Multiple Facilities")
    await softwareOf(visitor).selectOption({ label: "Not listed" })
    const [chooser] = await Promise.all([page.waitForEvent("filechooser"), visitor.does("importScreen.choose").click()])
    await chooser.setFiles(
      csv(
        "mouse.csv",
        "Site,Anschluss,Address,City",
        "Mouse Yard,5550100311,1 Mouse Street,Salem",
        `${maple},5550100312,10 Maple St,Salem`,
        "Mouse Yard,5550100313,3 Mouse Street,Salem",
        "No Phone,,4 Mouse Street,Salem"
      )
    )
    await visitor.does("facilityImport.upload").click()
    await importStep(visitor, "Columns")
    await visitor.reads("No column for Phone Number.")
    expect(await visitor.does("facilityImport.checkRows").getAttribute("aria-disabled")).toBe("true")
    await page.getByLabel("Phone Number *", { exact: true }).selectOption({ label: "Anschluss" })
    await visitor.reads("Your choice")
    await visitor.does("facilityImport.checkRows").click()
    await importStep(visitor, "Check")
    await visitor.reads("2 issues in 2 of 4 rows.")
    // A click starts editing, and a click elsewhere saves.
    await grid(visitor, "Issues").getByText("a name that appears once in the file").click()
    await cell(visitor).fill("Mouse Barn")
    await page.getByRole("heading", { name: "Issues" }).click()
    await visitor.reads("Row 4 is fixed.")
    await visitor.does("facilityImport.preview").click()
    await importStep(visitor, "Preview")
    await visitor.reads(
      "2 facilities will be added; 1 facility will be updated; 1 row fails and won't be imported. Nothing has been imported yet."
    )
    await page.getByRole("button", { name: "Fail 1" }).click()
    await visitor.until(
      "one row",
      expect
        .poll(() => grid(visitor, "Rows of the import").locator("[role=row][data-command]").count())
        .toBe(1) as Promise<void>
    )
    await visitor.does("imports.commit").click()
    await visitor.reads("Import 3 facilities?")
    await visitor.does("form.submit").click()
    await visitor.sees("Imported")
    await visitor.reads("4 of 4 rows, 2 added, 1 updated, 1 failed")
    expect(await facility(maple)).toMatchObject({ phone: "5550100312", city: "Salem" })
    expect(await facility("Mouse Barn")).toMatchObject({ street: "3 Mouse Street" })
    const [download] = await Promise.all([
      page.waitForEvent("download"),
      visitor.does("facilityImport.failedRows").click()
    ])
    const failed = readFileSync(await download.path(), "utf8")
    expect(failed.split("\r\n")[0]).toBe("\uFEFFSite,Anschluss,Address,City,error,fix")
    await visitor.does("facilityImport.another").click()
    await uploaded(visitor, csv("fixed.csv", ...failed.replace("No Phone,,", "No Phone,5550100314,").split("\r\n")))
    // Mappings of known headers are remembered; this file has two new ones.
    await page.getByLabel("Phone Number *", { exact: true }).selectOption({ label: "Anschluss" })
    await visitor.does("facilityImport.checkRows").click()
    await visitor.reads("1 facility will be added. Nothing has been imported yet.")
    await visitor.does("imports.commit").click()
    await visitor.does("form.submit").click()
    await visitor.reads("1 of 1 row, 1 added")
    await page.getByRole("button", { name: "All 1" }).click()
    await grid(visitor, "Rows of the import").getByRole("link", { name: "No Phone" }).click()
    await visitor.sees("Edit Facilities")
  })
})

describe("a large import", () => {
  it("requires typing the row count, and runs as a job that links back here", async () => {
    const visitor = await visit()
    const rows = Array.from(
      { length: 120 },
      (_, nth) => `Many ${nth},55502${String(nth).padStart(5, "0")},${nth} Many Street,Salem,`
    )
    await uploaded(visitor, csv("many.csv", importHeader, ...rows))
    const importID = new URL(visitor.page.url()).searchParams.get("import") ?? ""
    await visitor.press("Control+Enter")
    await visitor.reads("120 facilities will be added.")
    await visitor.does("imports.commit").click()
    await visitor.reads("Import 120 facilities?")
    await visitor.does("form.submit").click()
    // Without the count, its field gets the focus.
    const count = visitor.page.getByLabel("Type 120 to confirm")
    expect(await count.evaluate((field) => field === document.activeElement)).toBe(true)
    expect(await facility("Many 0")).toBeUndefined()
    await count.fill("120")
    await visitor.press("Enter")
    await visitor.reads("120 of 120 rows, 120 added")
    await visitor.goTo(`/jobs/${importID}`)
    await visitor.page.getByRole("link", { name: "Open the import" }).click()
    await visitor.sees("Imported")
  })
})

describe("access by role", () => {
  const grant = (text: string) =>
    desk.server.run(
      Effect.flatMap(
        SqlClient.SqlClient,
        (sql) => sql`UPDATE companies SET feature_overrides = ${text}::text::jsonb WHERE name = 'acme'`
      )
    )

  it("is denied to read-only roles", async () => {
    const visitor = await desk.visit({ role: CallCenterAgent, path: importPath })
    await visitor.reads("Access Denied")
    await visitor.isAt("/facilities")
  })

  it.each([
    ["3", 2, /is in your plan, but turned off/],
    ["13", 2, /is in your plan, but turned off/],
    ["3", 0, /Bulk Import/]
  ])("follows feature %s at access %d", async (feature, access, words) => {
    await grant(`{"${feature}":${access}}`)
    try {
      const visitor = await visit()
      await visitor.reads(words)
      expect(await axeFindings(visitor.page)).toEqual([])
      expect(await softwareOf(visitor).isVisible()).toBe(access === 2)
      if (access === 2) expect(await visitor.page.locator(".upgrade-under[inert]").count()).toBe(1)
    } finally {
      await grant("{}")
    }
  })
})

describe("at every width", () => {
  it("has no layout or axe findings", async () => {
    const visitor = await visit({ viewport: phone })
    // Runs axe at the phone layout only; screens.test.ts covers the wide ones.
    const sound = async (name: string): Promise<void> =>
      expect([name, await unsoundAtEveryWidth(visitor.page)]).toEqual([name, []])
    await softwareOf(visitor).selectOption({ label: "Sitelink by Storable" })
    await visitor.does("facilityImport.list").click()
    await visitor.reads("Corporate Code is required.")
    await sound("fms")
    await visitor.does("facilityImport.viaCsv").click()
    await visitor.reads("Drop a CSV file")
    await softwareOf(visitor).selectOption({ label: "Not listed" })
    await sound("start")
    const unique = "Wide"
    await uploaded(
      visitor,
      csv(
        `${unique}.csv`,
        importHeader,
        `${unique},5550100331,1 Wide Street,Salem,x`,
        `${unique} Short,555,2 Wide Street,Salem,`,
        `${unique} with a name that is rather long for its column,5550100333,abc,Salem,`,
        `${maple},5550100360,10 Maple St,Wide,`
      )
    )
    await sound("columns")
    await visitor.does("facilityImport.checkRows").click()
    await importStep(visitor, "Check")
    await grid(visitor, "Issues").getByText("10 digits").first().click()
    await cell(visitor).waitFor()
    await sound("check")
    await visitor.press("Escape")
    await visitor.does("facilityImport.preview").click()
    await visitor.reads("1 facility will be added; 1 facility will be updated; 2 rows fail and won't be imported.")
    await sound("preview")
    await visitor.does("imports.commit").click()
    await visitor.reads("Import 2 facilities?")
    await sound("confirm")
    const bell = visitor.does("notices.open")
    const unread = async () => Number(/\d+/.exec((await bell.getAttribute("aria-label")) ?? "")?.[0] ?? 0)
    const before = await unread()
    await visitor.does("form.submit").click()
    await visitor.sees("Imported")
    // One toast for one import, also after the server's notice has come.
    const toasts = visitor.page.locator(".toast")
    await toasts.filter({ hasText: "2 of 4 rows failed." }).waitFor()
    await expect.poll(unread).toBe(before + 2)
    expect(await toasts.count()).toBe(1)
    await sound("result")
  }, 180_000)
})
