import { describe, expect, it } from "vitest"
import { Role, type RoleId } from "#core/auth/roles.ts"
import { there } from "../support/deskData.ts"
import { type Answering, answering, holdBack } from "../support/holdBack.ts"
import { desk, shareDeskWithNewPages } from "../support/shareDesk.ts"
import { layoutFaults } from "../support/unsound.ts"
import type { Visitor } from "../support/Visitor.ts"

shareDeskWithNewPages()

const locksOf = (search: string): string => `/locks/manage_locks?search=${search}`

/** A visitor on a list. These chunks don't load until `load` is called, for all or for one. */
const waiting = async (
  parts: string,
  { role = Role.id.Admin, path = locksOf(there.available) }: { readonly role?: RoleId; readonly path?: string } = {}
): Promise<{ readonly visitor: Visitor; readonly load: (part?: string) => Promise<void> }> => {
  const visitor = await desk.visit({ role })
  const chunk = (name: string): RegExp => new RegExp(`/assets/(${name})-[^/]*\\.js$`)
  const load = await holdBack(visitor, chunk(parts))
  await visitor.goTo(path)
  if (path.startsWith("/locks/")) await visitor.page.locator(".list-rows [role=row]").first().waitFor()
  else await visitor.sees("Dashboard")
  return { visitor, load: (part = parts) => load(chunk(part)) }
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
  it("set a filter, hide a column, run a command of the row menu, and act on the peeked row of a list", async () => {
    const { visitor, load } = await waiting("FilterPopover|GridPanel|OpenRowMenu|PeekDialog", {
      path: "/locks/manage_locks"
    })
    await visitor.page.locator('[title="Filter Serial Code"]').click()
    await visitor.page.keyboard.type(`${there.available}77`)
    await visitor.press("Backspace", "Backspace", "Enter")
    await load("FilterPopover")
    await visitor.reads(/^1 lock$/)
    await visitor.isAt(/filter=/)

    await visitor.runs("choose the columns")
    await visitor.paletteBox.waitFor({ state: "detached" })
    await visitor.press("Tab", "Space")
    await load("GridPanel")
    const boxes = visitor.page.locator("[data-part=columns] input")
    await boxes.first().waitFor()
    await expect.poll(() => boxes.nth(2).isChecked()).toBe(false)
    await expect.poll(() => focused(visitor).getAttribute("type")).toBe("checkbox")
    await visitor.press("Escape")
    await boxes.first().waitFor({ state: "detached" })

    await visitor.page.getByRole("grid").focus()
    await visitor.press("j", ".", "ArrowDown", "ArrowDown", "ArrowDown", "Enter")
    await visitor.page.keyboard.type("damaged")
    await load("OpenRowMenu")
    await visitor.paletteBox.waitFor()
    await expect.poll(() => visitor.paletteBox.inputValue()).toBe("damaged")
    await visitor.row("Damaged").waitFor()
    await visitor.press("Escape")
    await visitor.paletteBox.waitFor({ state: "detached" })

    await visitor.press("Space", "Enter")
    await load("PeekDialog")
    await visitor.isAt(/^\/locks\/\d+/)
  })

  it("go into the cheat sheet in order, also during the handover, into a company search and a support request", async () => {
    const { visitor, load } = await waiting("CheatSheet|CompanyPicker|SupportDialog", {
      role: Role.id.SuperAdmin,
      path: "/dashboard"
    })
    await visitor.press("?")
    const text = "show the keys of everything that there is on this screen"
    await visitor.page.keyboard.type(text.slice(0, 30))
    await load("CheatSheet")
    await visitor.page.keyboard.type(text.slice(30))
    const sheet = visitor.page.locator(".sheet input").first()
    await expect.poll(() => sheet.inputValue()).toBe(text)
    await visitor.press("Escape")
    await sheet.waitFor({ state: "detached" })

    await visitor.does("companies.actFor").first().click()
    await visitor.page.keyboard.type("thrxy")
    await visitor.press(
      "Shift+ArrowLeft",
      "Shift+ArrowLeft",
      "Delete",
      "ArrowLeft",
      "e",
      "Home",
      "o",
      "End",
      "ArrowRight"
    )
    await visitor.press("z", "Backspace")
    await load("CompanyPicker")
    await expect.poll(() => focused(visitor).inputValue()).toBe("other")
    await visitor.press("Escape")
    await visitor.page.getByRole("dialog").waitFor({ state: "detached" })

    await visitor.runs("contact support")
    await visitor.paletteBox.waitFor({ state: "detached" })
    await visitor.page.keyboard.type("Gate Is Stuck")
    await load("SupportDialog")
    await expect.poll(() => focused(visitor).inputValue()).toBe("Gate Is Stuck")
  })

  it("are dropped by Esc or a click elsewhere, which also cancels opening", async () => {
    const { visitor, load } = await waiting("OpenRowMenu|PeekDialog|CheatSheet|Inbox")
    /** The next key is a shortcut again, and isn't kept for what was being opened. */
    const isFree = async (): Promise<void> => {
      await visitor.press("/")
      await expect.poll(() => focused(visitor).getAttribute("placeholder")).toBe("Search Serial Code or Unit")
      await visitor.press("Escape")
    }
    for (const opening of [["j", "."], ["j", "Space"], ["?"], ["n"]]) {
      await visitor.press(...opening, "x", "Enter", "Escape")
      await isFree()
    }
    await visitor.press("?", "x")
    await visitor.page.locator("h1").click()
    await isFree()
    for (const part of ["OpenRowMenu", "PeekDialog", "CheatSheet", "Inbox"]) await load(part)
    await visitor.press("/")
    await visitor.page.keyboard.type("y")
    await visitor.settled()
    expect(await visitor.page.locator(".menu, .peek, .sheet, [role=dialog]").count()).toBe(0)
    expect(await focused(visitor).inputValue()).toMatch(/^[^x]*y$/)
    expect(new URL(visitor.page.url()).pathname).toBe("/locks/manage_locks")
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

  /** Presses Enter until its request is held. One that was under way before may still fail, which refuses the entry. */
  const asksAgain = async (visitor: Visitor, answer: Answering): Promise<void> => {
    const isRefused = async () => (await refusal(visitor).innerText()) !== ""
    answer("late")
    do {
      await visitor.press("Enter")
      await expect.poll(async () => answer.isHeld() || (await isRefused())).toBe(true)
    } while (await isRefused())
    await visitor.reads(" are still loading.")
  }

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

  it("are kept when the list fails to load; the next Enter loads it, and refuses a wrong entry without the keys after it", async () => {
    const { visitor, answer } = await early("facilities")
    visitor.expects(/500|ERR_CONNECTION_REFUSED/)
    await transfers(visitor, there.damaged, "nowhere")
    for (const how of ["fails", "lost"] as const) {
      await asksAgain(visitor, answer)
      answer(how)
      await refusal(visitor)
        .filter({ hasText: /^Facilities didn't load\. .+ Press Enter to try again\.$/ })
        .waitFor()
      await visitor.readsNoMore("Facilities are still loading.")
      expect(await visitor.paletteBox.inputValue()).toBe("nowhere")
      expect(await layoutFaults(visitor.page)).toEqual([])
    }
    await asksAgain(visitor, answer)
    await visitor.page.keyboard.type("99")
    answer("comes")
    await visitor.until(
      "the refusal of the entry",
      refusal(visitor).filter({ hasText: "No facility matches 'nowhere'." }).waitFor()
    )
    await visitor.readsNoMore("Facilities are still loading.")
    expect(await visitor.paletteBox.inputValue()).toBe("nowhere")
    expect(await layoutFaults(visitor.page)).toEqual([])
    const moved = visitor.page.waitForResponse(/transfer-lock/)
    await visitor.press("Control+a")
    await visitor.page.keyboard.type("maple")
    await visitor.press("Enter")
    await moved
    await visitor.paletteBox.waitFor({ state: "detached" })
  })

  it("can be a lock while the lock list keeps failing, until it loads; the next keys answer the next argument", async () => {
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
    await asksAgain(visitor, answer)
    // Without buffering, these letters would be appended to the serial code.
    await visitor.page.keyboard.type("north")
    answer("comes")
    await expect.poll(() => visitor.paletteBox.inputValue()).toBe("north")
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

  it("can be an argument with the name of an API key", async () => {
    const admin = await desk.server.enter("acme", Role.id.Admin)
    const key = { name: "Front gate", facilityIds: [], allFacilities: true, isActive: true }
    await desk.server.call(admin, (api) => api.apiKeys.add({ query: {}, payload: key }))
    const { visitor, answer } = await early("apiKeys")
    await visitor.openPalette('> api key id="front gate"')
    await visitor.row("Revoke an API key").click()
    await visitor.reads("API keys are still loading.")
    answer("comes")
    await visitor.row("Yes: Revoke an API key: Front gate").waitFor()
  })
})
