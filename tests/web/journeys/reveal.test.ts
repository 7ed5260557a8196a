import { Effect } from "effect"
import { SqlClient } from "effect/sql"
import { describe, expect, it } from "vitest"
import { Role } from "#core/auth/roles.ts"
import { alone } from "../support/alone.ts"
import { codeOf, companies, there } from "../support/deskData.ts"
import { holdBack } from "../support/holdBack.ts"
import { desk, shareDesk } from "../support/shareDesk.ts"
import type { Visitor } from "../support/Visitor.ts"

shareDesk()

const serial = there.overlocked
const code = codeOf(serial)

/** An agent looking at a revealed combination, on a clock the test controls. */
const revealed = async (): Promise<Visitor> => {
  const visitor = await desk.visit({ role: Role.id.CallCenterAgent })
  await visitor.context.clock.install()
  await visitor.goTo("/dashboard")
  await visitor.sees("Dashboard")
  await visitor.press(...serial, "Enter", "2")
  await visitor.reads(code)
  return visitor
}

/** An agent on the dashboard, who may copy. */
const visitWithClipboard = (): Promise<Visitor> =>
  desk.visit({
    role: Role.id.CallCenterAgent,
    path: "/dashboard",
    permissions: ["clipboard-read", "clipboard-write"]
  })

describe("a revealed combination", () => {
  it("is shown for 30 seconds with a countdown, and masked then, by Esc, on window blur and by the next lookup", async () => {
    const visitor = await revealed()
    const again = async () => {
      await visitor.pressAtOnce(["Escape", ...serial, "Enter"])
      await visitor.does("reveal.reason1").waitFor()
      await visitor.press("2")
      await visitor.reads(code)
    }
    await visitor.reads("Tenant requested code")
    // The countdown doesn't follow a clock that is set back.
    await visitor.context.clock.setSystemTime(await visitor.page.evaluate(() => Date.now() - 3_600_000))
    await visitor.context.clock.fastForward(20_000)
    const seconds = visitor.page.locator("[data-part=seconds]")
    await visitor.page.waitForFunction(() => Number(document.querySelector("[data-part=seconds]")?.textContent) <= 10)
    expect(Number(await seconds.textContent())).toBeGreaterThan(0)
    await visitor.reads(code)
    await visitor.context.clock.fastForward(10_500)
    await visitor.reads("****")
    expect(await visitor.page.content()).not.toMatch(alone(code))

    await again()
    await visitor.press("Escape")
    await visitor.readsNoMore(code)
    expect(await visitor.page.content()).not.toMatch(alone(code))

    await again()
    await visitor.page.evaluate(() => dispatchEvent(new Event("blur")))
    await visitor.readsNoMore(code)
    expect(await visitor.page.content()).not.toMatch(alone(code))

    await again()
    await visitor.press("5")
    await visitor.readsNoMore(code)
    expect(await visitor.page.content()).not.toMatch(alone(code))
  })

  it("is copied by y, stored nowhere, counts as a view, and leaves the dashboard unchanged", async () => {
    const visitor = await visitWithClipboard()
    await visitor.sees("Dashboard")
    await visitor.press(...serial, "Enter", "2")
    await visitor.reads(code)
    await visitor.press("y")
    await visitor.reads("Combination copied")
    expect(await visitor.page.evaluate(() => navigator.clipboard.readText())).toBe(code)
    await visitor.does("layer.close").last().click()
    await visitor.page.getByRole("dialog").waitFor({ state: "detached" })
    await visitor.sees("Dashboard")
    expect(JSON.stringify(await visitor.stored())).not.toMatch(alone(code))
    expect(await visitor.page.evaluate(() => JSON.stringify({ ...sessionStorage }))).not.toMatch(alone(code))
    expect(visitor.page.url()).not.toMatch(alone(code))
    expect(await visitor.page.content()).not.toMatch(alone(code))
    await visitor.openPalette(serial.slice(0, 7))
    await visitor.row(/4000.?1007/).click()
    await visitor.isAt(/^\/locks\/\d+$/)
    await visitor.page
      .getByTitle(/Viewed \d+ time\(s\)/)
      .or(visitor.page.getByText(/Viewed \d+ time\(s\)/))
      .first()
      .waitFor()
  })
})

