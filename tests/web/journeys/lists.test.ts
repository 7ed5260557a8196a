import { describe, expect, it } from "vitest"
import { Role } from "#core/auth/roles.ts"
import type { Locator } from "playwright-core"
import { chooseFacility } from "../support/chooseFacility.ts"
import { companies, there } from "../support/deskData.ts"
import { holdBack } from "../support/holdBack.ts"
import { desk, shareDesk } from "../support/shareDesk.ts"
import type { Visitor } from "../support/Visitor.ts"

shareDesk()

/** The row that keys act on: the list's active descendant. */
const current = async ({ page }: Visitor): Promise<string> => {
  const id = await page.getByRole("grid").getAttribute("aria-activedescendant")
  return id === null ? "" : ((await page.locator(`[id="${id}"]`).textContent()) ?? "")
}

const becomesCurrent = (visitor: Visitor, text: string): Promise<void> =>
  visitor.until(
    `the current row ${text}`,
    visitor.page.waitForFunction((wanted) => {
      const id = document.querySelector("[role=grid]")?.getAttribute("aria-activedescendant")
      const row = id == null ? null : document.getElementById(id)
      const box = row?.getBoundingClientRect()
      return (
        row?.textContent?.includes(wanted) === true && box !== undefined && box.top >= 0 && box.bottom <= innerHeight
      )
    }, text)
  )

const locks = async (role: (typeof Role.ids)[number] = Role.id.Admin): Promise<Visitor> => {
  const visitor = await desk.visit({ role, path: "/locks/manage_locks" })
  await visitor.sees("Manage Locks")
  await visitor.page.getByRole("row").nth(2).waitFor()
  return visitor
}

const focused = ({ page }: Visitor): Promise<string | null | undefined> =>
  page.evaluate(() => document.activeElement?.getAttribute("role"))

describe("the lock list", () => {
  it("is navigated with keys, however it scrolls", async () => {
    const visitor = await locks()
    await visitor.press("j")
    await becomesCurrent(visitor, there.overlocked)
    await visitor.press("j", "ArrowDown", "k")
    await becomesCurrent(visitor, there.next)
    await visitor.press("End")
    await becomesCurrent(visitor, "50011063")
    const count = Number(await visitor.page.getByRole("grid").getAttribute("aria-rowcount"))
    expect(count).toBe(306)
    await visitor.press("PageUp", "Home")
    await becomesCurrent(visitor, there.overlocked)
    await visitor.press("PageDown")
    expect(await current(visitor)).not.toContain(there.overlocked)
  })

  it("selects with x and Shift, and Esc clears the selection", async () => {
    const visitor = await locks()
    const selected = visitor.page.locator('[role=row][aria-selected="true"]')
    await visitor.press("j", "x", "j", "j", "x")
    expect(await selected.count()).toBe(2)
    // The range adds to the current selection of the first and third rows.
    await visitor.press("Home", "Shift+ArrowDown")
    expect(await selected.count()).toBe(3)
    await visitor.press("Shift+ArrowUp")
    expect(await selected.count()).toBe(2)
    await visitor.press("Escape")
    expect(await selected.count()).toBe(0)
  })

  it("opens a peek and a menu for a row, and returns the focus", async () => {
    const visitor = await locks()
    await visitor.press("j", " ")
    const peek = visitor.page.getByRole("dialog", { name: "Lock 4000 1007" })
    await peek.waitFor()
    expect(await peek.textContent()).toContain("Maple Street")
    await visitor.press("Escape")
    await peek.waitFor({ state: "detached" })
    await expect.poll(() => focused(visitor)).toBe("grid")
    await visitor.press(".")
    // Once the menu has the focus, it handles its own keys.
    await expect.poll(() => focused(visitor)).toMatch(/^menu/)
    // Which entry is focused first depends on when the menu rendered; each key then moves it after a short delay.
    const entry = () => visitor.page.evaluate(() => document.activeElement?.getAttribute("data-command"))
    for (let moved = 0, at = await entry(); moved < 8 && at !== "locks.reveal"; moved++, at = await entry()) {
      await visitor.press("ArrowDown")
      await expect.poll(entry).not.toBe(at)
    }
    await visitor.press("Enter")
    await visitor.does("reveal.reason1").waitFor()
    await visitor.press("Escape")
    await visitor.page.getByRole("dialog").waitFor({ state: "detached" })
    await expect.poll(() => focused(visitor)).toBe("grid")
    await visitor.press("Enter")
    await visitor.isAt(/^\/locks\/\d+$/)
  })

  it("filters by / and by facility through the URL, and restores both", async () => {
    const visitor = await locks()
    await visitor.press("/")
    await visitor.page.keyboard.type("4000 10")
    await visitor.reads(/^5 locks$/)
    await visitor.isAt(/search=/)
    await visitor.press("ArrowDown", "j")
    await becomesCurrent(visitor, there.next)
    await chooseFacility(visitor.page.getByLabel("Facility", { exact: true }), "Harbor Point")
    await visitor.reads(/^2 locks$/)
    await visitor.isAt(/facilityID=/)
    await visitor.page.getByRole("row").nth(1).click()
    await visitor.isAt(/^\/locks\/\d+$/)
    await visitor.page.getByRole("link", { name: "Back" }).click()
    await visitor.reads(/^2 locks$/)
    await visitor.press("/")
    await visitor.page.keyboard.type(" and nowhere")
    await visitor.reads("No data")
  })

  it("hides status and who changed a lock and when from vendors", async () => {
    const visitor = await locks(Role.id.Vendor)
    const titles = await visitor.page.getByRole("columnheader").allInnerTexts()
    expect(titles).toContain("Serial Code")
    expect(titles).not.toContain("Status")
    expect(titles).not.toContain("Updated By")
    expect(titles).not.toContain("Updated On")
  })
})

