import { describe, expect, it } from "vitest"
import { Role } from "#core/auth/roles.ts"
import { clickFacility } from "../support/chooseFacility.ts"
import { desk, shareDesk } from "../support/shareDesk.ts"
import type { Visitor } from "../support/Visitor.ts"

shareDesk()

/** The name of the list or part of the screen that has the focus; empty if nothing has it. */
const focusedPart = ({ page }: Visitor): Promise<string> =>
  page.evaluate(() => {
    const at = document.activeElement
    if (at === null || at === document.body) return ""
    const labels = at.getAttribute("aria-labelledby")
    return at.getAttribute("aria-label") ?? (labels === null ? at : document.getElementById(labels))?.textContent ?? ""
  })

describe("if the control with the focus disappears, the focus", () => {
  it("stays in the list: a removed row, and the bar of selected rows", async () => {
    const visitor = await desk.visit({ role: Role.id.Admin, path: "/locks/manage_locks" })
    await visitor.reads(/^305 locks$/)
    await visitor.settled()
    await visitor.press("j", "x", "j", "x")
    await visitor.does("list.clearSelection").focus()
    await visitor.press("Enter")
    await expect.poll(() => focusedPart(visitor)).toBe("Locks")
    await visitor.opens("/locks/inventory", "Inventory")
    await visitor.reads(/^1 lock$/)
    await visitor.press("j", "x", "Control+Enter")
    await visitor.sees("Inventory review")
    await visitor.does("inventory.remove").first().focus()
    await visitor.press("Enter")
    await expect.poll(() => focusedPart(visitor)).toBe("Selected locks")
  })

  it("stays in the part of the screen, also if that happened behind a dialog", async () => {
    const visitor = await desk.visit({ role: Role.id.Admin, path: "/locks/activate_locks" })
    const { page } = visitor
    visitor.expects(/404/)
    await visitor.sees("Activate Locks")
    await clickFacility(page.getByLabel("Facility", { exact: true }))
    for (const serial of ["77777771", "77777772"]) await visitor.press(...serial, "Enter")
    const remove = page.locator("[data-state=failed] [data-command='activate.clearFailed']")
    await remove.nth(1).waitFor()
    await visitor.settled()
    await remove.nth(1).focus()
    await visitor.press("Enter")
    await expect.poll(() => focusedPart(visitor)).toMatch(/activated in this session/)
    await remove.first().focus()
    await visitor.press("n")
    await page.getByRole("dialog", { name: "Notices" }).waitFor()
    await remove.first().evaluate((button) => (button as HTMLElement).click())
    await remove.first().waitFor({ state: "detached" })
    await visitor.press("Escape")
    await expect.poll(() => focusedPart(visitor)).toMatch(/activated in this session/)
  })
})

describe("an open dialog", () => {
  it("keeps Tab to itself, and gives the page back when it closes", async () => {
    const visitor = await desk.visit({ role: Role.id.Admin, path: "/locks/manage_locks" })
    const { page } = visitor
    await visitor.reads(/^305 locks$/)
    const behind = page.locator("main")
    const isInert = (): Promise<boolean> => behind.evaluate((main) => main.closest("[inert]") !== null)
    const focused = (): Promise<string | undefined> =>
      page.evaluate(
        () => document.activeElement?.closest<HTMLElement>("[role=dialog] [data-command]")?.dataset["command"]
      )
    await visitor.does("profile.open").focus()
    await visitor.press("n")
    await page.getByRole("dialog", { name: "Notices" }).waitFor()
    expect(await isInert()).toBe(true)
    await behind.locator("button").first().focus()
    expect(await page.evaluate(() => document.activeElement?.closest("[role=dialog]") !== null)).toBe(true)
    await visitor.press("Tab")
    const first = await focused()
    expect(first).toBeDefined()
    await visitor.press("Shift+Tab")
    const last = await focused()
    expect(last).toBeDefined()
    await visitor.press("Tab")
    expect(await focused()).toBe(first)
    await visitor.press("Escape")
    expect(await isInert()).toBe(false)
    expect(await page.evaluate(() => (document.activeElement as HTMLElement).dataset["command"])).toBe("profile.open")
  })
})
