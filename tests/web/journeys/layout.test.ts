import { Effect } from "effect"
import { SqlClient } from "effect/sql"
import type { Locator } from "playwright-core"
import { describe, expect, it } from "vitest"
import { Role } from "#core/auth/roles.ts"
import { LockStatus } from "#core/locks/lockStatuses.ts"
import { desk, shareDesk } from "../support/shareDesk.ts"
import { resizeTo } from "../support/unsound.ts"
import type { Visitor } from "../support/Visitor.ts"

shareDesk()

const focused = ({ page }: Visitor) =>
  page.evaluate(() => {
    const on = document.activeElement
    return on === null ? "" : (on.getAttribute("data-command") ?? `${on.tagName.toLowerCase()} ${on.textContent}`)
  })

const shown = ({ page }: Visitor, selector: string) => page.locator(selector).filter({ visible: true }).count()

const toasts = ({ page }: Visitor) => page.locator("[data-toast]")
const boxOf = async (at: Locator) => {
  const box = await at.boundingBox()
  if (box === null) throw new Error("it isn't visible")
  return box
}

describe("the layout", () => {
  it("has the documents' dimensions at every width", async () => {
    const visitor = await desk.visit({ role: Role.id.Admin, path: "/locks/activate_locks" })
    await visitor.sees("Activate Locks")
    const size = (selector: string) => visitor.page.locator(selector).boundingBox()
    for (const { width, navigation, foot } of [
      { width: 767, navigation: 0, foot: true },
      { width: 768, navigation: 78, foot: false },
      { width: 1024, navigation: 78, foot: false },
      { width: 1025, navigation: 296, foot: false }
    ]) {
      await resizeTo(visitor.page, { width, height: 800 })
      expect({
        width,
        header: (await size(".top"))?.height,
        navigation: (await size(".nav"))?.width ?? 0,
        foot: (await shown(visitor, ".bottom")) === 1,
        isWider: await visitor.page.evaluate(() => document.documentElement.scrollWidth > innerWidth)
      }).toEqual({ width, header: 100, navigation, foot, isWider: false })
    }
  })

  it("leaves room for the search next to a company with a long name", async () => {
    const visitor = await desk.visit({ role: Role.id.Admin, path: "/dashboard" })
    await visitor.sees("Dashboard")
    const name = visitor.page.locator(".company-name")
    await name.evaluate((element) => (element.textContent = "Maple Self Storage of the Outer Islands ".repeat(3)))
    for (const width of [1280, 1025]) {
      await visitor.page.setViewportSize({ width, height: 800 })
      const [search, company] = [await visitor.page.locator(".ask").boundingBox(), await name.boundingBox()]
      expect(search?.width).toBeGreaterThan(150)
      expect((search?.x ?? 0) + (search?.width ?? 0)).toBeLessThan(company?.x ?? 0)
    }
  })

  it("wraps long statuses on cards at 320 px instead of cutting text off", async () => {
    await desk.server.run(
      Effect.flatMap(
        SqlClient.SqlClient,
        (sql) => sql`UPDATE locks SET status = ${LockStatus.id.ReturnedToDropbox} WHERE facility_id IS NULL`
      )
    )
    const viewport = { width: 320, height: 1200 }
    const visitor = await desk.visit({ role: Role.id.Admin, path: "/locks/manage_locks", viewport })
    for (const [path, heading] of [
      ["/locks/manage_locks", "Manage Locks"],
      ["/locks/inventory", "Inventory"]
    ] as const) {
      await visitor.opens(path, heading)
      const card = visitor.page.locator(".list-card").filter({ hasText: "Returned to Dropbox" }).first()
      await card.waitFor()
      // Text for screen readers only is 1 px wide.
      const cut = await card.evaluate((box) =>
        [box, ...box.querySelectorAll<HTMLElement>("*")].flatMap(({ clientWidth, scrollWidth, textContent }) =>
          clientWidth > 1 && scrollWidth > clientWidth ? [textContent] : []
        )
      )
      expect([path, cut]).toEqual([path, []])
      // All cards are equally tall.
      const [text, row] = await Promise.all([card.boundingBox(), card.locator("xpath=..").boundingBox()])
      expect(text?.height).toBeLessThanOrEqual(row?.height ?? 0)
    }
  })

  it("cuts off only the name on a card at 320 px", async () => {
    const viewport = { width: 320, height: 1200 }
    const visitor = await desk.visit({ role: Role.id.Admin, path: "/facilities", viewport })
    for (const [path, heading] of [
      ["/facilities", "Facilities"],
      ["/team/users", "Users"]
    ] as const) {
      await visitor.opens(path, heading)
      const line = visitor.page.locator(".list-card p").first()
      await line.waitFor()
      await line
        .locator("strong")
        .evaluate((name) => (name.textContent = "Wolfeschlegelsteinhausenbergerdorffundandereletter"))
      const [name, beside] = await line.locator("> *").evaluateAll((parts) =>
        parts.map((part) => ({
          isCut: part.scrollWidth > part.clientWidth,
          overflow: getComputedStyle(part).textOverflow,
          isInside:
            part.getBoundingClientRect().right < (part.closest(".list-card")?.getBoundingClientRect().right ?? 0)
        }))
      )
      expect([path, name]).toEqual([path, { isCut: true, overflow: "ellipsis", isInside: true }])
      expect([path, beside]).toMatchObject([path, { isCut: false, isInside: true }])
    }
  })

  it("shows a vendor only permitted navigation entries, and marks the current one", async () => {
    const visitor = await desk.visit({ role: Role.id.Vendor, path: "/facilities" })
    await visitor.sees("Facilities")
    expect(
      await visitor.page
        .locator(".nav a")
        .allInnerTexts()
        .then((all) => all.map((text) => text.split("\n")[0]))
    ).toEqual(["Dashboard", "Locks", "Facilities", "Settings"])
    expect(await visitor.page.locator(".nav a[aria-current=page]").innerText()).toMatch(/^Facilities/)
  })

  it("updates the page title and focuses the heading on navigation; the first Tab skips to the content", async () => {
    const visitor = await desk.visit({ role: Role.id.Admin, path: "/dashboard" })
    await visitor.sees("Dashboard")
    // A screen that doesn't exist yet is marked.
    const reports = visitor.page.locator(".nav a", { hasText: "Reports" })
    expect((await reports.innerText()).split("\n")).toEqual(["Reports", "Soon"])
    await visitor.press("g", "s")
    await visitor.sees("General settings")
    expect(await visitor.page.title()).toBe("General settings - Lockdesk")
    await expect.poll(() => focused(visitor)).toBe("h1 General settings")
    await visitor.page.reload()
    await visitor.sees("General settings")
    await visitor.press("Tab")
    await expect.poll(() => focused(visitor)).toBe("main.focus")
    await visitor.press("Enter")
    expect(await visitor.page.evaluate(() => document.activeElement?.id)).toBe("main")
  })

  it("starts another screen at its top, and returns to where the user left one", async () => {
    const visitor = await desk.visit({
      role: Role.id.Admin,
      path: "/locks/manage_locks",
      viewport: { width: 360, height: 740 }
    })
    await visitor.reads(/^305 locks$/)
    const scrolled = () => visitor.page.evaluate(() => document.getElementById("main")?.scrollTop)
    await visitor.page.evaluate(() => document.getElementById("main")?.scrollTo(0, 240))
    await visitor.page.getByRole("row").nth(1).click()
    await visitor.reads("Lock Logs")
    expect(await scrolled()).toBe(0)
    await visitor.page.goBack()
    await visitor.sees("Manage Locks")
    await expect.poll(scrolled).toBe(240)
  })

  it("says that a screen isn't ready yet, and what to use instead", async () => {
    const visitor = await desk.visit({ role: Role.id.Admin, path: "/reports" })
    await visitor.reads("This screen isn't ready yet.")
    await visitor.reads("There's no terminal command for it yet, either.")
    await visitor.goTo("/nowhere/at/all")
    await visitor.sees("Page not found")
    await visitor.does("go.dashboard").filter({ visible: true }).last().click()
    await visitor.isAt("/dashboard")
  })

  it("slides its menu out on a small screen, and returns the focus to the opener", async () => {
    const visitor = await desk.visit({
      role: Role.id.Admin,
      path: "/dashboard",
      viewport: { width: 360, height: 740 }
    })
    await visitor.sees("Dashboard")
    await visitor.does("menu.open").click()
    const menu = visitor.page.getByRole("dialog", { name: "Menu" })
    await menu.getByText("Reports").waitFor()
    await visitor.press("Escape")
    await menu.waitFor({ state: "detached" })
    await expect.poll(() => focused(visitor)).toBe("menu.open")
    await visitor.does("menu.open").click()
    await menu.getByRole("link", { name: "Team" }).click()
    await visitor.isAt("/team/users")
    await menu.waitFor({ state: "detached" })
  })

  it("has name, email, Manage Account and Sign Out in the profile menu, by keyboard", async () => {
    const visitor = await desk.visit({ role: Role.id.Admin, path: "/dashboard" })
    await visitor.sees("Dashboard")
    await visitor.does("profile.open").focus()
    await visitor.press("Enter")
    const menu = visitor.page.getByRole("menu")
    await menu.getByText("@acme").waitFor()
    expect(await menu.getByRole("menuitem").allInnerTexts()).toEqual(
      expect.arrayContaining([expect.stringMatching(/^Manage Account/), expect.stringMatching(/^Sign Out/)])
    )
    await visitor.press("Escape")
    await menu.waitFor({ state: "detached" })
    await expect.poll(() => focused(visitor)).toBe("profile.open")
    await visitor.press("Enter")
    await menu.getByRole("menuitem", { name: "Manage Account" }).click()
    await visitor.page.getByRole("dialog", { name: "Manage Account" }).waitFor()
    await visitor.press("Escape")
    await expect.poll(() => focused(visitor)).toBe("profile.open")
  })

  it("copies the Company ID, and reports when it can't", async () => {
    const visitor = await desk.visit({
      role: Role.id.Admin,
      path: "/dashboard",
      permissions: ["clipboard-read", "clipboard-write"]
    })
    await visitor.sees("Dashboard")
    await visitor.does("company.copy").first().click()
    await visitor.reads("Copy sucessfully")
    const id = await visitor.page.locator(".company-id .code").innerText()
    expect(await visitor.page.evaluate(() => navigator.clipboard.readText())).toBe(id)
    await visitor.page.evaluate(() => {
      navigator.clipboard.writeText = () => Promise.reject(new DOMException("no", "NotAllowedError"))
    })
    await visitor.does("company.copy").first().click()
    await visitor.reads("Copy failed")
  })

  it("opens the store's URL in a new tab, and only if it is a web URL", async () => {
    const visitor = await desk.visit({ role: Role.id.Admin, path: "/dashboard" })
    await visitor.sees("Dashboard")
    const opened = visitor.context.waitForEvent("page")
    await visitor.context.route("https://store.lockdesk.example/**", (route) => route.fulfill({ body: "the store" }))
    await visitor.does("store.open").first().click()
    expect((await opened).url()).toMatch(/^(about:blank|https:\/\/store\.lockdesk\.example)/)
    await visitor.page.route("**/api/auth/store", (route) =>
      route.fulfill({ json: { success: true, data: "javascript:alert(1)" } })
    )
    const before = visitor.context.pages().length
    await visitor.does("store.open").first().click()
    await visitor.page.locator("[data-toast=error]").waitFor()
    expect(visitor.context.pages()).toHaveLength(before)
  })
})

