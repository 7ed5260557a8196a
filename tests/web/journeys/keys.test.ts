import { describe, expect, it } from "vitest"
import { Role } from "#core/auth/roles.ts"
import { there } from "../support/deskData.ts"
import { desk, shareDesk } from "../support/shareDesk.ts"
import type { Visitor } from "../support/Visitor.ts"

shareDesk()

const atDashboard = async (): Promise<Visitor> => {
  const visitor = await desk.visit({ role: Role.id.Admin, path: "/dashboard" })
  await visitor.sees("Dashboard")
  return visitor
}
const waiting = (visitor: Visitor) => visitor.page.locator(".waiting-keys")
const dialog = (visitor: Visitor, name: string) => visitor.page.getByRole("dialog", { name, exact: true })
/** A key press that Playwright can't make: held down, or consumed by an input method. */
const dispatch = (visitor: Visitor, facts: Readonly<Record<string, string | number | boolean>>): Promise<boolean> =>
  visitor.page.evaluate((given) => {
    const event = new KeyboardEvent("keydown", { bubbles: true, cancelable: true, ...given })
    document.body.dispatchEvent(event)
    return event.defaultPrevented
  }, facts)

describe("a key sequence", () => {
  it("is shown with its continuations while pending, and expires after a second", async () => {
    const visitor = await atDashboard()
    await visitor.press("g")
    await waiting(visitor)
      .getByRole("listitem")
      .filter({ hasText: /^f\s*Facilities$/ })
      .waitFor()
    await waiting(visitor).waitFor({ state: "detached" })
    await visitor.press("f")
    await visitor.press("g", "y")
    await waiting(visitor).waitFor({ state: "detached" })
    await visitor.isAt("/dashboard")
    await visitor.press("g", "g", "f")
    await visitor.isAt("/facilities")
  })
})

describe("unhandled keys", () => {
  it("are ignored with other modifiers, while held down, and during input method composition", async () => {
    const visitor = await atDashboard()
    expect(await dispatch(visitor, { key: "n", code: "KeyN", altKey: true })).toBe(false)
    expect(await dispatch(visitor, { key: "n", code: "KeyN", metaKey: true })).toBe(false)
    expect(await dispatch(visitor, { key: "n", code: "KeyN", isComposing: true })).toBe(false)
    expect(await dispatch(visitor, { key: "n", code: "KeyN", keyCode: 229 })).toBe(false)
    expect(await dispatch(visitor, { key: "4", code: "Digit4", repeat: true })).toBe(false)
    expect(await visitor.page.getByRole("dialog").count()).toBe(0)
    expect(await dispatch(visitor, { key: "n", code: "KeyN" })).toBe(true)
    await visitor.page.getByRole("dialog").waitFor()
  })

  it("belong to the open dialog, except Mod+K", async () => {
    const visitor = await atDashboard()
    await visitor.press("n")
    await visitor.page.getByRole("dialog").waitFor()
    await visitor.press("g", "f", "?")
    await visitor.isAt("/dashboard")
    expect(await visitor.page.getByRole("dialog").count()).toBe(1)
    await visitor.openPalette("facil")
    expect(await visitor.paletteBox.inputValue()).toBe("facil")
  })
})

describe("custom shortcuts", () => {
  it("are recorded in the cheat sheet, rejected with the other command's name if taken, and reset together", async () => {
    const visitor = await atDashboard()
    await visitor.press("?")
    await dialog(visitor, "Keys").waitFor()
    await visitor.page.keyboard.type("open the notices")
    await visitor.page.getByRole("option", { name: "Open the notices" }).waitFor()
    const sheet = dialog(visitor, "Keys")
    await sheet.getByRole("button", { name: "Change keys" }).click()
    await visitor.press("g")
    await visitor.reads("Already used by Go to Dashboard.")
    await visitor.press("4")
    await visitor.reads("Digits look up a serial code.")
    await visitor.press("Control+b")
    await visitor.page.getByRole("option", { name: /Open the notices.*mod\+b/s }).waitFor()
    await visitor.press("Escape")
    await sheet.waitFor({ state: "detached" })

    await visitor.press("n")
    expect(await visitor.page.getByRole("dialog").count()).toBe(0)
    await visitor.page.reload()
    await visitor.sees("Dashboard")
    await visitor.press("Control+b")
    await visitor.page.getByRole("dialog").waitFor()
    await visitor.press("Escape")
    await visitor.page.getByRole("dialog").waitFor({ state: "detached" })

    await visitor.runs("reset all shortcuts")
    await visitor.reads("All shortcuts reset.")
    await visitor.press("n")
    await visitor.page.getByRole("dialog").waitFor()
  })

  it("exclude single letters and digits when the user turns them off, and include them again", async () => {
    const visitor = await atDashboard()
    await visitor.runs("single-letter")
    await visitor.reads("Single-letter keys are off.")
    await visitor.press("n", "g", "f", "?", "4")
    expect(await visitor.page.getByRole("dialog").count()).toBe(0)
    await visitor.isAt("/dashboard")
    await visitor.runs("single-letter")
    await visitor.reads("Single-letter keys are on.")
    await visitor.press("g", "f")
    await visitor.isAt("/facilities")
  })
})

