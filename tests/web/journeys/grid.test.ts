import { describe, expect, it } from "vitest"
import { Role } from "#core/auth/roles.ts"
import { alone } from "../support/alone.ts"
import { chooseFacility } from "../support/chooseFacility.ts"
import { axeFindings } from "../support/axe.ts"
import { codeOf, companies } from "../support/deskData.ts"
import type { VisitOptions } from "../support/Desk.ts"
import { desk, shareDesk } from "../support/shareDesk.ts"
import type { Visitor } from "../support/Visitor.ts"

shareDesk()

const grid = ({ page }: Visitor) => page.getByRole("grid", { name: "Locks" })
const rows = (visitor: Visitor) => visitor.page.locator(".list-rows [role=row]")
const head = ({ page }: Visitor, title: string) => page.getByRole("columnheader", { name: title })
const selected = (visitor: Visitor) => visitor.page.locator("[role=row][aria-selected=true]")

const locks = async (options: VisitOptions = {}): Promise<Visitor> => {
  const visitor = await desk.visit({ role: Role.id.Admin, path: "/locks/manage_locks", ...options })
  await visitor.sees("Manage Locks")
  await visitor.reads(/^305 locks$/)
  await rows(visitor).nth(2).waitFor()
  return visitor
}

/** The cell texts of a column on the current page. */
const cells = async (visitor: Visitor, title: string): Promise<ReadonlyArray<string>> => {
  const titles = (await visitor.page.getByRole("columnheader").allInnerTexts()).map((text) => text.trim())
  const at = titles.indexOf(title)
  // One call for all cells: reading fifty rows cell by cell would take most of the test's time.
  return rows(visitor).evaluateAll(
    (all, at) => all.map((row) => row.querySelectorAll<HTMLElement>("[role=gridcell]")[at]?.innerText ?? ""),
    at
  )
}

const serials = (visitor: Visitor) => cells(visitor, "Serial Code")
const isSorted = (texts: ReadonlyArray<string>, desc: boolean): boolean =>
  texts.every((text, at) => at === 0 || (desc ? texts[at - 1]! >= text : texts[at - 1]! <= text))

const focusedIn = ({ page }: Visitor): Promise<string | null> =>
  page.evaluate(() => document.activeElement?.getAttribute("role") ?? document.activeElement?.tagName ?? null)

