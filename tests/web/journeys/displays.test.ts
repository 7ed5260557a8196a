import type { Locator } from "playwright-core"
import { describe, expect, it } from "vitest"
import { Role } from "#core/auth/roles.ts"
import { makeFacility } from "../../support/fixture.ts"
import { companyIdOf } from "../support/companyIdOf.ts"
import { companies, there } from "../support/deskData.ts"
import { registerLocks } from "../support/registerLocks.ts"
import { desk, shareDesk } from "../support/shareDesk.ts"
import { layoutFaultsAtEveryWidth } from "../support/unsound.ts"

shareDesk()

/** A computed style of an element, or of its `::before`. */
const style = (at: Locator, name: string, part?: string): Promise<string> =>
  at.evaluate((element, [of, pseudo]) => getComputedStyle(element, pseudo).getPropertyValue(of), [name, part] as [
    string,
    string?
  ])

describe("with forced colors, as in a contrast theme of Windows", () => {
  it("shows by lines and system colors what colors show otherwise", async () => {
    const visitor = await desk.visit({ role: Role.id.Admin, path: "/locks/manage_locks" })
    const { page } = visitor
    await visitor.reads(/^305 locks$/)
    await page.emulateMedia({ forcedColors: "active" })
    const canvas = await style(page.locator("body"), "background-color")

    const tabs = page.locator(".tabs .tab")
    expect(await style(tabs.filter({ hasText: "Manage Locks" }), "border-bottom-color")).not.toBe(canvas)
    expect(await style(tabs.filter({ hasText: "Activate Locks" }), "border-bottom-color")).toBe(canvas)
    const entries = page.locator(".nav a")
    expect(await style(entries.filter({ hasText: "Locks" }), "border-left-color")).not.toBe(canvas)
    expect(await style(entries.filter({ hasText: "Team" }), "border-left-color")).toBe(canvas)

    await visitor.press("j")
    const row = page.locator(".list-row.current")
    expect(await style(row, "outline-style")).toBe("solid")
    expect(await style(row.locator(".st"), "background-color", "::before")).not.toBe(canvas)
    await visitor.press(".")
    await visitor.press("ArrowDown")
    expect(await style(page.locator(".menu-item[data-highlighted]"), "outline-style")).toBe("solid")
    await visitor.press("Escape")

    await visitor.openPalette("loc")
    await visitor.row(/lock/i).waitFor()
    const letters = page.locator(".palette-row mark").first()
    expect(await style(letters, "color")).toBe(await style(page.locator(".palette-title").first(), "color"))
    expect(await style(letters, "text-decoration-line")).toBe("underline")
    await visitor.press("Escape")

    await visitor.press("n")
    const dialog = page.getByRole("dialog", { name: "Notices" })
    await dialog.waitFor()
    expect(await style(dialog, "border-top-width")).toBe("1px")
    await visitor.press("Escape")

    await visitor.opens("/team/users", "Users")
    const shown = page.getByRole("button", { pressed: true, name: "Active users" })
    await shown.waitFor()
    expect(await style(shown, "background-color")).not.toBe(canvas)

    await visitor.opens("/settings/general", "General settings")
    const on = page.getByRole("switch", { checked: true }).locator(".switch-track").first()
    await on.waitFor()
    expect(await style(on, "background-color", "::after")).not.toBe(canvas)
  })
})

describe("for users who ask for more contrast", () => {
  it.each(["light", "dark"] as const)(
    "shows gray text and lines in stronger colors in the %s theme",
    async (colorScheme) => {
      const visitor = await desk.visit({ role: Role.id.Admin, path: "/locks/manage_locks", colorScheme })
      const { page } = visitor
      await visitor.reads(/^305 locks$/)
      const text = await style(page.locator("body"), "color")
      const [gray, line] = [
        page.locator(".faint, .muted").filter({ visible: true }).first(),
        page.locator(".list-row").first()
      ]
      expect(await style(gray, "color")).not.toBe(text)
      const before = await style(line, "border-bottom-color")
      await page.emulateMedia({ contrast: "more" })
      expect(await style(gray, "color")).toBe(text)
      expect(await style(line, "border-bottom-color")).not.toBe(before)
    }
  )
})

describe("in a window as low as at a large zoom", () => {
  it("scrolls a menu that is taller than the window", async () => {
    const viewport = { width: 1024, height: 340 }
    const visitor = await desk.visit({ role: Role.id.Admin, path: "/locks/manage_locks", viewport })
    const { page } = visitor
    await visitor.reads(/^305 locks$/)
    const isInWindow = () =>
      page.evaluate(() => {
        const { top = -1, bottom = innerHeight } = document.activeElement?.getBoundingClientRect() ?? {}
        return top >= 0 && bottom <= innerHeight
      })
    await visitor.does("profile.open").click()
    await page.getByRole("menuitem", { name: "Sign Out" }).waitFor()
    await visitor.press("End")
    await expect.poll(() => page.evaluate(() => document.activeElement?.textContent)).toBe("Sign Out")
    expect(await isInWindow()).toBe(true)
    await visitor.press("Escape")

    const button = page.getByRole("button", { name: /^Actions of/ }).first()
    await button.scrollIntoViewIfNeeded()
    await button.click()
    await page.getByRole("menuitem", { name: /^Reveal/ }).waitFor()
    await visitor.press("End")
    await expect.poll(() => page.evaluate(() => document.activeElement?.getAttribute("role"))).toBe("menuitem")
    expect(await isInWindow()).toBe(true)
  })
})

