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
