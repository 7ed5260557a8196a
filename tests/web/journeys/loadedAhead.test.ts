import { describe, expect, it } from "vitest"
import { Role } from "#core/auth/roles.ts"
import { desk, shareDeskWithNewPages } from "../support/shareDesk.ts"

shareDeskWithNewPages()

describe("code that is loaded ahead", () => {
  it("waits while someone types or the device is offline, and comes afterwards", async () => {
    const visitor = await desk.visit({ role: Role.id.Admin, fresh: true })
    const { clock } = visitor.context
    await clock.install()
    await clock.pauseAt(Date.now() + 1_000)
    await visitor.goTo("/dashboard")
    // The page's time stands still, so run what its start needs, long before the first part is due.
    const heading = visitor.heading("Dashboard").first()
    await expect.poll(() => clock.runFor(20).then(() => heading.isVisible())).toBe(true)
    await visitor.page.waitForLoadState("networkidle")
    const asked: Array<string> = []
    visitor.page.on("request", (request) => {
      if (/\/assets\/.*\.js$/.test(request.url())) asked.push(request.url())
    })
    for (let keys = 0; keys < 20; keys++) {
      await visitor.press("Shift")
      await clock.runFor(500)
    }
    expect(asked).toEqual([])
    visitor.expects(/ERR_INTERNET_DISCONNECTED|WebSocket|negotiat/i)
    await visitor.setOffline(true)
    for (let times = 0; times < 20; times++) await clock.runFor(500)
    expect(asked).toEqual([])
    await visitor.setOffline(false)
    await expect.poll(() => clock.runFor(1_000).then(() => asked.length)).toBeGreaterThan(10)
  })
})