describe("focus", () => {
  it("returns to the same element, even after the palette opened over another dialog", async () => {
    const visitor = await desk.visit({ role: Role.id.CallCenterAgent, path: "/locks/manage_locks" })
    await visitor.sees("Manage Locks")
    await visitor.synced()
    await visitor.press("j")
    const had = visitor.page.locator(":focus")
    const label = await had.getAttribute("aria-label")
    await visitor.press("r")
    await visitor.page.getByRole("dialog").waitFor()
    await visitor.press("7")
    await visitor.paletteBox.waitFor()
    await visitor.press("Escape")
    await visitor.page.getByRole("dialog").first().waitFor({ state: "detached" })
    await expect.poll(() => visitor.page.locator(":focus").getAttribute("aria-label")).toBe(label)
    expect(label).not.toBeNull()
  })
})

describe("Esc in a field", () => {
  it("blurs it on every screen, so the next letter is a shortcut and changes no field", async () => {
    const visitor = await desk.visit({ role: Role.id.Admin, path: "/dashboard" })
    const fields = visitor.page
      .locator("#main")
      .locator("select, textarea, input:not([type=checkbox], [type=radio], [type=file])")
      .filter({ visible: true })
    for (const [path, heading, count] of [
      ["/dashboard", "Dashboard", 1],
      ["/locks/manage_locks", "Manage Locks", 3],
      ["/locks/activate_locks", "Activate Locks", 2],
      ["/locks/inventory", "Inventory", 2],
      ["/locks/process_returned", "Process Returned", 2],
      ["/locks/bulk", "Bulk changes", 3],
      ["/facilities", "Facilities", 2],
      ["/facilities/create", "Add Facilities", 6],
      ["/team/users", "Users", 2],
      ["/automations/lock", "Auto Lock Status Change", 2]
    ] as const) {
      await visitor.opens(path, heading)
      await expect.poll(async () => [path, await fields.count()]).toEqual([path, count])
      for (const field of await fields.all()) {
        const before = await field.inputValue()
        await field.focus()
        await visitor.press("Escape", "n")
        // The shortcut worked: the notices are open, and nothing was typed.
        await visitor.until(`notices behind a field of ${path}`, dialog(visitor, "Notices").waitFor())
        await visitor.press("Escape")
        await dialog(visitor, "Notices").waitFor({ state: "detached" })
        expect(await field.inputValue(), path).toBe(before)
      }
    }
  }, 120_000)

  it("keeps a lock's status, color and unit; r then reveals", async () => {
    const visitor = await desk.visit({ role: Role.id.Admin, path: `/locks/manage_locks?search=${there.available}` })
    await visitor.reads("1 lock")
    await visitor.press("j", "Enter")
    await visitor.isAt(/^\/locks\/\d+$/)
    await visitor.does("lock.save").waitFor()
    const facts = visitor.page.locator(".lock-card select, .lock-card input")
    const values = () => facts.evaluateAll((all) => all.map((each) => (each as HTMLInputElement).value))
    const before = await values()
    for (const key of ["s", "o"]) {
      await visitor.press(key)
      await expect.poll(() => visitor.page.evaluate(() => document.activeElement?.tagName)).toBe("SELECT")
      await visitor.press("Escape", "r")
      await visitor.page.locator("[role=dialog].reveal").waitFor()
      await visitor.press("Escape")
      await visitor.page.locator("[role=dialog].reveal").waitFor({ state: "detached" })
    }
    expect(await values()).toEqual(before)
    expect(await visitor.does("lock.save").getAttribute("aria-disabled")).toBe("true")
  })

  it("blurs a field with an open list at once, keeping the input", async () => {
    const visitor = await atDashboard()
    const box = visitor.page.getByPlaceholder("Search Serial Code or Unit")
    await box.fill("120")
    await visitor.page.getByRole("option").first().waitFor()
    await visitor.press("Escape", "g", "a")
    await visitor.isAt("/locks/activate_locks")
    // The serial field has the focus there and receives keys until Esc.
    await expect
      .poll(() => visitor.page.evaluate(() => document.activeElement?.getAttribute("name")))
      .toBe("serialCode")
    await visitor.press("Escape", "g", "d")
    await visitor.isAt("/dashboard")
  })
})