describe("a key pressed the moment the combination appears", () => {
  it("already acts on it", async () => {
    const visitor = await visitWithClipboard()
    await visitor.sees("Dashboard")
    await visitor.page.evaluate(() => {
      const watch = new MutationObserver(() => {
        if (document.querySelector("[data-part=combination]") === null) return
        watch.disconnect()
        const key = { key: "y", code: "KeyY", bubbles: true, cancelable: true }
        ;(document.activeElement ?? document.body).dispatchEvent(new KeyboardEvent("keydown", key))
      })
      watch.observe(document.body, { childList: true, subtree: true })
    })
    await visitor.press(...serial, "Enter", "2")
    await visitor.reads("Combination copied")
    expect(await visitor.page.evaluate(() => navigator.clipboard.readText())).toBe(code)
  })
})

describe("the reveal request", () => {
  it("needs a reason: a click selects one, View submits, and Other needs text; a late response is dropped", async () => {
    const visitor = await desk.visit({ role: Role.id.CallCenterAgent, path: "/dashboard" })
    await visitor.sees("Dashboard")
    desk.proxy.delay = ({ path }) => (path.includes("reveal") ? 1_000 : 0)
    await visitor.press(...serial, "Enter", "2", "Enter", "Escape")
    await visitor.page.getByRole("dialog").waitFor({ state: "detached" })
    desk.proxy.delay = () => 0
    await visitor.press(...there.next, "Enter", "2")
    await visitor.reads(codeOf(there.next))
    expect(await visitor.page.content()).not.toMatch(alone(code))

    await visitor.press("Escape", "Escape", ...serial, "Enter")
    const view = visitor.does("form.submit")
    await view.waitFor()
    expect(await view.getAttribute("aria-disabled")).toBe("true")
    await visitor.does("reveal.reason5").click()
    const words = visitor.page.getByPlaceholder("Please explain your reason")
    await words.fill("   ")
    expect(await view.getAttribute("aria-disabled")).toBe("true")
    await words.fill("Gate left open 12345678")
    await visitor.press("Control+Enter")
    await visitor.reads(code)
    await visitor.reads("Gate left open")
  })

  it("closes by Cancel, Esc and a click outside, from its first frame on, without revealing anything, but not when a text selection ends outside", async () => {
    const visitor = await desk.visit({ role: Role.id.CallCenterAgent, path: "/dashboard" })
    await visitor.sees("Dashboard")
    const open = async () => {
      await visitor.press(...serial, "Enter")
      await visitor.does("reveal.reason1").waitFor()
    }
    const closed = () => visitor.page.getByRole("dialog").waitFor({ state: "detached" })
    await open()
    await visitor.does("layer.close").filter({ hasText: "Cancel" }).click()
    await closed()
    await open()
    await visitor.press("Escape")
    await closed()
    await open()
    await visitor.page.mouse.click(5, 790)
    await closed()
    expect(await visitor.page.content()).not.toMatch(alone(code))
    await visitor.press(...serial)
    await visitor.row(/4000.?1007/).waitFor()
    // In one task, so no timer runs between the key and the click. The dialog's chunk has been loaded above.
    await visitor.page.evaluate(() => {
      const init = { bubbles: true, cancelable: true }
      document.activeElement?.dispatchEvent(new KeyboardEvent("keydown", { ...init, key: "Enter", code: "Enter" }))
      const veil = document.querySelector(".veil")
      if (veil === null) throw new Error("Enter opened no dialog")
      veil.dispatchEvent(new PointerEvent("pointerdown", init))
      veil.dispatchEvent(new MouseEvent("click", init))
    })
    await closed()
    await open()
    const within = await visitor.does("reveal.reason1").boundingBox()
    await visitor.page.mouse.move((within?.x ?? 0) + 5, (within?.y ?? 0) + 5)
    await visitor.page.mouse.down()
    await visitor.page.mouse.move(5, 790)
    await visitor.page.mouse.up()
    await visitor.press("2")
    await visitor.reads(code)
  })

  it("is refused to Restricted Personnel, and says whom to ask", async () => {
    const visitor = await desk.visit({ role: Role.id.RestrictedPersonnel, path: "/dashboard" })
    visitor.expects(/403/)
    await visitor.sees("Dashboard")
    await visitor.press(...serial, "Enter")
    const denied = visitor.page.locator("[role=dialog].reveal")
    await denied.getByText("You do not have permissions to see lock codes. Please contact your supervisor.").waitFor()
    await denied.getByText("****").waitFor()
    await visitor.press("Escape")
    await denied.waitFor({ state: "detached" })
    // The same from a list row, and from the lock's page.
    await visitor.goTo(`/locks/manage_locks?search=${serial}`)
    await visitor.reads("1 lock")
    await visitor.press("j", "r")
    await denied.getByText("****").waitFor()
    await visitor.press("Escape", "Enter")
    await visitor.isAt(/^\/locks\/\d+$/)
    await visitor.does("locks.reveal").first().click({ force: true })
    await denied.getByText("****").waitFor()
    expect(await visitor.page.content()).not.toMatch(alone(code))
  })

  it("is skipped where the rules show the combination", async () => {
    const visitor = await desk.visit({ role: Role.id.Admin, company: companies.open, path: "/dashboard" })
    await visitor.sees("Dashboard")
    await visitor.press(..."60001007", "Enter")
    await visitor.reads(codeOf("60001007"))
  })

  it("explains an offline server, and succeeds when it is back", async () => {
    const visitor = await desk.visit({ role: Role.id.CallCenterAgent, path: "/dashboard", fresh: true })
    visitor.expects(/ERR_/, /WebSocket/, /hub/i)
    await visitor.sees("Dashboard")
    await visitor.synced()
    desk.proxy.goDown()
    await visitor.press(...serial, "Enter")
    // The lock is found without the server.
    await visitor.reads("unit 1204")
    await visitor.press("2")
    await visitor.reads("Can't reveal the combination: we couldn't reach the server.")
    desk.proxy.comeBack()
    await visitor.press("2")
    await visitor.reads(code)
  })
})

