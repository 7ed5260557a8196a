import { describe, expect, it } from "vitest"
import { Role } from "#core/auth/roles.ts"
import { there } from "../support/deskData.ts"
import { holdBack } from "../support/holdBack.ts"
import { desk, shareDesk } from "../support/shareDesk.ts"
import type { Visitor } from "../support/Visitor.ts"

shareDesk()

const role = Role.id.Admin
const clipboard = { permissions: ["clipboard-read", "clipboard-write"] }

const atDashboard = async (options = {}): Promise<Visitor> => {
  const visitor = await desk.visit({ role, path: "/dashboard", ...options })
  await visitor.sees("Dashboard")
  await visitor.synced()
  return visitor
}
/** The selected row, as the input's aria-activedescendant reports it. */
const selected = (visitor: Visitor): Promise<string | undefined> =>
  visitor.paletteBox.evaluate(
    (box) => document.getElementById(box.getAttribute("aria-activedescendant") ?? "")?.dataset["row"]
  )
const retype = async (visitor: Visitor, text: string): Promise<void> => {
  await visitor.press("Control+a", "Delete")
  await visitor.page.keyboard.type(text)
}
const copied = (visitor: Visitor): Promise<string> => visitor.page.evaluate(() => navigator.clipboard.readText())

describe("a command with missing arguments", () => {
  it("asks for them page by page, explains invalid values, and runs", async () => {
    const visitor = await atDashboard()
    await visitor.openPalette("> activate a lock")
    await visitor.row("Activate a lock").waitFor()
    await visitor.press("Enter")
    await visitor.page.getByRole("combobox", { name: "Activate a lock: Serial Code" }).waitFor()
    await visitor.page.keyboard.type("4000900")
    await visitor.press("Enter")
    await visitor.reads("Serial Code must be 8 digits.")
    await visitor.page.keyboard.type("1")
    await visitor.press("Enter")
    await visitor.page.getByRole("combobox", { name: "Activate a lock: Facility" }).waitFor()
    await visitor.page.keyboard.type("harb")
    await visitor.row("Harbor Point").waitFor()
    await visitor.press("Enter")
    await visitor.reads("Activate a lock: done.")
    await visitor.paletteBox.waitFor({ state: "detached" })
    await visitor.openPalette(there.registered)
    await visitor.row(/4000.?9001.*Harbor Point/s).waitFor()
  })

  it("goes back with Backspace on an empty input, and can be continued once after Esc", async () => {
    const visitor = await atDashboard()
    await visitor.openPalette("> activate a lock")
    await visitor.press("Enter")
    await visitor.page.keyboard.type(`${there.registered}`)
    await visitor.press("Enter")
    const facility = visitor.page.getByRole("combobox", { name: "Activate a lock: Facility" })
    await facility.waitFor()
    await visitor.page.keyboard.type("harb")
    await visitor.press("Escape")
    await visitor.paletteBox.waitFor({ state: "detached" })
    await visitor.press("Control+k")
    // It doesn't reopen automatically, but is offered once.
    await visitor.page.getByRole("combobox", { name: "Palette" }).waitFor()
    await visitor.row("Continue: Activate a lock").click()
    await facility.waitFor()
    expect(await facility.inputValue()).toBe("harb")
    await visitor.press("Control+a", "Delete", "Backspace")
    const serial = visitor.page.getByRole("combobox", { name: "Activate a lock: Serial Code" })
    await serial.waitFor()
    expect(await serial.inputValue()).toBe(there.registered)
    await visitor.press("Control+a", "Delete", "Backspace")
    await visitor.page.getByRole("combobox", { name: "Palette" }).waitFor()
    expect(await visitor.paletteBox.inputValue()).toBe("> activate a lock")
    await visitor.press("Escape", "Control+k")
    await visitor.paletteBox.waitFor()
    expect(await visitor.row("Continue: Activate a lock").count()).toBe(0)
    await visitor.press("Control+a", "Delete", "Escape")
    // A digit starts over.
    await visitor.press("7")
    await visitor.paletteBox.waitFor()
    expect(await visitor.paletteBox.inputValue()).toBe("7")
  })

  it("shows the result of a read command", async () => {
    const visitor = await atDashboard()
    await visitor.openPalette("whoami")
    await visitor.row("Show who is signed in").waitFor()
    await visitor.press("Enter")
    await visitor.reads("admin@acme.example.com")
  })
})