describe("the facility and user lists", () => {
  it("write their search only into their own URL, even if the user leaves at once", async () => {
    const visitor = await desk.visit({ role: Role.id.Admin, path: "/facilities", fresh: true })
    const { page } = visitor
    await visitor.reads(/^3 facilities$/)
    const clock = await visitor.fakeClock()
    await clock.pauseAt(await page.evaluate(() => performance.timeOrigin + performance.now() + 60_000))
    await page.getByLabel("Search Facility Name or ID").fill("harb")
    // The next screen never loads.
    await page.route("**/assets/FacilityRoute-*.js", () => undefined)
    await page.getByText("Harbor Point").first().click()
    await visitor.isAt(/^\/facilities\/\d+/)
    await clock.runFor(1_000)
    expect(new URL(page.url()).search).toBe("")
  })

  it.each([
    ["/facilities", /^3 facilities$/],
    ["/team/users", /users$/],
    ["/locks/manage_locks", /locks$/]
  ])("select the first row with x before any row is current: %s", async (path, count) => {
    const visitor = await desk.visit({ role: Role.id.Admin, path })
    await visitor.reads(count)
    await visitor.press("x", "j", "x")
    await visitor.page.getByRole("group", { name: "Selected rows" }).getByText("2 selected").waitFor()
    const selected = visitor.page.locator('[role=row][aria-selected="true"]')
    expect(await selected.evaluateAll((rows) => rows.map((row) => row.getAttribute("aria-rowindex")))).toEqual([
      "2",
      "3"
    ])
  })

  it("are searchable, and a row's peek shows its details", async () => {
    const visitor = await desk.visit({ role: Role.id.Admin, path: "/facilities" })
    await visitor.reads(/^3 facilities$/)
    await visitor.page.getByLabel("Search Facility Name or ID").fill("harb")
    await visitor.reads(/^1 facility$/)
    await visitor.press("ArrowDown", " ")
    await visitor.page.getByRole("dialog", { name: "Harbor Point" }).waitFor()
    await visitor.press("Escape", "g", "e")
    await visitor.sees("Users")
    await visitor.page.getByLabel("Which users").getByRole("button", { name: "All" }).click()
    await visitor.reads(/users$/)
  })
})