describe("the grid, by keyboard only", () => {
  it("moves between pages with keys, and past the last row of a page to the next page", async () => {
    const visitor = await locks()
    expect(await grid(visitor).getAttribute("aria-rowcount")).toBe("306")
    const first = await serials(visitor)
    expect(first).toHaveLength(10)
    // Combinations are hidden, except where the rules allow them (below).
    for (const text of await cells(visitor, "Combination")) expect(text).toContain("****")
    await visitor.press("]")
    await visitor.reads("11–20 of 305")
    await visitor.isAt(/[?&]page=1/)
    const second = await serials(visitor)
    expect(second).not.toEqual(first)
    expect(await rows(visitor).first().getAttribute("aria-rowindex")).toBe("12")
    await visitor.press("[", "End")
    await visitor.reads("301–305 of 305")
    await visitor.press("Home")
    await visitor.reads("1–10 of 305")
    for (let nth = 0; nth < 10; nth++) await visitor.press("j")
    await visitor.reads("11–20 of 305")
    await visitor.press("k")
    await visitor.reads("1–10 of 305")
    expect(await focusedIn(visitor)).toBe("grid")
  })

  it("is sorted and filtered from its header, which is three Tab stops", async () => {
    const visitor = await locks()
    await visitor.page.getByLabel("Search Serial Code or Unit").focus()
    // The view button, the grid, then the header's first column.
    const stop = async (): Promise<string> => {
      await visitor.press("Tab")
      return visitor.page.evaluate(
        () => document.activeElement?.textContent || document.activeElement?.getAttribute("title") || ""
      )
    }
    let at = await stop()
    for (let tries = 0; tries < 8 && at !== "Color"; tries++) at = await stop()
    expect(at).toBe("Color")
    await visitor.press("ArrowRight", "Enter")
    await visitor.isAt(/sort=serialCode%3Dasc|sort=serialCode=asc/)
    await visitor.press("Enter")
    await expect.poll(() => head(visitor, "Serial Code").getAttribute("aria-sort")).toBe("descending")
    await expect.poll(async () => isSorted(await serials(visitor), true)).toBe(true)
    // On to Unit, then to its filter.
    await visitor.press("ArrowRight")
    expect(await stop()).toBe("Filter Unit")
    await visitor.press("Enter")
    const filter = visitor.page.getByRole("dialog", { name: "Filter Unit" })
    await filter.waitFor()
    await visitor.page.keyboard.type("b-1")
    await visitor.press("Escape")
    await filter.waitFor({ state: "detached" })
    await visitor.reads(/^305 locks$/)
    await expect
      .poll(() => visitor.page.evaluate(() => document.activeElement?.getAttribute("title")))
      .toBe("Filter Unit")
    await visitor.press("Enter")
    await filter.waitFor()
    await visitor.page.keyboard.type("1")
    await visitor.press("Enter")
    await filter.waitFor({ state: "detached" })
    await visitor.isAt(/filter=/)
    const units = await cells(visitor, "Unit")
    expect(units.length).toBeGreaterThan(0)
    expect(units.every((unit) => unit.includes("1"))).toBe(true)
    expect(await stop()).toBe("Width of Unit")
  })

  it("resizes columns with arrow keys from 50 to 1000 pixels, and remembers the widths", async () => {
    const visitor = await locks()
    const edge = visitor.page.getByRole("separator", { name: "Width of Unit" })
    await edge.focus()
    const width = async (): Promise<number> => Number(await edge.getAttribute("aria-valuenow"))
    const before = await width()
    await visitor.press("ArrowRight", "ArrowRight")
    await expect.poll(width).toBe(before + 20)
    const drawn = await head(visitor, "Unit").evaluate((element) => Math.round(element.getBoundingClientRect().width))
    expect(drawn).toBe(before + 20)
    for (let nth = 0; nth < 12; nth++) await visitor.press("Shift+ArrowLeft")
    await expect.poll(width).toBe(50)
    await visitor.press("ArrowLeft")
    expect(await width()).toBe(50)
    await visitor.press("ArrowRight")
    await expect.poll(width).toBe(60)
    await visitor.page.reload()
    await rows(visitor).nth(2).waitFor()
    await expect.poll(width).toBe(60)
  })

  it("sorts, shows columns, saves a view and resets from the palette", async () => {
    const visitor = await locks()
    await visitor.runs("choose the columns")
    const panel = visitor.page.getByRole("dialog", { name: "Locks: view" })
    await panel.waitFor()
    expect(await axeFindings(visitor.page)).toEqual([])
    // The first hideable column has the focus.
    await visitor.press("Space")
    await expect.poll(() => head(visitor, "Color").count()).toBe(0)
    await visitor.press("Escape")
    await panel.waitFor({ state: "detached" })
    await visitor.press("/")
    await visitor.page.keyboard.type("4000 10")
    await visitor.reads(/^5 locks$/)
    await visitor.runs("save this view")
    await panel.waitFor()
    await visitor.page.keyboard.type("Callers")
    await visitor.press("Enter")
    await visitor.reads("View saved: Callers.")
    // A half-typed name is not lost without a question.
    await visitor.page.keyboard.type("Nightly")
    await visitor.press("Escape")
    await visitor.reads("Any progress will be lost. Are you sure?")
    await visitor.press("Escape")
    const name = panel.getByRole("textbox", { name: "Name of this view" })
    await expect.poll(() => name.inputValue()).toBe("Nightly")
    await name.press("Control+Enter")
    await visitor.reads("View saved: Nightly.")
    await visitor.press("Escape")
    await panel.waitFor({ state: "detached" })
    await visitor.runs("reset view")
    await visitor.reads(/^305 locks$/)
    await expect.poll(() => head(visitor, "Color").count()).toBe(1)
    await visitor.runs("open a saved view")
    await panel.waitFor()
    await visitor.tabTo(panel.getByRole("button", { name: "Callers", exact: true }))
    await visitor.press("Enter")
    await visitor.reads(/^5 locks$/)
    await visitor.isAt(/search=/)
    // From any screen, by the view's name.
    await visitor.goTo("/dashboard")
    await visitor.sees("Dashboard")
    await visitor.runs("callers")
    await visitor.reads(/^5 locks$/)
    await visitor.isAt(/search=/)
  })

  it("saves a view with text typed a moment ago, before it is in the URL", async () => {
    const visitor = await locks()
    // Freezes the URL, as if everything below happened within the debounce.
    await visitor.page.evaluate(() => (history.replaceState = () => undefined))
    await visitor.press("/")
    await visitor.page.keyboard.type("4000 10")
    await visitor.reads(/^5 locks$/)
    await visitor.runs("save this view")
    await visitor.page.getByRole("dialog", { name: "Locks: view" }).waitFor()
    await visitor.page.keyboard.type("Callers")
    await visitor.press("Enter")
    await visitor.reads("View saved: Callers.")
    const views = await visitor.page.evaluate(() => localStorage.getItem("views") ?? "")
    expect(views).toContain("search=4000+10")
  })

  it("keeps its selection by ID on any page and in any sort order", async () => {
    const visitor = await locks()
    const first = await serials(visitor)
    await visitor.press("j", "x", "j", "j", "x")
    expect(await selected(visitor).count()).toBe(2)
    await visitor.press("]")
    await visitor.reads("11–20 of 305")
    expect(await selected(visitor).count()).toBe(0)
    await visitor.press("[")
    await expect.poll(() => selected(visitor).count()).toBe(2)
    await visitor.tabTo(head(visitor, "Color").getByRole("button", { name: "Color", exact: true }))
    await visitor.press("ArrowRight")
    await visitor.press("Enter", "Enter")
    await expect.poll(() => head(visitor, "Serial Code").getAttribute("aria-sort")).toBe("descending")
    await visitor.press("Enter")
    await expect.poll(() => serials(visitor)).toEqual(first)
    const kept = await selected(visitor).allInnerTexts()
    expect(kept.map((text) => text.replace(/\s/g, "")).join()).toContain(first[0]?.replace(/\s/g, ""))
    expect(kept).toHaveLength(2)
  })
})

