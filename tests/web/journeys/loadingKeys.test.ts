import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest"
import { Role } from "#core/auth/roles.ts"
import { there } from "../support/deskData.ts"
import type { Desk } from "../support/Desk.ts"
import { answering, holdBack } from "../support/holdBack.ts"
import { openDesk } from "../support/openDesk.ts"
import { layoutFaults } from "../support/unsound.ts"
import type { Visitor } from "../support/Visitor.ts"

let desk: Desk
beforeAll(async () => {
  desk = await openDesk()
})
afterEach(() => desk.settle())
afterAll(() => desk.close())

const locksOf = (search: string): string => `/locks/manage_locks?search=${search}`

/** Somebody at a list of one lock, of whose screen a part does not come before `load` is called. */
const waiting = async (
  part: string,
  { role = Role.id.Admin, path = locksOf(there.available) }: { readonly role?: number; readonly path?: string } = {}
): Promise<{ readonly visitor: Visitor; readonly load: () => void }> => {
  const visitor = await desk.visit({ role: role as typeof Role.id.Admin, fresh: true })
  const load = await holdBack(visitor.page, new RegExp(`/assets/${part}-[^/]*\\.js$`))
  await visitor.goTo(path)
  if (path.startsWith("/locks/")) await visitor.page.locator(".list-rows [role=row]").first().waitFor()
  else await visitor.sees("Dashboard")
  return { visitor, load }
}

const focused = ({ page }: Visitor) => page.locator("*:focus")

/** Names the lock to transfer in the palette, and types the facility that it goes to. */
const transfers = async (visitor: Visitor, serial: string, facility: string): Promise<void> => {
  await visitor.runs("Transfer a lock to another facility")
  await visitor.page.keyboard.type(serial)
  await visitor.press("Enter")
  await visitor.page.keyboard.type(facility)
}

