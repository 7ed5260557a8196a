import { describe, expect, it } from "vitest"
import { Role } from "#core/auth/roles.ts"
import { codeOf, there } from "../support/deskData.ts"
import { desk, shareDesk } from "../support/shareDesk.ts"
import { tooWide } from "../support/tooWide.ts"

shareDesk()

/** Screen readers announce changes of a region that they know, and often not what a new region contains. */
describe("a region that was there before", () => {
  it("announces a combination digit by digit, and that it is hidden", async () => {
    const visitor = await desk.visit({ role: Role.id.CallCenterAgent, path: "/dashboard" })
    await visitor.sees("Dashboard")
    await visitor.press(...there.overlocked, "Enter")
    await visitor.does("reveal.reason2").waitFor()
    const region = await visitor.page.locator("[role=dialog] [aria-live=assertive]").elementHandle()
    expect(await region?.textContent()).toBe("")
    await visitor.press("2", "Enter")
    await visitor.reads(codeOf(there.overlocked))
    expect(await region?.textContent()).toBe(`Combination ${[...codeOf(there.overlocked)].join(" ")}`)
    await visitor.press("Escape")
    await visitor.reads("Type the next serial code")
    expect(await region?.textContent()).toBe("Hidden.")
  })

  it("announces the rows of another page or page size, and only the count for a search", async () => {
    const visitor = await desk.visit({ role: Role.id.Admin, path: "/locks/manage_locks" })
    await visitor.sees("Manage Locks")
    await visitor.synced()
    await visitor.reads(/^305 locks$/)
    const region = visitor.page.locator(".list-pages [role=status]")
    const count = visitor.page.locator(".toolbar-note[role=status]")
    expect(await region.textContent()).toBe("")
    await visitor.press("]")
    await expect.poll(() => region.textContent()).toBe("11–20 of 305")
    await visitor.page.getByLabel("Rows per page").selectOption("50")
    await expect.poll(() => region.textContent()).toBe("1–50 of 305")
    await visitor.press("]")
    await expect.poll(() => region.textContent()).toBe("51–100 of 305")
    await visitor.page.getByPlaceholder("Search Serial Code or Unit").fill("4000")
    await expect.poll(() => count.textContent()).toMatch(/^\d locks$/)
    await expect.poll(() => region.textContent()).toBe("")
  })

  it("announces what was copied in the palette", async () => {
    const visitor = await desk.visit({ role: Role.id.CallCenterAgent, path: "/dashboard" })
    await visitor.sees("Dashboard")
    await visitor.openPalette("facilities")
    await visitor.row("Go to Facilities").waitFor()
    const region = await visitor.page.locator(".palette-foot [role=status]:not(.hidden)").elementHandle()
    await visitor.press("Control+c")
    await visitor.reads(/\/facilities$/)
    expect(await region?.textContent()).toMatch(/\/facilities$/)
  })

  it("announces the keys that may follow one, and an offline server", async () => {
    const visitor = await desk.visit({ role: Role.id.CallCenterAgent, path: "/dashboard" })
    visitor.expects(/ERR_/, /WebSocket/, /hub/i)
    const { page } = visitor
    await visitor.sees("Dashboard")
    await visitor.synced()
    // Every region that appears with a text.
    await page.evaluate(() => {
      const spoken: Array<string> = []
      Object.assign(window, { spoken })
      new MutationObserver((changes) => {
        for (const { addedNodes } of changes) {
          for (const node of addedNodes) {
            if (!(node instanceof HTMLElement)) continue
            const regions = [node, ...node.querySelectorAll("*")].filter((each) => each.matches("[role=status]"))
            spoken.push(...regions.map(({ textContent }) => textContent).filter((text) => text !== ""))
          }
        }
      }).observe(document.body, { childList: true, subtree: true })
    })
    await visitor.press("g")
    await page.locator("[role=status] .waiting-typed").waitFor()
    await visitor.press("Escape")
    await visitor.press(...there.overlocked, "Enter")
    await visitor.does("reveal.reason2").waitFor()
    desk.proxy.goDown()
    await visitor.press("2", "Enter")
    await visitor.reads("Can't reveal the combination: we couldn't reach the server.")
    await visitor.press("Escape")
    desk.proxy.comeBack()
    expect(await page.evaluate(() => (window as unknown as { spoken: unknown }).spoken)).toEqual([])
  })
})

describe("a button that can't be used yet", () => {
  it("has its reason as a description only, and says it when pressed", async () => {
    const visitor = await desk.visit({ role: Role.id.Owner, path: "/team/users/create" })
    await visitor.sees("Add User")
    const save = visitor.page.getByRole("button", { name: "Save Changes", exact: true })
    const describedBy = await save.getAttribute("aria-describedby")
    expect(await visitor.page.locator(`[id="${describedBy}"]`).textContent()).toBe("First name is required.")
    await save.focus()
    await visitor.press("Enter")
    await visitor.page.getByRole("status").filter({ hasText: "First name is required." }).waitFor()
  })
})

