import { describe, expect, it } from "vitest"
import { Role } from "#core/auth/roles.ts"
import { codeOf, there } from "../support/deskData.ts"
import { desk, shareDesk } from "../support/shareDesk.ts"

shareDesk()

const role = Role.id.CallCenterAgent
const reason = "2"
const spelled = (serial: string) => [...serial, "Enter", reason]

describe("from a serial code to its combination", () => {
  it("takes ten keys from any screen", async () => {
    const visitor = await desk.visit({ role, path: "/dashboard" })
    for (const [path, heading] of [
      ["/dashboard", "Dashboard"],
      ["/locks/manage_locks", "Manage Locks"],
      ["/facilities", "Facilities"],
      ["/team/users", "Users"],
      ["/settings/general", "General settings"]
    ] as const) {
      await visitor.opens(path, heading)
      await visitor.forgetKeys()
      await visitor.press(...spelled(there.overlocked))
      await visitor.reads(codeOf(there.overlocked))
      expect([path, await visitor.keys()]).toEqual([path, spelled(there.overlocked)])
      expect(await visitor.keys()).toHaveLength(10)
      await visitor.press("Escape", "Escape")
      await visitor.page.getByRole("dialog").waitFor({ state: "detached" })
    }
  })

  it("takes eleven keys from inside a field, and keeps the field's text", async () => {
    const visitor = await desk.visit({ role, path: "/dashboard" })
    const box = visitor.page.getByPlaceholder("Search Serial Code or Unit")
    await box.fill("12")
    await visitor.forgetKeys()
    await visitor.press("Control+k", ...spelled(there.overlocked))
    await visitor.reads(codeOf(there.overlocked))
    expect(await visitor.keys()).toEqual(["k", ...spelled(there.overlocked)])
    expect(await visitor.keys()).toHaveLength(11)
    await visitor.press("Escape", "Escape")
    await visitor.page.getByRole("dialog").waitFor({ state: "detached" })
    expect(await box.inputValue()).toBe("12")
    expect(await box.evaluate((element) => element === document.activeElement)).toBe(true)
  })

  it("takes the first digit of the next caller for no reason, also if the page was too busy to get the second in time", async () => {
    const visitor = await desk.visit({ role, path: "/dashboard" })
    await visitor.sees("Dashboard")
    const clock = await visitor.fakeClock()
    await visitor.press(...there.overlocked, "Enter")
    await visitor.reads("Choose a reason first.")
    await clock.pauseAt(Date.now() + 60_000)
    const [first = "", ...others] = there.next
    await visitor.press(first)
    await clock.fastForward(400)
    await visitor.press(...others)
    await expect.poll(() => visitor.paletteBox.inputValue()).toBe(there.next)
    await visitor.press("Escape", ...spelled(there.overlocked))
    await clock.fastForward(400)
    await clock.fastForward(400)
    await visitor.reads(codeOf(there.overlocked))
  })

  it("takes ten keys for the next caller; the first digit masks the previous code", async () => {
    const visitor = await desk.visit({ role, path: "/dashboard" })
    await visitor.sees("Dashboard")
    await visitor.press(...spelled(there.overlocked))
    await visitor.reads(codeOf(there.overlocked))
    await visitor.forgetKeys()
    const [first = "", ...others] = spelled(there.next)
    await visitor.press(first)
    await visitor.readsNoMore(codeOf(there.overlocked))
    expect(await visitor.page.content()).not.toContain(codeOf(there.overlocked))
    await visitor.press(...others)
    await visitor.reads(codeOf(there.next))
    expect(await visitor.keys()).toHaveLength(10)
  })

  it.each([
    ["peeked at", ["j", "Space"]],
    ["in the menu of its row", ["j", ".", "ArrowDown", "ArrowDown"]]
  ])("reveals the typed lock while another is %s", async (_, before) => {
    const visitor = await desk.visit({ role, path: `/locks/manage_locks?search=${there.next}` })
    await visitor.sees("Manage Locks")
    await visitor.synced()
    await expect.poll(() => visitor.page.getByRole("row").count()).toBe(2)
    await visitor.press(...before)
    await visitor.page.locator("[role=dialog], [role=menu]").first().waitFor()
    await visitor.press(...there.overlocked, "Enter")
    await visitor.does("reveal.reason1").waitFor()
    await visitor.press(reason)
    await visitor.reads(codeOf(there.overlocked))
    expect(await visitor.page.content()).not.toContain(codeOf(there.next))
  })

  it("acts on the typed serial code, not on the listed row", async () => {
    const visitor = await desk.visit({ role, path: "/dashboard" })
    visitor.expects(/404/)
    await visitor.sees("Dashboard")
    // Seven digits list the lock; the eighth makes a different serial code, of no lock.
    await visitor.press(...there.overlocked.slice(0, 7))
    await visitor.row(/4000.?1007/).waitFor()
    await visitor.press("9", "Enter")
    const other = `${there.overlocked.slice(0, 7)}9`
    await visitor.reads(`Lock not found with serial code: ${other}`)
    expect(await visitor.page.getByLabel("Serial Code", { exact: true }).inputValue()).toBe(other)
    // The input keeps the text so it can be corrected.
    await visitor.press("Backspace", there.overlocked.slice(-1), "Enter")
    await visitor.does("reveal.reason1").waitFor()
    await visitor.press(reason)
    await visitor.reads(codeOf(there.overlocked))
  })

  it("reports another company's lock like an unknown one", async () => {
    const visitor = await desk.visit({ role, path: "/dashboard" })
    visitor.expects(/404/)
    await visitor.sees("Dashboard")
    await visitor.press(...there.foreign, "Enter")
    await visitor.reads(`Lock not found with serial code: ${there.foreign}`)
    // Eight more digits replace the serial code instead of extending it to sixteen.
    await visitor.press(...there.overlocked, "Enter")
    await visitor.reads("unit 1204")
  })
})