describe("the grid, by mouse only", () => {
  it("sorts, filters, pages, selects and resizes", async () => {
    const visitor = await locks()
    const { page } = visitor
    const sortBy = (title: string) => head(visitor, title).getByRole("button", { name: title, exact: true })
    await sortBy("Serial Code").click()
    await sortBy("Serial Code").click()
    await expect.poll(async () => isSorted(await serials(visitor), true)).toBe(true)
    await visitor.does("list.pageNext").click()
    await visitor.reads("11–20 of 305")
    await page.getByRole("button", { name: "Page 31", exact: true }).click()
    await visitor.reads("301–305 of 305")
    await page.getByLabel("Rows per page").selectOption("50")
    await visitor.reads("1–50 of 305")
    expect(await rows(visitor).count()).toBeGreaterThan(12)

    await head(visitor, "Status").getByRole("button", { name: "Filter Status" }).click()
    const filter = page.getByRole("dialog", { name: "Filter Status" })
    await filter.getByLabel("Assigned Overlock").check()
    await filter.getByRole("button", { name: "Apply" }).click()
    await filter.waitFor({ state: "detached" })
    await expect.poll(async () => new Set(await cells(visitor, "Status"))).toEqual(new Set(["Assigned Overlock"]))
    await head(visitor, "Status")
      .getByRole("button", { name: /Filter Status/ })
      .click()
    await filter.getByRole("button", { name: "Clear" }).click()
    await filter.waitFor({ state: "detached" })
    await visitor.reads(/^305 locks$/)

    // Keys act on the selected locks even if no row is current.
    await page.getByRole("checkbox", { name: "Select every row" }).click()
    await visitor.press("s")
    await visitor.reads("Set the status of 305 locks")
    await visitor.press("Escape", "Escape")
    await expect.poll(() => selected(visitor).count()).toBe(0)
    const box = (nth: number) => rows(visitor).nth(nth).getByRole("checkbox")
    await box(1).check()
    await box(4).click({ modifiers: ["Shift"] })
    expect(await selected(visitor).count()).toBe(4)
    // Beside the box, too.
    const beside = { x: 3, y: 3 }
    await rows(visitor)
      .nth(6)
      .locator(".select-box")
      .click({ modifiers: ["Shift"], position: beside })
    expect(await selected(visitor).count()).toBe(6)
    await rows(visitor).nth(7).locator(".select-box").click({ position: beside })
    expect(await selected(visitor).count()).toBe(7)
    await visitor.isAt(/^\/locks\/manage_locks/)
    await page.getByRole("checkbox", { name: "Select every row" }).click()
    await visitor.reads("305 selected")
    await page.getByRole("checkbox", { name: "Deselect every row" }).click()
    expect(await selected(visitor).count()).toBe(0)

    const edge = page.getByRole("separator", { name: "Width of Serial Code" })
    const before = Number(await edge.getAttribute("aria-valuenow"))
    const at = await edge.boundingBox()
    if (at === null) throw new Error("the line behind the column is not there")
    await page.mouse.move(at.x + at.width / 2, at.y + at.height / 2)
    await page.mouse.down()
    await page.mouse.move(at.x + at.width / 2 + 60, at.y + 10, { steps: 5 })
    await page.mouse.up()
    expect(await page.evaluate(() => String(getSelection()))).toBe("")
    await expect.poll(async () => Number(await edge.getAttribute("aria-valuenow"))).toBe(before + 60)
    expect(await head(visitor, "Serial Code").getAttribute("aria-sort")).toBe("descending")
    await rows(visitor).nth(2).click()
    await visitor.isAt(/^\/locks\/\d+$/)
  })
})