describe("toasts and the inbox", () => {
  it("closes a toast after 5 s, but not while hovered or focused, and covers nothing of the screen", async () => {
    const visitor = await desk.visit({ role: Role.id.Admin, path: "/dashboard" })
    await visitor.sees("Dashboard")
    const clock = await visitor.fakeClock()
    await visitor.does("company.copy").first().click()
    await toasts(visitor).first().waitFor()
    const { x: left, width } = await boxOf(toasts(visitor).first())
    expect(left + width).toBeLessThan((await boxOf(visitor.page.locator("#main"))).x)
    const wide = visitor.page.viewportSize() ?? { width: 1280, height: 800 }
    await visitor.page.setViewportSize({ width: 390, height: 844 })
    await visitor.page.locator("#main").evaluate((main) => main.scrollTo(0, main.scrollHeight))
    const { y, height } = await boxOf(visitor.page.locator("#main section").last())
    expect(y + height).toBeLessThan((await boxOf(toasts(visitor).first())).y)
    await visitor.page.setViewportSize(wide)
    await toasts(visitor).first().hover()
    await clock.runFor(20_000)
    expect(await toasts(visitor).count()).toBe(1)
    await visitor.page.mouse.move(900, 300)
    await toasts(visitor).first().getByRole("button").focus()
    await clock.runFor(20_000)
    expect(await toasts(visitor).count()).toBe(1)
    await visitor.page.locator("#main").focus()
    await clock.runFor(6_000)
    expect(await toasts(visitor).count()).toBe(0)
  })

  it("shows a toast over the note that the device is offline on a phone", async () => {
    const visitor = await desk.visit({
      role: Role.id.Admin,
      path: "/locks/manage_locks",
      viewport: { width: 390, height: 844 }
    })
    visitor.expects(/./)
    await visitor.reads(/^305 locks$/)
    await visitor.page.getByRole("row").nth(1).click()
    await visitor.reads("Lock Logs")
    await visitor.setOffline(true)
    await visitor.page.getByLabel("Color").selectOption("red")
    await visitor.does("lock.save").click()
    const toast = toasts(visitor).filter({ hasText: "Nothing you typed was lost." })
    await toast.waitFor()
    const note = await boxOf(visitor.page.locator(".live-note", { hasText: /offline|last loaded/ }))
    const isOnTop = await toast.evaluate((element, at) => element.contains(document.elementFromPoint(at.x, at.y)), {
      x: note.x + note.width / 2,
      y: note.y + note.height / 2
    })
    expect(isOnTop).toBe(true)
    await visitor.setOffline(false)
    // Otherwise the end of the session says that they are discarded.
    await visitor.does("lock.cancel").click()
    await visitor.page.getByRole("button", { name: "Yes", exact: true }).click()
    await expect.poll(() => visitor.does("lock.cancel").getAttribute("aria-disabled")).toBe("true")
  })

  it("shows at most three toasts and one error, and keeps all in the inbox, which can be cleared", async () => {
    const visitor = await desk.visit({ role: Role.id.Admin, path: "/dashboard" })
    await visitor.sees("Dashboard")
    await visitor.fakeClock()
    await visitor.page.evaluate(() => {
      navigator.clipboard.writeText = () => Promise.reject(new DOMException("no", "NotAllowedError"))
    })
    for (let times = 0; times < 4; times += 1) await visitor.does("company.copy").first().click()
    await toasts(visitor).first().waitFor()
    expect(await toasts(visitor).count()).toBe(1)
    await visitor.page.evaluate(() => {
      navigator.clipboard.writeText = () => Promise.resolve()
    })
    // A repeated toast replaces the first one.
    for (let times = 0; times < 2; times += 1) await visitor.does("company.copy").first().click()
    await expect.poll(() => toasts(visitor).count()).toBe(2)
    // They stay while the pointer is on them.
    await toasts(visitor).first().hover()
    await visitor.press("z")
    await visitor.reads("There is nothing to undo.")
    expect(await toasts(visitor).count()).toBe(3)
    await visitor.runs("Switch single-letter keys on or off")
    await visitor.reads(/[Ss]ingle-letter/)
    expect(await toasts(visitor).count()).toBe(3)
    expect(await visitor.does("notices.open").getAttribute("aria-label")).toBe("Notices, 8 new")
    await visitor.does("notices.open").click()
    const inbox = visitor.page.getByRole("dialog", { name: "Notices" })
    await inbox.waitFor()
    expect(await inbox.getByRole("listitem").count()).toBe(8)
    await visitor.does("notices.clear").click()
    await visitor.reads(/No notices yet/)
    await visitor.press("Escape")
    await inbox.waitFor({ state: "detached" })
    expect(await visitor.does("notices.open").getAttribute("aria-label")).toBe("Notices")
  })

  it("replaces an older error with a newer one, and moves its focus to the main content", async () => {
    const visitor = await desk.visit({ role: Role.id.Admin, path: "/dashboard" })
    await visitor.sees("Dashboard")
    const clock = await visitor.fakeClock()
    await visitor.page.evaluate(() => {
      navigator.clipboard.writeText = () => Promise.reject(new DOMException("no", "NotAllowedError"))
    })
    await visitor.does("company.copy").first().click()
    const error = visitor.page.locator("[data-toast=error]")
    await error.filter({ hasText: "Copy failed" }).waitFor()
    await error.getByRole("button").focus()
    await visitor.page.route("**/api/auth/store", (route) =>
      route.fulfill({ json: { success: true, data: "javascript:alert(1)" } })
    )
    // This click leaves the focus on the toast.
    await visitor
      .does("store.open")
      .first()
      .evaluate((it) => (it as HTMLElement).click())
    await error.filter({ hasNotText: "Copy failed" }).waitFor()
    expect(await toasts(visitor).count()).toBe(1)
    await expect.poll(() => visitor.page.evaluate(() => document.activeElement?.id)).toBe("main")
    await clock.runFor(6_000)
    expect(await toasts(visitor).count()).toBe(0)
    await visitor.press("n")
    const inbox = visitor.page.getByRole("dialog", { name: "Notices" })
    await inbox.waitFor()
    expect(await inbox.getByRole("listitem").count()).toBe(2)
  })

  it("keeps the inbox across a reload, but not a sign-out", async () => {
    const visitor = await desk.visit({ role: Role.id.Vendor, path: "/reports" })
    await visitor.reads("Access Denied")
    await visitor.reads("You can't open Reports. Ask an admin of your company for access.")
    await visitor.page.reload()
    await visitor.sees("Dashboard")
    await visitor.press("n")
    await visitor.page.getByRole("dialog", { name: "Notices" }).getByText("Access Denied").waitFor()
  })
})