describe("the palette", () => {
  it("opens with Mod+K from anywhere, closes with Esc, and returns the focus", async () => {
    const visitor = await desk.visit({ role, path: "/dashboard" })
    const box = visitor.page.getByPlaceholder("Search Serial Code or Unit")
    await box.fill("12")
    await visitor.openPalette("loc")
    await visitor.press("Escape")
    await visitor.paletteBox.waitFor({ state: "detached" })
    expect(await box.evaluate((element) => element === document.activeElement)).toBe(true)
    // Typing continues at the cursor.
    await visitor.press("0")
    expect(await box.inputValue()).toBe("120")
  })

  it("finds locks by part of the serial code and by unit, without a request", async () => {
    const visitor = await desk.visit({ role, path: "/dashboard" })
    await visitor.sees("Dashboard")
    await visitor.synced()
    desk.proxy.refused = /^\/api\//
    visitor.expects(/ERR_/)
    await visitor.openPalette("4000 10")
    await visitor.row("1204").waitFor()
    expect(await visitor.row(/4000.?1007/).count()).toBe(1)
    await visitor.press("Control+a")
    await visitor.page.keyboard.type(":1205")
    await visitor.row(/4000.?1015/).waitFor()
  })

  it("opens screens, and explains why a disabled command is refused", async () => {
    const visitor = await desk.visit({ role, path: "/dashboard" })
    await visitor.sees("Dashboard")
    await visitor.runs("go to facilities")
    await visitor.isAt("/facilities")
    await visitor.openPalette("go to activate locks")
    const refused = visitor.row("Go to Activate Locks")
    await refused.waitFor()
    expect(await refused.innerText()).toMatch(/Insufficient Permissions: this needs Write on Activate Locks/)
    await visitor.press("Enter")
    await visitor.page.locator("[role=alert]", { hasText: "Insufficient Permissions" }).first().waitFor()
    await visitor.isAt("/facilities")
  })

  it("keeps the first digit, however late the palette renders", async () => {
    const visitor = await desk.visit({ role, path: "/dashboard" })
    await visitor.sees("Dashboard")
    await visitor.pressAtOnce([..."40001"])
    await visitor.paletteBox.waitFor()
    await expect.poll(() => visitor.paletteBox.inputValue()).toMatch(/^4000 ?1$/)
  })
})

describe("shortcuts", () => {
  it("navigate, and do nothing in a field", async () => {
    const visitor = await desk.visit({ role, path: "/dashboard" })
    await visitor.sees("Dashboard")
    await visitor.press("g", "f")
    await visitor.isAt("/facilities")
    await visitor.press("g", "d")
    await visitor.isAt("/dashboard")
    const box = visitor.page.getByPlaceholder("Search Serial Code or Unit")
    await box.focus()
    await visitor.page.keyboard.type("gf?n7")
    expect(await box.inputValue()).toBe("gf?n7")
    await visitor.isAt("/dashboard")
    expect(await visitor.page.getByRole("dialog").count()).toBe(0)
  })

  it("are listed by ?, which can find and run one", async () => {
    const visitor = await desk.visit({ role, path: "/dashboard" })
    await visitor.sees("Dashboard")
    await visitor.press("?")
    await visitor.page.getByRole("dialog").waitFor()
    await visitor.page.keyboard.type("go to facilities")
    await visitor.press("Enter")
    await visitor.isAt("/facilities")
  })
})