describe("a reason digit", () => {
  /** How often a lock was revealed, from its view count. */
  const revealsOf = (of: string): Promise<number> =>
    desk.server.run(
      Effect.gen(function* () {
        const sql = yield* SqlClient.SqlClient
        const rows = yield* sql<{ view_count: number }>`SELECT view_count FROM locks WHERE serial = ${of}`
        return rows[0]?.view_count ?? 0
      })
    )
  const atReasons = async (): Promise<Visitor> => {
    const visitor = await desk.visit({ role: Role.id.CallCenterAgent })
    await visitor.context.clock.install()
    await visitor.goTo("/dashboard")
    await visitor.sees("Dashboard")
    await visitor.synced()
    await visitor.press(...serial, "Enter")
    await visitor.does("reveal.reason1").waitFor()
    // From here on, only the test advances the page's clock.
    await visitor.context.clock.pauseAt(Date.now() + 3_600_000)
    return visitor
  }
  const chosen = ({ page }: Visitor) => page.getByRole("radio", { checked: true }).innerText()
  const gone = ({ page }: Visitor) => page.locator("[role=dialog].reveal").waitFor({ state: "detached" })

  /** Closes the combination, or the dialog, and asks for the same lock again. */
  const again = async (visitor: Visitor): Promise<void> => {
    await visitor.press("Escape", "Escape")
    await gone(visitor)
    await visitor.pressAtOnce([...serial, "Enter"])
    await visitor.does("reveal.reason1").waitFor()
  }

  it("is shown as selected immediately, and sent after 300 ms or immediately by Enter, with focus anywhere", async () => {
    const visitor = await atReasons()
    const before = await revealsOf(serial)
    await visitor.press("2")
    expect(await chosen(visitor)).toContain("Tenant requested code")
    await visitor.context.clock.runFor(299)
    await visitor.does("reveal.reason2").waitFor()
    expect(await revealsOf(serial)).toBe(before)
    await visitor.context.clock.runFor(1)
    await visitor.reads(code)
    expect(await revealsOf(serial)).toBe(before + 1)

    await again(visitor)
    await visitor.tabTo(visitor.does("layer.close").first())
    await visitor.press("3", "Enter")
    await visitor.reads("Accidentally closed lock")
    await visitor.reads(code)
  })

  it("starts the next lookup when another digit follows, without revealing or recording anything", async () => {
    const visitor = await atReasons()
    const before = await revealsOf(serial)
    const [first = "", second = "", ...others] = there.next
    await visitor.press(first, second)
    expect(await visitor.paletteBox.inputValue()).toBe(first + second)
    await gone(visitor)
    await visitor.context.clock.runFor(1_000)
    await visitor.press(...others, "Enter")
    await visitor.reads("unit 1205")
    // A scanner sends the next serial code all at once.
    await visitor.pressAtOnce([..."40001023", "Enter"])
    await visitor.reads("Reveal the combination of lock 40001023")
    await visitor.context.clock.runFor(1_000)
    expect(await visitor.page.getByRole("radio", { checked: true }).count()).toBe(0)
    expect(await revealsOf(serial)).toBe(before)
    expect(await revealsOf("40001023")).toBe(0)

    // So does the text field of Other.
    await again(visitor)
    const words = visitor.page.getByPlaceholder("Please explain your reason")
    await visitor.press("5")
    await visitor.page.keyboard.type("Gate 7 left open")
    expect(await words.inputValue()).toBe("Gate 7 left open")
    await visitor.pressAtOnce([...there.next, "Enter"])
    await visitor.reads("unit 1205")
    await visitor.press("5", "4")
    expect(await visitor.paletteBox.inputValue()).toBe("54")
    await visitor.context.clock.runFor(1_000)
    expect(await revealsOf(serial)).toBe(before)
  })

  it("is dropped by Esc, the palette or a click, and by other keys until Enter sends the selected reason", async () => {
    const visitor = await atReasons()
    const before = await revealsOf(serial)
    await visitor.press("2")
    await visitor.does("reveal.reason4").click()
    await visitor.context.clock.runFor(1_000)
    expect(await chosen(visitor)).toContain("Applied lock to wrong unit")
    await visitor.press("1", "Control+k")
    await visitor.paletteBox.waitFor()
    await gone(visitor)
    await visitor.press("Escape", ...serial, "Enter")
    await visitor.does("reveal.reason1").waitFor()
    await visitor.press("1", "Escape")
    await gone(visitor)
    await visitor.context.clock.runFor(1_000)
    expect(await revealsOf(serial)).toBe(before)

    for (const [nth, key] of ["Backspace", "ArrowUp", "Tab", "j"].entries()) {
      await again(visitor)
      // At once: on a busy machine, 300 ms may pass between two separate presses.
      await visitor.pressAtOnce(["4", key])
      await visitor.context.clock.runFor(1_000)
      expect([key, await revealsOf(serial)]).toEqual([key, before + nth])
      await visitor.pressAtOnce(["2", "Enter"])
      // The list of reasons has the same words, so they don't show that it was sent.
      await expect.poll(() => revealsOf(serial)).toBe(before + nth + 1)
      await visitor.context.clock.runFor(1_000)
      expect([key, await revealsOf(serial)]).toEqual([key, before + nth + 1])
    }
  })
})

