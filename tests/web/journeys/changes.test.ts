import { describe, expect, it } from "vitest"
import { Role } from "#core/auth/roles.ts"
import { LockStatus } from "#core/locks/lockStatuses.ts"
import { there } from "../support/deskData.ts"
import { desk, shareDesk } from "../support/shareDesk.ts"

shareDesk()

describe("changing a lock", () => {
  it("is found in the palette by its title and undone with z", async () => {
    const visitor = await desk.visit({ role: Role.id.Admin, path: "/dashboard" })
    await visitor.sees("Dashboard")
    await visitor.synced()
    await visitor.openPalette("status:damaged 40001060")
    await visitor.row(/4000.?1060/).waitFor()
    await visitor.press("Control+.")
    await visitor.row("Set status").click()
    await visitor.page.getByRole("combobox", { name: "Set the status of a lock: Status" }).waitFor()
    await visitor.page.keyboard.type("lost")
    await visitor.row("Lost").waitFor()
    await visitor.press("Enter")
    await visitor.reads("4000 1060 is now Lost")
    await visitor.openPalette("status:lost 40001060")
    await visitor.row(/4000.?1060/).waitFor()
    await visitor.press("Enter")
    await visitor.page.getByRole("heading", { name: /Lock\s+4000\s*1060/ }).waitFor()
    const status = visitor.page.getByRole("main").getByLabel("Status", { exact: true })
    await expect.poll(() => status.inputValue(), { timeout: 15_000 }).toBe(String(LockStatus.id.Lost))
    // Without a response, the same change can be undone later.
    visitor.expects(/ERR_|WebSocket|fetch|refused request: 50/)
    desk.proxy.goDown()
    await visitor.press("z")
    await visitor.reads("Can't reach the server.")
    desk.proxy.comeBack()
    await visitor.press("z")
    await visitor.reads("Undone: '4000 1060 is now Lost'.")
    await expect.poll(() => status.inputValue(), { timeout: 15_000 }).toBe(String(LockStatus.id.Damaged))
    await visitor.press("z")
    await visitor.reads("There is nothing to undo.")
  })

  it("explains in advance why a rule refuses it", async () => {
    const visitor = await desk.visit({ role: Role.id.CallCenterAgent, path: "/dashboard" })
    await visitor.sees("Dashboard")
    await visitor.synced()
    await visitor.openPalette(there.next)
    await visitor.row(/4000.?1015/).waitFor()
    await visitor.press("Control+.")
    const row = visitor.row("Set unit")
    await row.getByText("Call Center Agents can't edit a lock's unit.").waitFor()
    // A refused row is aria-disabled; clicking it only shows the reason.
    await row.click({ force: true })
    expect(await visitor.page.getByRole("combobox", { name: "Set the unit of a lock: Unit" }).count()).toBe(0)
  })
})