describe("the grid's URL", () => {
  it("shows the same list in another tab and after Back", async () => {
    const path = "/locks/manage_locks?sort=serialCode%3Ddesc&filter=secondaryLockStatus%3D1001&page=1&count=5"
    const visitor = await desk.visit({ role: Role.id.Admin, path })
    await visitor.reads(/^6–10 of /)
    await expect.poll(() => rows(visitor).count()).toBe(5)
    expect(isSorted(await serials(visitor), true)).toBe(true)
    expect(new Set(await cells(visitor, "Status"))).toEqual(new Set(["Available"]))
    const listed = await serials(visitor)
    await rows(visitor).nth(1).click()
    await visitor.isAt(/^\/locks\/\d+$/)
    await visitor.page.goBack()
    await visitor.reads(/^6–10 of /)
    await expect.poll(() => serials(visitor)).toEqual(listed)
  })

  it("returns to the first page on every search, and clears the search when another tab of the area is opened", async () => {
    const visitor = await locks()
    await visitor.press("]", "]")
    await visitor.reads("21–30 of 305")
    await visitor.press("/")
    await visitor.page.keyboard.type("4000 10")
    await visitor.reads(/^5 locks$/)
    await visitor.isAt(/search=/)
    await visitor.page.waitForURL((url) => !url.search.includes("page="))
    // Kept when the user returns from another screen.
    await visitor.press("ArrowDown", "g", "d")
    await visitor.sees("Dashboard")
    await visitor.press("g", "l")
    await visitor.reads(/^5 locks$/)
    await visitor.press("g", "a")
    await visitor.sees("Activate Locks")
    await visitor.page.getByRole("link", { name: "Manage Locks" }).click()
    await visitor.reads(/^305 locks$/)
  })

  it("shows exactly what the URL says; remembered settings apply only to a bare URL", async () => {
    const visitor = await locks()
    await chooseFacility(visitor.page.getByLabel("Facility", { exact: true }), "Maple Street")
    await visitor.press("Escape", "/")
    await visitor.page.keyboard.type("4000 10")
    await visitor.reads(/^3 locks$/)
    await visitor.goTo("/locks/manage_locks?filter=secondaryLockStatus%3D1004")
    await visitor.reads(/^\d+ locks$/)
    await expect.poll(async () => new Set(await cells(visitor, "Status"))).toEqual(new Set(["Assigned Overlock"]))
    expect(await visitor.page.getByLabel("Facility", { exact: true }).inputValue()).toBe("")
    await visitor.page.waitForURL((url) => url.search === "?filter=secondaryLockStatus%3D1004")
    expect(await visitor.page.getByLabel("Search Serial Code or Unit").inputValue()).toBe("")
    // A filter set by the user is remembered with the list (000 §3), and restored into a bare URL.
    await head(visitor, "Unit")
      .getByRole("button", { name: /Filter/ })
      .click()
    await visitor.page.keyboard.type("C-")
    await visitor.press("Enter")
    await visitor.isAt(/unitNumber/)
    await visitor.goTo("/locks/manage_locks")
    await visitor.isAt(/unitNumber.*search=|search=.*unitNumber/)
    await visitor.isAt(/facilityID=/)
    // Opening the list from the navigation resets it.
    await visitor.page.getByRole("navigation").getByRole("link", { name: /Locks/ }).first().click()
    await visitor.page.waitForURL((url) => !/search=|filter=/.test(url.search))
    expect(await visitor.page.evaluate(() => localStorage.getItem("table filters"))).toBeNull()
  })

  it("remembers the page size and the facility", async () => {
    const visitor = await locks()
    await visitor.page.getByLabel("Rows per page").selectOption("20")
    await visitor.reads("1–20 of 305")
    await chooseFacility(visitor.page.getByLabel("Facility", { exact: true }), "Harbor Point")
    await visitor.readsNoMore(/^305 locks$/)
    await visitor.goTo("/locks/manage_locks")
    await visitor.reads(/^2 locks$/)
    expect(await visitor.page.getByLabel("Rows per page").inputValue()).toBe("20")
    await expect.poll(async () => new Set(await cells(visitor, "Facility Name"))).toEqual(new Set(["Harbor Point"]))
  })
})