describe("a column header", () => {
  it("is named by its title, without what is done with the column", async () => {
    const visitor = await desk.visit({ role: Role.id.Admin, path: "/locks/manage_locks" })
    await visitor.page.getByRole("columnheader", { name: "Status", exact: true }).waitFor()
  })
})

describe("text spaced out by the user (WCAG 1.4.12)", () => {
  it("isn't cut off in the list of returned locks", async () => {
    const [maple] = await desk.server.sql(
      (sql) => sql<{ id: number }>`SELECT facility_id AS id FROM facilities WHERE name = 'Maple Street'`
    )
    const visitor = await desk.visit({
      role: Role.id.Admin,
      path: `/locks/process_returned?facilityID=${maple?.id ?? 0}`,
      viewport: { width: 1025, height: 800 }
    })
    await visitor.reads(/returned locks$/)
    await visitor.page.evaluate(() => {
      const spacing = new CSSStyleSheet()
      spacing.replaceSync(
        "* { line-height: 1.5 !important; letter-spacing: 0.12em !important; word-spacing: 0.16em !important }"
      )
      document.adoptedStyleSheets = [...document.adoptedStyleSheets, spacing]
    })
    expect(await tooWide(visitor.page)).toEqual([])
    await visitor.page.evaluate(() => {
      document.adoptedStyleSheets = []
    })
  })
})

describe("an input method that composes in a search field", () => {
  it("gets Enter and Esc itself", async () => {
    const visitor = await desk.visit({ role: Role.id.Admin, path: "/facilities" })
    await visitor.sees("Facilities")
    await visitor.press("/")
    const field = visitor.page.getByRole("textbox", { name: "Search Facility Name or ID" })
    await expect.poll(() => field.evaluate((input) => input === document.activeElement)).toBe(true)
    const session = await visitor.session()
    await session.send("Input.imeSetComposition", { text: "oa", selectionStart: 2, selectionEnd: 2 })
    for (const key of ["Enter", "Escape"]) {
      // The key code that browsers report for keys of an input method.
      for (const type of ["rawKeyDown", "keyUp"] as const) {
        await session.send("Input.dispatchKeyEvent", { type, key, code: key, windowsVirtualKeyCode: 229 })
      }
    }
    expect(await field.evaluate((input) => input === document.activeElement)).toBe(true)
    expect(await field.inputValue()).toBe("oa")
  })
})

describe("the list of companies to act for", () => {
  it("names the chosen company to screen readers, and scrolls to it", async () => {
    const visitor = await desk.visit({
      role: Role.id.SiteCallCenterAgent,
      path: "/dashboard",
      viewport: { width: 1280, height: 200 }
    })
    await visitor.sees("Dashboard")
    await visitor.does("companies.actFor").first().click()
    const field = visitor.page.getByRole("combobox", { name: "Company name or ID" })
    const options = visitor.page.getByRole("option")
    await options.nth(2).waitFor()
    const last = (await options.count()) - 1
    for (let at = 0; at < last; at++) await visitor.press("ArrowDown")
    const chosen = visitor.page.locator("[role=option][aria-selected=true]")
    expect(await chosen.getAttribute("id")).toBe(await field.getAttribute("aria-activedescendant"))
    expect(await chosen.getAttribute("id")).not.toContain(" ")
    const isInList = () =>
      chosen.evaluate((row) => {
        const list = row.parentElement?.getBoundingClientRect()
        return row.getBoundingClientRect().bottom <= (list?.bottom ?? 0) + 1
      })
    await expect.poll(isInList).toBe(true)
    expect(await options.nth(last).getAttribute("aria-selected")).toBe("true")
  })
})

describe("a key held too long", () => {
  it("presses a button once", async () => {
    const visitor = await desk.visit({ role: Role.id.Owner, path: "/settings/general" })
    const { page } = visitor
    await visitor.sees("General settings")
    const limit = page.getByRole("switch").first()
    await limit.focus()
    const was = await limit.getAttribute("aria-checked")
    // Each press after the first, without a release, is a repetition.
    for (let times = 0; times < 4; times++) {
      await page.keyboard.down("Enter")
      await visitor.settled()
    }
    await page.keyboard.up("Enter")
    expect(await limit.getAttribute("aria-checked")).not.toBe(was)
    const owner = await desk.server.enter("acme", Role.id.Owner)
    const { data } = await desk.server.call(owner, (api) => api.audit.list({ query: { count: 2 } }))
    expect(data.filter(({ action }) => action.startsWith("settings"))).toHaveLength(1)
  })
})
