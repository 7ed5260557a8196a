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

/** A visitor on a list of one lock. The chunk `part` doesn't load until `load` is called. */
const waiting = async (
  part: string,
  { role = Role.id.Admin, path = locksOf(there.available) }: { readonly role?: number; readonly path?: string } = {}
): Promise<{ readonly visitor: Visitor; readonly load: () => Promise<void> }> => {
  const visitor = await desk.visit({ role: role as typeof Role.id.Admin })
  const load = await holdBack(visitor, new RegExp(`/assets/${part}-[^/]*\\.js$`))
  await visitor.goTo(path)
  if (path.startsWith("/locks/")) await visitor.page.locator(".list-rows [role=row]").first().waitFor()
  else await visitor.sees("Dashboard")
  return { visitor, load }
}

const focused = ({ page }: Visitor) => page.locator("*:focus")

/** Names the lock to transfer in the palette, and types the destination facility. */
const transfers = async (visitor: Visitor, serial: string, facility: string): Promise<void> => {
  await visitor.runs("Transfer a lock to another facility")
  await visitor.page.keyboard.type(serial)
  await visitor.press("Enter")
  await visitor.page.keyboard.type(facility)
}

describe("keys typed while a chunk is loading", () => {
  it("choose an entry of the row menu", async () => {
    const { visitor, load } = await waiting("OpenRowMenu")
    await visitor.press("j", ".", "ArrowDown", "ArrowDown")
    await load()
    const second = visitor.page.locator(".row-menu [role=menuitem]").nth(1)
    await second.waitFor()
    await expect.poll(() => second.evaluate((entry) => entry === document.activeElement)).toBe(true)
  })

  it("continue in the command chosen from that menu", async () => {
    const { visitor, load } = await waiting("OpenRowMenu")
    await visitor.press("j", ".", "ArrowDown", "ArrowDown", "ArrowDown", "Enter")
    await visitor.page.keyboard.type("damaged")
    await load()
    await visitor.paletteBox.waitFor()
    await expect.poll(() => visitor.paletteBox.inputValue()).toBe("damaged")
    await visitor.row("Damaged").waitFor()
  })

  it("answer a command's next argument in the palette", async () => {
    const { visitor, load } = await waiting("registry", { path: locksOf(there.tenant) })
    await visitor.openPalette("set the unit of a lock")
    await visitor.row(/set the unit/i).waitFor()
    await visitor.press("Enter")
    await visitor.page.keyboard.type(there.tenant)
    await visitor.press("Enter")
    // Without buffering, these digits would be appended to the serial code.
    await visitor.page.keyboard.type("77")
    await visitor.press("Enter")
    await load()
    await visitor.paletteBox.waitFor({ state: "detached" })
    await visitor.page.locator(".list-rows").getByText("77", { exact: true }).waitFor()
  })

  it("can name a lock before the locks are loaded", async () => {
    const visitor = await desk.visit({ role: Role.id.Admin })
    const load = await holdBack(visitor, /\/api\/locks(\/|\?|$)/)
    await visitor.goTo("/dashboard")
    await visitor.sees("Dashboard")
    await visitor.runs("Transfer a lock to another facility")
    await visitor.page.keyboard.type(there.available)
    await visitor.press("Enter")
    await visitor.reads("Locks are still loading.")
    // For the next argument; without buffering, these letters would be appended to the serial code.
    await visitor.page.keyboard.type("north")
    await load()
    await expect.poll(() => visitor.paletteBox.inputValue()).toBe("north")
    await visitor.row("North Loop").waitFor()
  })

  it("can name a facility before the facilities are loaded", async () => {
    const visitor = await desk.visit({ role: Role.id.Admin })
    const load = await holdBack(visitor, /\/api\/facilities(\?|$)/)
    await visitor.goTo("/dashboard")
    await visitor.sees("Dashboard")
    await visitor.synced()
    await transfers(visitor, there.available, "north")
    await visitor.press("Enter")
    await visitor.reads("Facilities are still loading.")
    const answered = visitor.page.waitForResponse(/transfer-lock/)
    await load()
    await answered
    await visitor.goTo(locksOf(there.available))
    await visitor.page.locator(".list-rows").getByText("North Loop").waitFor()
  })

  it("enter, correct and apply a filter value", async () => {
    const { visitor, load } = await waiting("FilterPopover", { path: "/locks/manage_locks" })
    await visitor.page.locator('[title="Filter Serial Code"]').click()
    await visitor.page.keyboard.type(`${there.available}77`)
    await visitor.press("Backspace", "Backspace", "Enter")
    await load()
    await visitor.reads(/^1 lock$/)
    await visitor.isAt(/filter=/)
  })

  it("show and hide columns", async () => {
    const { visitor, load } = await waiting("GridPanel")
    await visitor.runs("choose the columns")
    await visitor.paletteBox.waitFor({ state: "detached" })
    await visitor.press("Tab", "Space")
    await load()
    const boxes = visitor.page.locator("[data-part=columns] input")
    await boxes.first().waitFor()
    await expect.poll(() => boxes.nth(2).isChecked()).toBe(false)
    await expect.poll(() => focused(visitor).getAttribute("type")).toBe("checkbox")
  })

  it("act on the peeked row", async () => {
    const { visitor, load } = await waiting("PeekDialog")
    await visitor.press("j", "Space", "Enter")
    await load()
    await visitor.isAt(/^\/locks\/\d+/)
  })

  it("filter the cheat sheet", async () => {
    const { visitor, load } = await waiting("CheatSheet")
    await visitor.press("?")
    await visitor.page.keyboard.type("peek")
    await load()
    await expect.poll(() => visitor.page.locator(".sheet input").first().inputValue()).toBe("peek")
  })

  it("fill in a support request", async () => {
    const { visitor, load } = await waiting("SupportDialog", { path: "/dashboard" })
    await visitor.runs("contact support")
    await visitor.paletteBox.waitFor({ state: "detached" })
    await visitor.page.keyboard.type("Gate Is Stuck")
    await load()
    await expect.poll(() => focused(visitor).inputValue()).toBe("Gate Is Stuck")
  })

  it("find a company to act for", async () => {
    const { visitor, load } = await waiting("CompanyPicker", { role: Role.id.SuperAdmin, path: "/dashboard" })
    await visitor.does("companies.actFor").first().click()
    await visitor.page.keyboard.type("othr")
    await visitor.press("ArrowLeft")
    await visitor.page.keyboard.type("e")
    await load()
    await expect.poll(() => focused(visitor).inputValue()).toBe("other")
  })

  it("stay in order with keys typed during the handover", async () => {
    const { visitor, load } = await waiting("CheatSheet")
    await visitor.press("?")
    const text = "show the keys of everything that there is on this screen"
    await visitor.page.keyboard.type(text.slice(0, 30))
    await load()
    await visitor.page.keyboard.type(text.slice(30))
    await expect.poll(() => visitor.page.locator(".sheet input").first().inputValue()).toBe(text)
  })

  it.each([
    ["OpenRowMenu", ["j", "."], ".row-menu"],
    ["PeekDialog", ["j", "Space"], ".peek"],
    ["CheatSheet", ["?"], ".sheet"],
    ["Inbox", ["n"], "[role=dialog]"]
  ])("are dropped by Esc, which also cancels opening: %s", async (part, opening, selector) => {
    const { visitor, load } = await waiting(part)
    await visitor.press(...opening, "x", "Enter", "Escape")
    await load()
    await visitor.press("/")
    await visitor.page.keyboard.type("x")
    await visitor.settled()
    expect(await visitor.page.locator(selector).count()).toBe(0)
    expect(await focused(visitor).inputValue()).toMatch(/x/)
    expect(new URL(visitor.page.url()).pathname).toBe("/locks/manage_locks")
  })

  it("are dropped by a click elsewhere, which also cancels opening", async () => {
    const { visitor, load } = await waiting("CheatSheet")
    await visitor.press("?", "x")
    await visitor.page.locator("h1").click()
    await load()
    await visitor.press("/")
    await visitor.page.keyboard.type("y")
    await visitor.settled()
    expect(await visitor.page.locator(".sheet").count()).toBe(0)
    expect(await focused(visitor).inputValue()).toMatch(/^[^x]*y$/)
  })
})