describe("what is typed for a part that is still being loaded", () => {
  it("chooses in the menu of a row", async () => {
    const { visitor, load } = await waiting("OpenRowMenu")
    await visitor.press("j", ".", "ArrowDown", "ArrowDown")
    load()
    const second = visitor.page.locator(".row-menu [role=menuitem]").nth(1)
    await second.waitFor()
    await expect.poll(() => second.evaluate((entry) => entry === document.activeElement)).toBe(true)
  })

  it("goes on in what was chosen in that menu", async () => {
    const { visitor, load } = await waiting("OpenRowMenu")
    await visitor.press("j", ".", "ArrowDown", "ArrowDown", "ArrowDown", "Enter")
    await visitor.page.keyboard.type("damaged")
    load()
    await visitor.paletteBox.waitFor()
    await expect.poll(() => visitor.paletteBox.inputValue()).toBe("damaged")
    await visitor.row("Damaged").waitFor()
  })

  it("answers what a command asks next, in the palette", async () => {
    const { visitor, load } = await waiting("registry", { path: locksOf(there.tenant) })
    await visitor.openPalette("set the unit of a lock")
    await visitor.row(/set the unit/i).waitFor()
    await visitor.press("Enter")
    await visitor.page.keyboard.type(there.tenant)
    await visitor.press("Enter")
    // Where nothing kept them, these would be typed behind the serial code.
    await visitor.page.keyboard.type("77")
    await visitor.press("Enter")
    load()
    await visitor.paletteBox.waitFor({ state: "detached" })
    await visitor.page.locator(".list-rows").getByText("77", { exact: true }).waitFor()
  })

  it("is a lock that is asked for before the locks are there", async () => {
    const visitor = await desk.visit({ role: Role.id.Admin, fresh: true })
    const load = await holdBack(visitor.page, /\/api\/locks(\/|\?|$)/)
    await visitor.goTo("/dashboard")
    await visitor.sees("Dashboard")
    await visitor.runs("Transfer a lock to another facility")
    await visitor.page.keyboard.type(there.available)
    await visitor.press("Enter")
    await visitor.reads("Locks are still loading.")
    // For the field that comes next; where nothing kept them, they would be typed behind the serial code.
    await visitor.page.keyboard.type("north")
    load()
    await expect.poll(() => visitor.paletteBox.inputValue()).toBe("north")
    await visitor.row("North Loop").waitFor()
  })

  it("is a facility that is asked for before the facilities are there", async () => {
    const visitor = await desk.visit({ role: Role.id.Admin, fresh: true })
    const load = await holdBack(visitor.page, /\/api\/facilities(\?|$)/)
    await visitor.goTo("/dashboard")
    await visitor.sees("Dashboard")
    await visitor.synced()
    await transfers(visitor, there.available, "north")
    await visitor.press("Enter")
    await visitor.reads("Facilities are still loading.")
    const answered = visitor.page.waitForResponse(/transfer-lock/)
    load()
    await answered
    await visitor.goTo(locksOf(there.available))
    await visitor.page.locator(".list-rows").getByText("North Loop").waitFor()
  })

  it("is the value of a filter, put right and applied", async () => {
    const { visitor, load } = await waiting("FilterPopover", { path: "/locks/manage_locks" })
    await visitor.page.locator('[title="Filter Serial Code"]').click()
    await visitor.page.keyboard.type(`${there.available}77`)
    await visitor.press("Backspace", "Backspace", "Enter")
    load()
    await visitor.reads(/^1 lock$/)
    await visitor.isAt(/filter=/)
  })

  it("shows and hides columns", async () => {
    const { visitor, load } = await waiting("GridPanel")
    await visitor.runs("choose the columns")
    await visitor.paletteBox.waitFor({ state: "detached" })
    await visitor.press("Tab", "Space")
    load()
    const boxes = visitor.page.locator("[data-part=columns] input")
    await boxes.first().waitFor()
    await expect.poll(() => boxes.nth(2).isChecked()).toBe(false)
    await expect.poll(() => focused(visitor).getAttribute("type")).toBe("checkbox")
  })

  it("acts on the row that was peeked at", async () => {
    const { visitor, load } = await waiting("PeekDialog")
    await visitor.press("j", "Space", "Enter")
    load()
    await visitor.isAt(/^\/locks\/\d+/)
  })

  it("filters the cheat sheet", async () => {
    const { visitor, load } = await waiting("CheatSheet")
    await visitor.press("?")
    await visitor.page.keyboard.type("peek")
    load()
    await expect.poll(() => visitor.page.locator(".sheet input").first().inputValue()).toBe("peek")
  })

  it("is written into a request for support, field by field", async () => {
    const { visitor, load } = await waiting("SupportDialog", { path: "/dashboard" })
    await visitor.runs("contact support")
    await visitor.paletteBox.waitFor({ state: "detached" })
    await visitor.page.keyboard.type("Gate Is Stuck")
    load()
    await expect.poll(() => focused(visitor).inputValue()).toBe("Gate Is Stuck")
  })

  it("finds a company to act for", async () => {
    const { visitor, load } = await waiting("CompanyPicker", { role: Role.id.SuperAdmin, path: "/dashboard" })
    await visitor.does("companies.actFor").first().click()
    await visitor.page.keyboard.type("othr")
    await visitor.press("ArrowLeft")
    await visitor.page.keyboard.type("e")
    load()
    await expect.poll(() => focused(visitor).inputValue()).toBe("other")
  })

  it("stays in order with what is typed while it is handed over", async () => {
    const { visitor, load } = await waiting("CheatSheet")
    await visitor.press("?")
    const text = "show the keys of everything that there is on this screen"
    await visitor.page.keyboard.type(text.slice(0, 30))
    load()
    await visitor.page.keyboard.type(text.slice(30))
    await expect.poll(() => visitor.page.locator(".sheet input").first().inputValue()).toBe(text)
  })

  it.each([
    ["OpenRowMenu", ["j", "."], ".row-menu"],
    ["PeekDialog", ["j", "Space"], ".peek"],
    ["CheatSheet", ["?"], ".sheet"],
    ["Inbox", ["n"], "[role=dialog]"]
  ])("is forgotten with Esc, which gives the part up: %s", async (part, opening, selector) => {
    const { visitor, load } = await waiting(part)
    await visitor.press(...opening, "x", "Enter", "Escape")
    load()
    await visitor.press("/")
    await visitor.page.keyboard.type("x")
    await visitor.settled()
    expect(await visitor.page.locator(selector).count()).toBe(0)
    expect(await focused(visitor).inputValue()).toMatch(/x/)
    expect(new URL(visitor.page.url()).pathname).toBe("/locks/manage_locks")
  })

  it("is forgotten with a click elsewhere, which gives the part up", async () => {
    const { visitor, load } = await waiting("CheatSheet")
    await visitor.press("?", "x")
    await visitor.page.locator("h1").click()
    load()
    await visitor.press("/")
    await visitor.page.keyboard.type("y")
    await visitor.settled()
    expect(await visitor.page.locator(".sheet").count()).toBe(0)
    expect(await focused(visitor).inputValue()).toMatch(/^[^x]*y$/)
  })
})

