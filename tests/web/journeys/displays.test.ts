import type { Locator } from "playwright-core"
import { describe, expect, it } from "vitest"
import { Role } from "#core/auth/roles.ts"
import { desk, shareDesk } from "../support/shareDesk.ts"

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
  })
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
