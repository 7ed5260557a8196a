import { readFileSync } from "node:fs"
import { Effect } from "effect"
import { beforeAll, describe, expect, it } from "vitest"
import { SqlClient } from "effect/sql"
import type { Download } from "playwright-core"
import { Role } from "#core/auth/roles.ts"
import { CompanyId, FacilityId } from "#core/base/ids.ts"
import { LockStatus } from "#core/locks/lockStatuses.ts"
import { makeLocks } from "../../support/fixture.ts"
import { readSheet } from "../../server/exports/readSheet.ts"
import { axeFindings } from "../support/axe.ts"
import { codeOf, companies, serialsOfAcme, there } from "../support/deskData.ts"
import { holdBack } from "../support/holdBack.ts"
import { desk, shareDesk } from "../support/shareDesk.ts"
import type { Visitor } from "../support/Visitor.ts"

/** Locks of the company that shows its codes: more than can be printed. */
const many = 6_050
const manySerial = (nth: number): string => String(20_000_000 + nth)

shareDesk()
beforeAll(async () => {
  await desk.server.run(
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const [open] = yield* sql<{ company_id: number; facility_id: number }>`
        SELECT company_id, facility_id FROM facilities WHERE name = 'Open Yard'`
      const companyID = CompanyId.make(open?.company_id ?? 0)
      const facilityID = FacilityId.make(open?.facility_id ?? 0)
      yield* makeLocks(
        Array.from({ length: many }, (_, nth) => {
          const serial = manySerial(nth)
          return { companyID, facilityID, serial, code: codeOf(serial), status: LockStatus.id.AssignedOverlock }
        })
      )
    })
  )
}, 120_000)

const atLocks = (company: string = companies.acme, role: (typeof Role.ids)[number] = Role.id.Admin) =>
  atList("/locks/manage_locks", "Manage Locks", company, role)
const atList = async (path: string, title: string, company: string, role: (typeof Role.ids)[number]) => {
  const visitor = await desk.visit({ role, company, path })
  await visitor.sees(title)
  await visitor.page.getByRole("row").nth(2).waitFor()
  // The browser does the printing. The page's content at the call to print is what gets printed.
  await visitor.page.evaluate(() => {
    window.print = () => {
      const sheet = document.querySelector(".print-sheet")
      const texts = (selector: string) =>
        [...(sheet?.querySelectorAll(selector) ?? [])].map((element) => element.textContent)
      const rows = texts("tbody tr td:first-child, tbody tr td:nth-child(2)").length / 2
      Object.assign(window, {
        printed: { head: texts("th"), facts: texts("li"), rows, first: texts("tbody tr:first-child td") }
      })
      dispatchEvent(new Event("afterprint"))
    }
  })
  return visitor
}
interface Printed {
  readonly head: ReadonlyArray<string>
  readonly facts: ReadonlyArray<string>
  readonly rows: number
  readonly first: ReadonlyArray<string>
}
const printed = ({ page }: Visitor) => page.evaluate(() => (window as unknown as { printed?: Printed }).printed ?? null)

const fileBy = async (visitor: Visitor, act: () => Promise<unknown>): Promise<Download> => {
  const [download] = await Promise.all([visitor.page.waitForEvent("download"), act()])
  return download
}
const sheetOf = async (download: Download) => readSheet(readFileSync(await download.path()))
const serials = (rows: ReadonlyArray<ReadonlyArray<unknown>>) => {
  const at = rows[0]?.indexOf("Serial Code") ?? -1
  return rows.slice(1).map((row) => row[at])
}
const atFacilities = serialsOfAcme.filter((serial) => serial !== there.inventory).toSorted()