describe("a palette row", () => {
  it("of a lock opens with Enter, shows other actions with Right, and is among the recents afterwards", async () => {
    const visitor = await atDashboard()
    await visitor.openPalette("4000100")
    await visitor.row(/4000.?1007/).waitFor()
    await visitor.press("ArrowRight")
    await visitor.row("View log").waitFor()
    await visitor.press("Backspace")
    await visitor.row(/4000.?1007/).waitFor()
    await visitor.press("Enter")
    await visitor.isAt(/^\/locks\/\d+$/)
    await visitor.sees("Lock Logs")
    await visitor.press("g", "d")
    await visitor.isAt("/dashboard")
    await visitor.openPalette()
    await visitor.page
      .getByRole("group", { name: "Recent" })
      .getByRole("option", { name: /4000.?1007/ })
      .waitFor()
    // On a lock's screen, its actions come first.
    await visitor.press("Escape")
    await visitor.page.goBack()
    await visitor.sees("Lock Logs")
    await visitor.openPalette()
    await visitor.page.getByRole("group", { name: "Lock 4000 1007" }).waitFor()
    expect(await selected(visitor)).toMatch(/^locks\.reveal on /)
  })

  it("is copied as a link and as a terminal command", async () => {
    const visitor = await atDashboard(clipboard)
    await visitor.openPalette("4000100")
    await visitor.row(/4000.?1007/).waitFor()
    await visitor.press("Control+c")
    await visitor.reads("Link copied")
    expect(await copied(visitor)).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/locks\/\d+$/)
    await visitor.press("Control+Shift+C")
    await visitor.reads("Command copied")
    expect(await copied(visitor)).toBe("lockdesk locks show 40001007")
    await retype(visitor, "! maple")
    await visitor.row("Maple Street").waitFor()
    await visitor.press("Control+Shift+C")
    await visitor.reads("lockdesk locks ls --facility 'Maple Street'")
    expect(await copied(visitor)).toBe("lockdesk locks ls --facility 'Maple Street'")
  })

  it("of a facility narrows the palette to its locks; one of the help fills the input", async () => {
    const visitor = await atDashboard()
    await visitor.openPalette("! harbor")
    await visitor.row("Harbor Point").waitFor()
    await visitor.press("Enter")
    await visitor.row(/4000.?1023/).waitFor()
    expect(await visitor.paletteBox.inputValue()).toBe('# facility:"Harbor Point" ')
    await retype(visitor, "? color")
    await visitor.row("Filter color:").waitFor()
    await visitor.press("Enter")
    expect(await visitor.paletteBox.inputValue()).toBe("color:")
    await visitor.reads("color has no value yet.")
  })

  it("can be hovered and clicked; a click outside closes the palette and returns the focus", async () => {
    const visitor = await atDashboard()
    const box = visitor.page.getByPlaceholder("Search Serial Code or Unit")
    await box.focus()
    await visitor.does("palette.open").first().click()
    await visitor.page.keyboard.type("4000")
    const row = visitor.row(/4000.?1015/)
    await row.hover()
    await expect.poll(() => row.getAttribute("aria-selected")).toBe("true")
    await visitor.page.mouse.click(5, 5)
    await visitor.paletteBox.waitFor({ state: "detached" })
    expect(
      await visitor
        .does("palette.open")
        .first()
        .evaluate((element) => element === document.activeElement)
    ).toBe(true)
    await visitor.does("palette.open").first().click()
    await row.click()
    await visitor.isAt(/^\/locks\/\d+$/)
  })
})

describe("server results", () => {
  it("are added below while the lock list is unavailable, without moving the selection, until the text changes", async () => {
    const visitor = await desk.visit({ role })
    visitor.expects(/ERR_|Failed to load/)
    desk.proxy.refused = /^\/api\/locks(\/whole)?(\?|$)/
    await visitor.goTo("/dashboard")
    await visitor.sees("Dashboard")
    await visitor.openPalette("40001")
    await visitor.row("Activate a lock 4000 1").waitFor()
    const before = await selected(visitor)
    expect(before).toBe("locks.activate")
    await visitor.page
      .getByRole("group", { name: "From the server" })
      .getByRole("option", { name: /4000.?1007/ })
      .waitFor()
    expect(await selected(visitor)).toBe(before)
    const headings = await visitor.page
      .locator("dialog.palette [role=group]")
      .evaluateAll((all) => all.map((each) => each.getAttribute("aria-label")))
    expect(headings.at(-1)).toBe("From the server")
    // They are dropped when the text changes.
    await visitor.page.keyboard.type("060")
    await visitor.row("Activate a lock 4000 1060").waitFor()
    await visitor.row("Damaged").waitFor()
    expect(await visitor.row(/4000.?1007/).count()).toBe(0)
  })
})

describe("the palette before all commands are loaded", () => {
  const held = async () => {
    const visitor = await desk.visit({ role })
    const load = await holdBack(visitor, /\/assets\/registry-/)
    await visitor.goTo("/dashboard")
    await visitor.sees("Dashboard")
    await visitor.synced()
    return { visitor, load }
  }

  it("offers commands at once, and parsed lines as soon as the parser is loaded", async () => {
    const { visitor, load } = await held()
    await visitor.openPalette("> add a webhook")
    await visitor.row("Add a webhook").waitFor()
    await retype(visitor, "units harbor point")
    const line = visitor.row("List the units of a facility: Harbor Point")
    expect(await line.count()).toBe(0)
    await load()
    await line.waitFor()
  })

  it("continues with a value entered before loading finished", async () => {
    const { visitor, load } = await held()
    await visitor.openPalette("> list the units")
    await visitor.row("List the units of a facility").waitFor()
    await visitor.press("Enter")
    const facility = visitor.page.getByRole("combobox", { name: "List the units of a facility: Facility" })
    await facility.waitFor()
    await visitor.page.keyboard.type("harb")
    await visitor.row("Harbor Point").waitFor()
    await visitor.press("Enter")
    expect(await facility.inputValue()).toBe("harb")
    await load()
    await facility.waitFor({ state: "detached" })
  })
})