describe("row keys pressed before the rows have loaded", () => {
  /** Opens the user list, whose rows come only when the returned function is called. */
  const loading = async () => {
    const visitor = await desk.visit({ role: Role.id.Admin, path: "/dashboard" })
    await visitor.live()
    const answer = await holdBack(visitor, /\/api\/users(\?|$)/)
    await visitor.opens("/team/users", "Users")
    const grid = visitor.page.getByRole("grid")
    await expect.poll(() => grid.getAttribute("aria-busy")).toBe("true")
    const selected = grid.locator("[role=row][aria-selected=true]")
    const rows = async (): Promise<void> => {
      await answer()
      await expect.poll(() => grid.getAttribute("aria-busy")).toBe("false")
      await visitor.settled()
    }
    return { visitor, grid, selected, rows }
  }
  const rowsOf = (rows: Locator) => rows.evaluateAll((each) => each.map((row) => row.getAttribute("aria-rowindex")))

  it("act on them in order", async () => {
    const { visitor, selected, rows } = await loading()
    await visitor.press("j", "x", "j", "j", "x", "Shift+ArrowDown")
    await rows()
    await expect.poll(() => rowsOf(selected)).toEqual(["2", "4", "5"])
  })

  it("are dropped by Esc", async () => {
    const { visitor, selected, rows } = await loading()
    await visitor.press("j", "x", "Escape", "j", "j")
    await rows()
    await expect.poll(() => current(visitor)).not.toBe("")
    expect(await selected.count()).toBe(0)
  })

  it("are dropped if the focus is in a field by then, which keeps its text", async () => {
    const { visitor, selected, rows } = await loading()
    await visitor.press("j", "x", "Enter", "/")
    await visitor.page.keyboard.type("a")
    await rows()
    expect(await selected.count()).toBe(0)
    expect(await visitor.page.getByLabel(/^Search/).inputValue()).toBe("a")
    await visitor.isAt("/team/users")
  })

  it("open the row", async () => {
    const { visitor, rows } = await loading()
    await visitor.press("j", "j", "Enter")
    await rows()
    await visitor.isAt(/\/team\/users\/\d+/)
  })

  /** Opens Manage Locks with one lock, which comes only when the returned function is called. */
  const loadingLock = async () => {
    const visitor = await desk.visit({ role: Role.id.Admin, fresh: true })
    const answer = await holdBack(visitor, /\/api\/locks\b/)
    await visitor.goTo(`/locks/manage_locks?search=${there.available}`)
    const grid = visitor.page.getByRole("grid")
    await expect.poll(() => grid.getAttribute("aria-busy")).toBe("true")
    return { visitor, grid, answer }
  }

  it("are followed by a command of the lock with its input, which goes nowhere else", async () => {
    const { visitor, answer } = await loadingLock()
    await visitor.press("j", "k", "u", "m", "4")
    expect(await visitor.paletteBox.count()).toBe(0)
    await answer()
    await visitor.page.locator(".palette-chip").first().filter({ hasText: /unit/i }).waitFor()
    await expect.poll(() => visitor.paletteBox.inputValue()).toBe("m4")
  })

  it("are dropped by Esc with the command of the lock after them", async () => {
    const { visitor, grid, answer } = await loadingLock()
    await visitor.press("j", "x", "u", "m", "4", "Escape")
    await answer()
    await expect.poll(() => grid.getAttribute("aria-busy")).toBe("false")
    await visitor.settled()
    expect(await grid.locator("[role=row][aria-selected=true]").count()).toBe(0)
    expect(await visitor.paletteBox.count()).toBe(0)
  })

  it("are dropped if the rows fail to load, and the list isn't busy anymore", async () => {
    const visitor = await desk.visit({ role: Role.id.Admin, path: "/dashboard" })
    visitor.expects(/500/)
    await visitor.live()
    let fail = (): void => undefined
    const failing = new Promise<void>((resolve) => (fail = resolve))
    const users = /\/api\/users(\?|$)/
    await visitor.page.route(users, async (route) => {
      await failing
      await route.fulfill({
        status: 500,
        json: { code: "ServerFault", error: "Something went wrong.", requestId: "1" }
      })
    })
    await visitor.opens("/team/users", "Users")
    const grid = visitor.page.getByRole("grid")
    await expect.poll(() => grid.getAttribute("aria-busy")).toBe("true")
    await visitor.press("j", "x")
    fail()
    await expect.poll(() => grid.getAttribute("aria-busy")).toBe("false")
    await visitor.page.unroute(users)
    // Another user's change loads the list again.
    const token = await desk.server.enter(companies.acme, Role.id.Owner)
    const renamed = await desk.server.fetch("/api/auth/update-name", {
      method: "PUT",
      token,
      body: { firstName: "Nora", lastName: "Renamed" }
    })
    expect(renamed.status).toBe(200)
    await visitor.page.getByRole("row").nth(2).waitFor()
    await visitor.settled()
    expect(await grid.locator("[role=row][aria-selected=true]").count()).toBe(0)
  })
})