describe("a combination in the grid", () => {
  it("is shown where the rules allow it, and stored nowhere", async () => {
    const path = "/locks/manage_locks"
    const visitor = await desk.visit({ role: Role.id.Admin, company: companies.open, path })
    const row = rows(visitor).filter({ hasText: "6000" }).first()
    await row.getByText(codeOf("60001007"), { exact: true }).waitFor()
    const kept = await visitor.page.evaluate(() =>
      JSON.stringify([{ ...localStorage }, { ...sessionStorage }, location.href])
    )
    expect(kept).not.toMatch(alone(codeOf("60001007")))
  })
})

describe("the grid on a phone", () => {
  it("shows one page of cards, sorts and filters in its panel, and selects by touch", async () => {
    const visitor = await locks({ viewport: { width: 390, height: 780 }, hasTouch: true })
    await visitor.reads("1–305 of 305")
    expect((await rows(visitor).first().boundingBox())?.height).toBe(75)
    await rows(visitor).nth(1).locator(".select-box").tap()
    expect(await selected(visitor).count()).toBe(1)
    await visitor.does("list.columns").tap()
    const panel = visitor.page.getByRole("dialog", { name: "Locks: view" })
    await panel.getByLabel("Sort by").selectOption({ label: "Serial Code" })
    await panel.getByLabel("Direction").selectOption({ label: "Descending" })
    await panel.getByRole("textbox", { name: "Unit" }).fill("1")
    await panel.getByRole("button", { name: "Apply" }).tap()
    await panel.waitFor({ state: "detached" })
    await visitor.isAt(/filter=.*sort=|sort=.*filter=/)
    expect(await axeFindings(visitor.page)).toEqual([])
  })
})
