import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest"
import { Role } from "#core/auth/roles.ts"
import { codeOf, companies, there } from "../support/deskData.ts"
import type { Desk, VisitOptions } from "../support/Desk.ts"
import { openDesk } from "../support/openDesk.ts"
import type { Visitor } from "../support/Visitor.ts"

let desk: Desk
beforeAll(async () => {
  desk = await openDesk()
})
afterEach(() => desk.settle())
afterAll(() => desk.close())

const serial = there.overlocked
const code = codeOf(serial)
const alone = new RegExp(`(?<!\\d)${code}(?!\\d)`)

/** An agent in front of a revealed combination, on a clock that the test moves. */
const revealed = async (options: VisitOptions = {}): Promise<Visitor> => {
  const visitor = await desk.visit({ role: Role.id.CallCenterAgent, ...options })
  await visitor.context.clock.install()
  await visitor.goTo("/dashboard")
  await visitor.sees("Dashboard")
  await visitor.press(...serial, "Enter", "2")
  await visitor.reads(code)
  return visitor
}

describe("a revealed combination", () => {
  it("is shown for 30 seconds, counted down, and is then gone from the page", async () => {
    const visitor = await revealed()
    await visitor.reads("Tenant requested code")
    await visitor.context.clock.fastForward(20_000)
    const seconds = visitor.page.locator("[data-part=seconds]")
    await visitor.page.waitForFunction(() => Number(document.querySelector("[data-part=seconds]")?.textContent) <= 10)
    expect(Number(await seconds.textContent())).toBeGreaterThan(0)
    await visitor.reads(code)
    await visitor.context.clock.fastForward(10_500)
    await visitor.reads("****")
    expect(await visitor.page.content()).not.toMatch(alone)
  })

  it("is masked by Esc, by another window, and by the next lookup", async () => {
    const visitor = await revealed()
    await visitor.press("Escape")
    await visitor.readsNoMore(code)
    expect(await visitor.page.content()).not.toMatch(alone)

    await visitor.press("Escape", ...serial, "Enter", "2")
    await visitor.reads(code)
    await visitor.page.evaluate(() => dispatchEvent(new Event("blur")))
    await visitor.readsNoMore(code)
    expect(await visitor.page.content()).not.toMatch(alone)

    await visitor.press("Escape", ...serial, "Enter", "2")
    await visitor.reads(code)
    await visitor.press("5")
    await visitor.readsNoMore(code)
    expect(await visitor.page.content()).not.toMatch(alone)
  })

  it("is copied by y, and is kept nowhere", async () => {
    const visitor = await revealed({ permissions: ["clipboard-read", "clipboard-write"] })
    await visitor.press("y")
    await visitor.reads("Combination copied")
    expect(await visitor.page.evaluate(() => navigator.clipboard.readText())).toBe(code)
    await visitor.press("Escape", "Escape")
    const kept = await visitor.context.storageState({ indexedDB: true })
    expect(JSON.stringify(kept)).not.toMatch(alone)
    expect(await visitor.page.evaluate(() => JSON.stringify({ ...sessionStorage }))).not.toMatch(alone)
    expect(visitor.page.url()).not.toMatch(alone)
    expect(await visitor.page.content()).not.toMatch(alone)
  })

  it("leaves the dashboard as it was, and its views are counted", async () => {
    const visitor = await revealed()
    await visitor.does("layer.close").last().click()
    await visitor.page.getByRole("dialog").waitFor({ state: "detached" })
    await visitor.sees("Dashboard")
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

describe("the request", () => {
  it("wants a reason: a click chooses one, View asks; Other wants words", async () => {
    const visitor = await desk.visit({ role: Role.id.CallCenterAgent, path: "/dashboard" })
    await visitor.sees("Dashboard")
    await visitor.press(...serial, "Enter")
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

  it("closes by Cancel, by Esc and by a click beside it, and reveals nothing", async () => {
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
    expect(await visitor.page.content()).not.toMatch(alone)
  })

  it("closes by a click beside it from its first frame on, and not by text selected to beside it", async () => {
    const visitor = await desk.visit({ role: Role.id.CallCenterAgent, path: "/dashboard" })
    await visitor.sees("Dashboard")
    await visitor.press(...serial)
    await visitor.row(/4000.?1007/).waitFor()
    // One turn of the page: no timer has run between the key and the click.
    await visitor.page.evaluate(() => {
      const init = { bubbles: true, cancelable: true }
      document.activeElement?.dispatchEvent(new KeyboardEvent("keydown", { ...init, key: "Enter", code: "Enter" }))
      const veil = document.querySelector(".veil")
      if (veil === null) throw new Error("Enter opened no dialog")
      veil.dispatchEvent(new PointerEvent("pointerdown", init))
      veil.dispatchEvent(new MouseEvent("click", init))
    })
    await visitor.page.getByRole("dialog").waitFor({ state: "detached" })
    await visitor.press(...serial, "Enter")
    const within = await visitor.does("reveal.reason1").boundingBox()
    await visitor.page.mouse.move((within?.x ?? 0) + 5, (within?.y ?? 0) + 5)
    await visitor.page.mouse.down()
    await visitor.page.mouse.move(5, 790)
    await visitor.page.mouse.up()
    await visitor.press("2")
    await visitor.reads(code)
  })

  it("is refused to Restricted Personnel, with whom to ask", async () => {
    const visitor = await desk.visit({ role: Role.id.RestrictedPersonnel, path: "/dashboard" })
    visitor.expects(/403/)
    await visitor.sees("Dashboard")
    await visitor.press(...serial, "Enter")
    await visitor.reads("You do not have permissions to see lock codes. Please contact your supervisor.")
    expect(await visitor.page.content()).not.toMatch(alone)
  })

  it("is not made where the rules leave the combination open", async () => {
    const visitor = await desk.visit({ role: Role.id.Admin, company: companies.open, path: "/dashboard" })
    await visitor.sees("Dashboard")
    await visitor.press(..."60001007", "Enter")
    await visitor.reads(codeOf("60001007"))
  })

  it("says why it cannot be made while the server is away, and is made when it is back", async () => {
    const visitor = await desk.visit({ role: Role.id.CallCenterAgent, path: "/dashboard", fresh: true })
    visitor.expects(/ERR_/, /WebSocket/, /hub/i)
    await visitor.sees("Dashboard")
    await visitor.synced()
    desk.proxy.goDown()
    await visitor.press(...serial, "Enter")
    // The lock is found without the server.
    await visitor.reads("unit 1204")
    await visitor.press("2")
    await visitor.reads("The combination cannot be revealed: the server cannot be reached.")
    desk.proxy.comeBack()
    await visitor.press("2")
    await visitor.reads(code)
  })

  it("shows no late answer of a dialog that was closed", async () => {
    const visitor = await desk.visit({ role: Role.id.CallCenterAgent, path: "/dashboard" })
    await visitor.sees("Dashboard")
    desk.proxy.delay = ({ path }) => (path.includes("reveal") ? 1_000 : 0)
    await visitor.press(...serial, "Enter", "2", "Escape")
    await visitor.page.getByRole("dialog").waitFor({ state: "detached" })
    desk.proxy.delay = () => 0
    await visitor.press(...there.next, "Enter", "2")
    await visitor.reads(codeOf(there.next))
    expect(await visitor.page.content()).not.toMatch(alone)
  })
})