describe("palette entries made before their list is loaded", () => {
  const lists = {
    facilities: /\/api\/facilities(\?|$)/,
    locks: /\/api\/locks(\/|\?|$)/,
    apiKeys: /\/api\/companies\/api-keys(\?|$)/
  }

  /** A visitor on a phone in dark mode. The given list isn't answered until `answer` says how. */
  const early = async (list: keyof typeof lists) => {
    const visitor = await desk.visit({
      role: Role.id.Admin,
      viewport: { width: 320, height: 640 },
      colorScheme: "dark"
    })
    const answer = await answering(visitor, lists[list])
    await visitor.goTo("/dashboard")
    await visitor.sees("Dashboard")
    if (list !== "locks") await visitor.synced()
    return { visitor, answer }
  }
  const asked = (visitor: Visitor) => visitor.page.locator(".palette-chip").first().innerText()
  const refusal = ({ page }: Visitor) => page.locator(".palette-refused")

  it("are canceled by Esc, which keeps the text; another Esc closes the palette", async () => {
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

  it("are refused with a message and kept when they turn out invalid, without the keys typed after them", async () => {
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

  it("are kept when the list fails to load, and run at the next Enter after it loads", async () => {
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

  it("can be a lock while the lock list keeps failing, until it loads", async () => {
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

  it("can be a command line with a lock, which runs when the locks are loaded", async () => {
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

  it("are kept with a message when the line names an unknown lock", async () => {
    const { visitor, answer } = await early("locks")
    await visitor.openPalette(`status ${there.unknown} lost`)
    await visitor.press("Enter")
    await visitor.reads("Locks are still loading.")
    answer("comes")
    await refusal(visitor).filter({ hasText: "There is no lock 7777 7777 in your list." }).waitFor()
    expect(await visitor.paletteBox.inputValue()).toBe(`status ${there.unknown} lost`)
  })

  it("can be an argument with a facility name; given arguments are not asked for again", async () => {
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

  it.each([
    ["revoke", "Gate sync"],
    ["api key", "Front gate"]
  ])("can be an argument with the name of an API key, after '%s'", async (words, name) => {
    const admin = await desk.server.enter("acme", Role.id.Admin)
    const key = { name, facilityIds: [], allFacilities: true, isActive: true }
    await desk.server.call(admin, (api) => api.apiKeys.add({ query: {}, payload: key }))
    const { visitor, answer } = await early("apiKeys")
    await visitor.openPalette(`> ${words} id="${name.toLowerCase()}"`)
    await visitor.row("Revoke an API key").click()
    await visitor.reads("API keys are still loading.")
    answer("comes")
    await visitor.row(`Yes: Revoke an API key: ${name}`).waitFor()
  })

  it("can be a command line with a facility name", async () => {
    const { visitor, answer } = await early("facilities")
    await visitor.openPalette("test fms maple")
    await visitor.press("Enter")
    await visitor.reads("Facilities are still loading.")
    const tested = visitor.page.waitForRequest(/run-integration-tests/)
    // The facility has no FMS connection.
    visitor.expects(/422/)
    answer("comes")
    expect((await tested).postDataJSON()).toEqual({ facilityIDs: [expect.any(Number)] })
    await visitor.paletteBox.waitFor({ state: "detached" })
  })
})