describe("a reveal while the dialog's chunk loads", () => {
  const held = async () => {
    const visitor = await desk.visit({ role: Role.id.CallCenterAgent })
    const load = await holdBack(visitor, /\/assets\/RevealDialog-/)
    await visitor.goTo("/dashboard")
    await visitor.sees("Dashboard")
    return { visitor, load }
  }

  it("uses the reason pressed meanwhile", async () => {
    const { visitor, load } = await held()
    await visitor.press(...serial, "Enter")
    await visitor.paletteBox.waitFor({ state: "detached" })
    await visitor.press("2", "Enter")
    await load()
    await visitor.reads(code)
    await visitor.reads("Tenant requested code")
  })

  it("blocks keys from the screen behind, and is canceled by Esc", async () => {
    const { visitor, load } = await held()
    await visitor.press(...serial, "Enter")
    await visitor.paletteBox.waitFor({ state: "detached" })
    await visitor.press("g", "j", "Escape", "n")
    await visitor.page.getByRole("dialog", { name: "Notices" }).waitFor()
    await load()
    expect(new URL(visitor.page.url()).pathname).toBe("/dashboard")
    expect(await visitor.page.locator(".dialog.reveal").count()).toBe(0)
  })

  it("sends the digit that was armed before the dialog loaded", async () => {
    const { visitor, load } = await held()
    await visitor.press(...serial, "Enter")
    await visitor.paletteBox.waitFor({ state: "detached" })
    await visitor.context.clock.pauseAt(Date.now() + 60_000)
    await visitor.press("2")
    await load()
    await visitor.page.locator(".dialog.reveal").waitFor()
    await visitor.context.clock.runFor(1_000)
    await visitor.reads(code)
    await visitor.reads("Tenant requested code")
  })
})