describe("what is entered in the palette before its list is loaded", () => {
  const lists = { facilities: /\/api\/facilities(\?|$)/, locks: /\/api\/locks(\/|\?|$)/ }

  /** Somebody on a phone, in the dark, of whose lists one is not answered before `answer` says how. */
  const early = async (list: keyof typeof lists) => {
    const visitor = await desk.visit({
      role: Role.id.Admin,
      fresh: true,
      viewport: { width: 320, height: 640 },
      colorScheme: "dark"
    })
    const answer = await answering(visitor.page, lists[list])
    await visitor.goTo("/dashboard")
    await visitor.sees("Dashboard")
    if (list !== "locks") await visitor.synced()
    return { visitor, answer }
  }
  const asked = (visitor: Visitor) => visitor.page.locator(".palette-chip").first().innerText()
  const refusal = ({ page }: Visitor) => page.locator(".palette-refused")

  it("is given up with Esc, kept, and not carried out later; another Esc closes the palette", async () => {
    const { visitor, answer } = await early("facilities")
    await transfers(visitor, there.available, "north")
    await visitor.press("Enter")
    await visitor.reads("Facilities are still loading. Your entry is used when they have loaded.")
    expect(await layoutFaults(visitor.page)).toEqual([])
    await visitor.press("x", "Escape")
    await visitor.readsNoMore("Facilities are still loading.")
    expect(await visitor.paletteBox.inputValue()).toBe("north")
    answer("comes")
    await visitor.row("North Loop").waitFor()
    expect([await visitor.paletteBox.inputValue(), await asked(visitor)]).toEqual([
      "north",
      expect.stringMatching(/facility/i)
    ])
    await visitor.press("Escape")
    await visitor.paletteBox.waitFor({ state: "detached" })
  })

  it("is refused in words and kept where it turns out to be wrong, without what was typed behind it", async () => {
    const { visitor, answer } = await early("facilities")
    await transfers(visitor, there.available, "nowhere")
    await visitor.press("Enter")
    await visitor.reads("Facilities are still loading.")
    await visitor.page.keyboard.type("99")
    answer("comes")
    await refusal(visitor).filter({ hasText: "No facility matches 'nowhere'." }).waitFor()
    await visitor.readsNoMore("Facilities are still loading.")
    expect(await visitor.paletteBox.inputValue()).toBe("nowhere")
    expect(await layoutFaults(visitor.page)).toEqual([])
  })

  it("is kept where the list does not load, and works at the next Enter once it does", async () => {
    const { visitor, answer } = await early("facilities")
    visitor.expects(/500|ERR_CONNECTION_REFUSED/)
    await transfers(visitor, there.damaged, "maple")
    for (const how of ["fails", "lost"] as const) {
      answer("late")
      await visitor.press("Enter")
      await visitor.reads("Facilities are still loading.")
      expect(await refusal(visitor).innerText()).toBe("")
      answer(how)
      await refusal(visitor)
        .filter({ hasText: /^Facilities didn't load\. .+ Press Enter to try again\.$/ })
        .waitFor()
      await visitor.readsNoMore("Facilities are still loading.")
      expect(await visitor.paletteBox.inputValue()).toBe("maple")
      expect(await layoutFaults(visitor.page)).toEqual([])
    }
    const moved = visitor.page.waitForResponse(/transfer-lock/)
    answer("comes")
    await visitor.press("Enter")
    await moved
    await visitor.paletteBox.waitFor({ state: "detached" })
  })

  it("is a lock whose list does not load, until it does", async () => {
    const { visitor, answer } = await early("locks")
    visitor.expects(/500/)
    await visitor.runs("Transfer a lock to another facility")
    await visitor.page.keyboard.type(there.available)
    await visitor.press("Enter")
    await visitor.reads("Locks are still loading.")
    answer("fails")
    await refusal(visitor)
      .filter({ hasText: /^Locks didn't load\. / })
      .waitFor()
    expect(await visitor.paletteBox.inputValue()).toBe(there.available)
    answer("comes")
    await visitor.press("Enter")
    await visitor.row("North Loop").waitFor()
  })

  it("is a line: a command with a lock, done once the locks are there", async () => {
    const { visitor, answer } = await early("locks")
    await visitor.openPalette(`status ${there.next.slice(0, 4)} ${there.next.slice(4)} lost`)
    await visitor.press("Enter")
    await visitor.reads("Locks are still loading.")
    expect(await layoutFaults(visitor.page)).toEqual([])
    const changed = visitor.page.waitForResponse(/update-lock/)
    answer("comes")
    await changed
    await visitor.paletteBox.waitFor({ state: "detached" })
  })

  it("is a line about a lock that turns out not to be there: it says so and is kept", async () => {
    const { visitor, answer } = await early("locks")
    await visitor.openPalette(`status ${there.unknown} lost`)
    await visitor.press("Enter")
    await visitor.reads("Locks are still loading.")
    answer("comes")
    await refusal(visitor).filter({ hasText: "There is no lock 7777 7777 in your list." }).waitFor()
    expect(await visitor.paletteBox.inputValue()).toBe(`status ${there.unknown} lost`)
  })

  it("is an argument with the name of a facility: nothing is asked for that was given", async () => {
    const { visitor, answer } = await early("facilities")
    await visitor.openPalette("> test fms facilities=maple")
    await visitor.row("Test FMS").waitFor()
    await visitor.press("Enter")
    await visitor.reads("Facilities are still loading.")
    const tested = visitor.page.waitForRequest(/run-integration-tests/)
    visitor.expects(/422/)
    answer("comes")
    expect((await tested).postDataJSON()).toEqual({ facilityIDs: [expect.any(Number)] })
    await visitor.paletteBox.waitFor({ state: "detached" })
  })

  it("is a line with the name of a facility", async () => {
    const { visitor, answer } = await early("facilities")
    await visitor.openPalette("test fms maple")
    await visitor.press("Enter")
    await visitor.reads("Facilities are still loading.")
    const tested = visitor.page.waitForRequest(/run-integration-tests/)
    // It is connected to none.
    visitor.expects(/422/)
    answer("comes")
    expect((await tested).postDataJSON()).toEqual({ facilityIDs: [expect.any(Number)] })
    await visitor.paletteBox.waitFor({ state: "detached" })
  })
})