describe("on a phone", () => {
  it("makes switches and choices as tall as a finger", async () => {
    const viewport = { width: 390, height: 844 }
    const visitor = await desk.visit({ role: Role.id.Owner, path: "/settings/general", viewport })
    const { page } = visitor
    const heightOf = async (at: Locator): Promise<number> => {
      await at.waitFor()
      return (await at.boundingBox())?.height ?? 0
    }
    expect(await heightOf(page.getByRole("switch").first())).toBe(44)
    await visitor.opens("/team/users/create", "Add User")
    expect(await heightOf(page.locator("label", { hasText: "Inactive" }))).toBe(44)
    await visitor.opens("/team/roles", "Roles & permissions")
    expect(await heightOf(page.locator("label", { hasText: "Write" }).first())).toBe(44)
  })
})

describe("with a larger font size set in the browser", () => {
  it("enlarges everything, and still scrolls to the row of the keys", async () => {
    const visitor = await desk.visit({ role: Role.id.Admin, path: "/locks/manage_locks" })
    const { page } = visitor
    await visitor.reads(/^305 locks$/)
    const row = page.locator(".list-row").first()
    const sizes = async () => ({ row: (await row.boundingBox())?.height, text: await style(row, "font-size") })
    expect(await sizes()).toEqual({ row: 48, text: "14px" })

    await (await visitor.session()).send("Page.setFontSizes", { fontSizes: { standard: 20, fixed: 20 } })
    await expect.poll(sizes).toEqual({ row: 60, text: "17.5px" })
    expect((await page.locator(".nav-icon").first().boundingBox())?.width).toBe(25)
    await visitor.press("End")
    const current = page.locator(".list-row.current")
    await expect.poll(async () => (await current.boundingBox())?.y ?? 0).toBeGreaterThan(500)
    await visitor.press("Home")
    await visitor.press(...Array.from({ length: 7 }, () => "j"))
    const { y = 0, height = 0 } = (await current.boundingBox()) ?? {}
    expect(height).toBe(60)
    expect(y + height).toBeLessThanOrEqual(800)

    const facility = page.getByRole("combobox", { name: "Facility" })
    await facility.click()
    await visitor.press("ArrowDown", "ArrowDown")
    const [second, third] = [page.getByRole("option").nth(1), page.getByRole("option").nth(2)]
    const top = async (at: Locator): Promise<number> => (await at.boundingBox())?.y ?? 0
    expect((await top(third)) - (await top(second))).toBe(50)
    await visitor.press("Escape")
    expect(await layoutFaultsAtEveryWidth(page)).toEqual([])
  })
})

describe("with names in a right-to-left script", () => {
  it("keeps what follows a name after it, and the start of a name that is cut off", async () => {
    const companyID = await companyIdOf(desk, companies.acme)
    const facilityID = await desk.server.run(makeFacility(companyID, "\u05de\u05d7\u05e1\u05df 9"))
    const long = `${"\u05de\u05d7\u05e1\u05df ".repeat(20)}7`
    await desk.server.run(makeFacility(companyID, long))
    const admin = await desk.server.enter(companies.acme, Role.id.Admin)
    const [serialCode = ""] = await registerLocks(desk, 71_000_000, 1)
    const { data: job } = await desk.server.call(admin, (api) =>
      api.jobs.activate({
        query: {},
        payload: { source: "box.csv", expected: 2, fingerprint: "right-to-left", columns: ["serialCode"], facilityID }
      })
    )
    const rows = [serialCode, there.unknown].map((code, at) => ({ row: at + 2, serialCode: code, cells: [code] }))
    const of = { params: { id: job.jobID }, query: {} }
    await desk.server.call(admin, (api) => api.jobs.addRows({ ...of, payload: { rows } }))
    await desk.server.call(admin, (api) => api.jobs.plan(of))

    /** Where a text in an element begins, and where it ends, from the left. */
    const edges = (at: Locator, text: string): Promise<readonly [left: number, right: number]> =>
      at.evaluate((element, part) => {
        const texts = document.createTreeWalker(element, NodeFilter.SHOW_TEXT)
        for (let node = texts.nextNode(); node !== null; node = texts.nextNode()) {
          const from = node.textContent?.indexOf(part) ?? -1
          if (from === -1) continue
          const range = document.createRange()
          range.setStart(node, from)
          range.setEnd(node, from + part.length)
          const { left, right } = range.getBoundingClientRect()
          return [left, right] as const
        }
        throw new Error(`No text '${part}'`)
      }, text)
    const visitor = await desk.visit({ role: Role.id.Admin, path: `/jobs/${job.jobID}` })
    const plan = visitor.page.getByText("1 of 2 locks will be activated")
    expect((await edges(plan, "; 1 would fail"))[0]).toBeGreaterThanOrEqual(
      (await edges(plan, "\u05de\u05d7\u05e1\u05df 9"))[1]
    )

    await visitor.opens("/facilities", "Facilities")
    const cell = visitor.page
      .locator(".list-cell")
      .filter({ hasText: /^\u05de.* / })
      .first()
    const { x = 0, width = 0 } = (await cell.boundingBox()) ?? {}
    const [left, right] = await edges(cell, "\u05de")
    expect(left).toBeGreaterThan(x)
    expect(right).toBeLessThanOrEqual(x + width)
  })
})