describe("a lock list", () => {
  it("is exported by keyboard only: all rows, search results and selected rows; listed rows are printed with the company, filter and row count", async () => {
    const visitor = await atLocks()
    await visitor.press("Home", "x", "j", "j", "x")
    // The code of exports loads now. The rows deselected meanwhile are exported all the same.
    const first = await sheetOf(await fileBy(visitor, () => visitor.press("Shift+E", "Escape")))
    expect(serials(first.rows)).toEqual([atFacilities[0], atFacilities[2]])
    const whole = await fileBy(visitor, () => visitor.press("Shift+E"))
    expect(whole.suggestedFilename()).toMatch(/^locks-\d{4}-\d\d-\d\d-\d{6}\.xlsx$/)
    const { sheets, rows } = await sheetOf(whole)
    expect(sheets).toEqual(["Locks"])
    expect(serials(rows)).toEqual(atFacilities)
    expect(rows[0]).toContain("Combination")
    await visitor.reads("Exported successfully")
    await visitor.press("/")
    await visitor.page.keyboard.type("4000 10")
    await visitor.reads(/^5 locks$/)
    await visitor.press("ArrowDown")
    const found = await sheetOf(await fileBy(visitor, () => visitor.press("Shift+E")))
    expect(serials(found.rows)).toEqual(atFacilities.filter((serial) => serial.startsWith("400010")))
    await visitor.press("Shift+P")
    await expect.poll(() => printed(visitor)).not.toBeNull()
    const sheet = await printed(visitor)
    expect(sheet?.rows).toBe(5)
    expect(sheet?.head).toContain("Serial Code")
    expect(sheet?.facts.slice(0, 3)).toEqual(["acme", "Filter: search '4000 10'", "5 rows"])
    expect(sheet?.first).toContain("****")
    expect(await visitor.page.locator(".print-sheet").count()).toBe(0)
    await visitor.press("Home", "x", "j", "j", "x")
    const selected = await sheetOf(await fileBy(visitor, () => visitor.press("Shift+E")))
    expect(serials(selected.rows)).toEqual([there.overlocked, there.available])
    // This company hides its codes in every export.
    expect(JSON.stringify([rows, found.rows])).not.toContain(`"${codeOf(there.overlocked)}"`)
  })

  it("with many rows is exported by mouse, including the codes the rules show; shows its progress, which can be canceled; and confirms before printing 6,000 rows at most", async () => {
    const visitor = await atLocks(companies.open)
    const download = await fileBy(visitor, () => visitor.does("list.export").first().click())
    const { rows } = await sheetOf(download)
    expect(rows).toHaveLength(many + 2)
    const [serial, code] = ["Serial Code", "Combination"].map((title) => rows[0]?.indexOf(title) ?? -1)
    expect(rows.slice(1).every((row) => row[code ?? 0] === codeOf(String(row[serial ?? 0])))).toBe(true)
    // The server's notice of a large export goes to the inbox only: this tab shows the result.
    await visitor.page.getByRole("button", { name: "Notices, 2 new" }).waitFor()
    expect(await visitor.page.locator("[data-toast]").allInnerTexts()).toEqual([
      expect.stringMatching(/Exported successfully\s+6,051 rows in locks-/)
    ])

    desk.proxy.delay = ({ path }) => (path.startsWith("/api/locks/export") ? 60_000 : 0)
    await visitor.press("Shift+E")
    const progress = visitor.page.getByRole("region", { name: "Export" })
    await progress.waitFor()
    await visitor.reads(/^About 0 of 6,051 rows$/)
    expect(await axeFindings(visitor.page)).toEqual([])
    await visitor.press("Shift+E")
    await visitor.reads("An export is already running.")
    // It continues while the user is on another screen.
    await visitor.press("g", "d")
    await visitor.sees("Dashboard")
    await progress.getByRole("button", { name: "Cancel" }).click()
    await visitor.reads("The export was canceled.")
    await progress.waitFor({ state: "detached" })
    desk.proxy.reset()

    // One that is canceled while it arrives isn't shown here. The same file made in another tab is.
    await visitor.press("g", "l")
    await visitor.page.getByRole("row").nth(2).waitFor()
    desk.proxy.stalled = /^\/api\/locks\/export/
    const arriving = visitor.page.waitForResponse(/\/api\/locks\/export/)
    await visitor.press("Shift+E")
    await arriving
    await visitor.page.evaluate(() => new Promise(requestAnimationFrame))
    await progress.getByRole("button", { name: "Cancel" }).click()
    await progress.waitFor({ state: "detached" })
    desk.proxy.stalled = null
    const other = await visitor.newTab("/locks/manage_locks")
    await other.getByRole("row").nth(2).waitFor()
    const file = other.waitForEvent("download")
    await other.locator("[data-command='list.export']").first().click()
    await file
    await other.close()
    await visitor.page.bringToFront()
    await visitor.page
      .locator("[data-toast]")
      .getByText(/The export locks is ready: 6,051 rows\./)
      .waitFor()

    await visitor.press("g", "l")
    await visitor.page.getByRole("row").nth(2).waitFor()
    await visitor.does("list.print").first().click()
    const question = visitor.page.getByRole("dialog", { name: "You are about to print 6,000 rows. Are you sure?" })
    await question.waitFor()
    expect(await axeFindings(visitor.page)).toEqual([])
    await question.getByRole("button", { name: "No" }).click()
    await question.waitFor({ state: "detached" })
    expect(await printed(visitor)).toBeNull()
    await visitor.does("list.print").first().click()
    await question.getByRole("button", { name: "Yes" }).click()
    await expect.poll(async () => (await printed(visitor))?.rows).toBe(6_000)
  })

  it("is exported as CSV from local data while the server is offline", async () => {
    const visitor = await atLocks()
    visitor.expects(/ERR_|Failed to load|WebSocket|negotiat/i)
    // The exporting chunk is preloaded shortly after the screen. Offline, it can't load before that.
    await visitor.page.waitForFunction(() =>
      performance.getEntriesByType("resource").some(({ name }) => name.includes("ListOutput"))
    )
    await visitor.setOffline(true)
    const download = await fileBy(visitor, () => visitor.press("Shift+E"))
    expect(download.suggestedFilename()).toMatch(/^locks-.*\.csv$/)
    const text = readFileSync(await download.path(), "utf8")
    expect(text[0]).toBe("\uFEFF")
    expect(text.split("\r\n")).toHaveLength(atFacilities.length + 2)
    expect(text).toContain(`${there.overlocked},1204,****`)
    await visitor.reads("Can't reach the server. We exported a CSV of what this browser has.")
  })

  it("waits for the first rows of a list, instead of saying that there are none", async () => {
    const visitor = await desk.visit({ role: Role.id.Admin })
    const answer = await holdBack(visitor, /\/api\/locks\//)
    await visitor.goTo("/locks/manage_locks")
    await visitor.sees("Manage Locks")
    await visitor.press("Shift+E")
    await visitor.reads("Locks: still loading.")
    const { rows } = await sheetOf(await fileBy(visitor, answer))
    expect(serials(rows)).toEqual(atFacilities)
    await visitor.reads("Exported successfully")
  })

  it("waits for the rest of a list that is still loading", async () => {
    const visitor = await desk.visit({ role: Role.id.Admin, company: companies.open })
    const answer = await holdBack(visitor, /\/api\/locks\/whole/)
    await visitor.goTo("/locks/manage_locks")
    // The first page and the total come from the server, however much of the list has loaded.
    await visitor.reads(/^6,051 locks$/)
    await visitor.reads(/^Loading\u2026/)
    const grid = visitor.page.getByRole("grid", { name: "Locks" })
    expect(await grid.getAttribute("aria-busy")).toBe("true")
    const first = await grid.getByRole("row").nth(1).innerText()
    expect(first.replaceAll(" ", "")).toContain(manySerial(0))
    // A serial code at the end of the list, which hasn't loaded yet.
    await visitor.press("/")
    await visitor.page.keyboard.type("2000 60")
    await visitor.reads(/^50 locks$/)
    await visitor.press("ArrowDown", "x", "j", "x", "Shift+E")
    await visitor.reads("The export starts when the whole list has loaded.")
    await visitor.press("Escape")
    await visitor.does("list.selectAll").first().click()
    await visitor.reads("We'll select all of them when they have loaded.")
    const download = fileBy(visitor, answer)
    const { rows } = await sheetOf(await download)
    // The rows that were selected when the export was requested.
    expect(serials(rows)).toEqual([manySerial(6_000), manySerial(6_001)])
    await expect.poll(() => grid.getAttribute("aria-busy")).toBe("false")
    await visitor.readsNoMore(/^Loading\u2026/)
    await visitor.page.getByText("50 selected").first().waitFor({ state: "attached" })
    expect((await grid.getByRole("row").nth(1).innerText()).replaceAll(" ", "")).toContain(manySerial(6_000))
  })

  it("leaves out what a vendor can't see", async () => {
    const visitor = await atLocks(companies.acme, Role.id.Vendor)
    const { rows } = await sheetOf(await fileBy(visitor, () => visitor.press("Shift+E")))
    expect(rows[0]).not.toContain("Status")
    expect(JSON.stringify(rows)).not.toContain("Overlock")
    await visitor.press("Shift+P")
    await expect.poll(() => printed(visitor)).not.toBeNull()
    expect((await printed(visitor))?.head).not.toContain("Status")
  })
})

describe("a list of users", () => {
  it("says on paper whether it has only the active ones, and in a file that its dates are UTC", async () => {
    const visitor = await atList("/team/users", "Users", companies.acme, Role.id.Admin)
    const filter = async (): Promise<string | undefined> => {
      await visitor.page.evaluate(() => Object.assign(window, { printed: null }))
      await visitor.press("Shift+P")
      await expect.poll(() => printed(visitor)).not.toBeNull()
      return (await printed(visitor))?.facts[1]
    }
    expect(await filter()).toBe("Filter: active users only")
    await visitor.does("users.showAll").click()
    expect(await filter()).toBe("Filter: none")
    const { rows } = await sheetOf(await fileBy(visitor, () => visitor.press("Shift+E")))
    expect(rows[0]).toContain("Last seen (UTC)")
  })
})

describe("a list of more than 10,000 users", () => {
  it("is exported as CSV with every user once, and says so instead of a workbook", async () => {
    const users = 10_050
    await desk.server.run(
      Effect.flatMap(
        SqlClient.SqlClient,
        (sql) => sql`
          INSERT INTO users (company_id, email, first_name, last_name, role_id, created_at)
          SELECT company_id, 'user' || n || '@open.example.com', 'Line, "break"', n::text, ${Role.id.Personnel}, now()
          FROM facilities, generate_series(1, ${users}::int) n WHERE name = 'Open Yard'`
      )
    )
    const visitor = await desk.visit({ role: Role.id.Admin, company: companies.open, path: "/team/users" })
    await visitor.reads(/^10,060 users$/)
    await visitor.press("Shift+E")
    await visitor.reads("Export it as CSV, or filter the list down to 10,000 rows.")
    const download = await fileBy(visitor, () => visitor.runs("Export as CSV"))
    const [header = "", ...lines] = readFileSync(await download.path(), "utf8").split("\r\n")
    expect(lines.filter((line) => line === header || `\uFEFF${line}` === header)).toEqual([])
    const emails = lines.flatMap((line) => /user\d+@open/.exec(line)?.[0] ?? [])
    expect([emails.length, new Set(emails).size]).toEqual([users, users])
    await visitor.reads("Exported successfully")
  })
})
