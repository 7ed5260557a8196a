import { describe, expect, it } from "vitest"
import { Role } from "#core/auth/roles.ts"
import type { Visitor } from "../support/Visitor.ts"
import { desk, shareDeskWithNewPages } from "../support/shareDesk.ts"

shareDeskWithNewPages()

const minute = 60_000

/** The company's web timeout as the server returns it. */
const timeoutOf = async (token: string): Promise<number> => {
  const { json } = await desk.server.fetch("/api/auth/user", { token })
  return (json as { data: { clientTimeout: number } }).data.clientTimeout
}

const arrive = async (): Promise<readonly [Visitor, number]> => {
  const visitor = await desk.visit({ role: Role.id.CallCenterAgent })
  await visitor.context.clock.install()
  await visitor.goTo("/facilities")
  await visitor.sees("Facilities")
  await expect.poll(() => visitor.page.evaluate(() => localStorage.getItem("active"))).not.toBeNull()
  return [visitor, await timeoutOf(visitor.token ?? "")] as const
}

describe("an idle browser", () => {
  it("is warned a minute before the web timeout, and stays signed in on request", async () => {
    const [visitor, timeout] = await arrive()
    visitor.expects(/hub/i, /WebSocket/, /ERR_/)
    const stay = visitor.does("session.stay")
    await visitor.context.clock.fastForward(timeout - minute - 5_000)
    expect(await stay.count()).toBe(0)
    await visitor.context.clock.runFor(6_000)
    await stay.waitFor()
    await expect.poll(() => stay.evaluate((button) => button === document.activeElement)).toBe(true)
    await visitor.press("Enter")
    await stay.waitFor({ state: "detached" })
    await visitor.context.clock.runFor(2 * minute)
    expect(await stay.count()).toBe(0)
    await visitor.isAt("/facilities")
  })

  it("counts from when the clock was set back, and a key after a long sleep doesn't keep the session", async () => {
    const [visitor, timeout] = await arrive()
    visitor.expects(/401/, /hub/i, /WebSocket/, /ERR_/)
    const { clock } = visitor.context
    const time = () => visitor.page.evaluate(() => Date.now())
    await clock.setSystemTime((await time()) - 60 * minute)
    await clock.runFor(minute)
    await clock.fastForward(timeout - minute + 5_000)
    await visitor.does("session.stay").waitFor()
    await visitor.press("Enter")
    await visitor.does("session.stay").waitFor({ state: "detached" })
    // Timers don't run during a sleep.
    await clock.setSystemTime((await time()) + timeout + minute)
    await visitor.press("j")
    await visitor.isAt(/^\/signin\?redirect=%2Ffacilities/)
  })

  it("is signed out in all tabs without an answer, and returns to the same screen after sign-in", async () => {
    const [visitor, timeout] = await arrive()
    visitor.expects(/401/, /hub/i, /WebSocket/, /ERR_/)
    const other = await visitor.newTab("/dashboard")
    await other.getByRole("heading", { name: "Dashboard", exact: true }).waitFor()
    await visitor.context.clock.fastForward(timeout - 30_000)
    await visitor.does("session.stay").waitFor()
    await visitor.context.clock.runFor(28_000)
    // A toast is shown for five seconds. One tab's clock may run before the other's, so the last step is shorter than that.
    await Promise.all([
      other.getByText("You have been logged out. Please log back in.").first().waitFor(),
      visitor.context.clock.runFor(3_000)
    ])
    await visitor.isAt(/^\/signin\?redirect=%2Ffacilities/)
    await other.waitForURL((url) => url.pathname === "/signin")
    const status = async () => (await desk.server.fetch("/api/auth/user", { token: visitor.token ?? "" })).status
    // The screen doesn't wait until the server knows.
    await expect.poll(status).toBe(401)
  })

  it("counts activity in one tab for the other tabs", async () => {
    const [visitor, timeout] = await arrive()
    visitor.expects(/hub/i, /WebSocket/, /ERR_/)
    const other = await visitor.newTab("/dashboard")
    await other.getByRole("heading", { name: "Dashboard", exact: true }).waitFor()
    await visitor.context.clock.fastForward(timeout - 2 * minute)
    await other.keyboard.press("Shift")
    await visitor.context.clock.runFor(minute + 30_000)
    expect(await visitor.does("session.stay").count()).toBe(0)
    await visitor.isAt("/facilities")
  })

  it("stays signed in when another tab loses the time of the last activity, and is timed from then on", async () => {
    const [visitor, timeout] = await arrive()
    visitor.expects(/401/, /hub/i, /WebSocket/, /ERR_/)
    const other = await visitor.newTab("/dashboard")
    await other.getByRole("heading", { name: "Dashboard", exact: true }).waitFor()
    const heard = visitor.page.evaluate(() => new Promise((done) => addEventListener("storage", () => done(null))))
    await other.evaluate(() => localStorage.removeItem("active"))
    await heard
    expect(await visitor.page.evaluate(() => localStorage.getItem("authorization"))).toBe(visitor.token)
    await visitor.isAt("/facilities")
    await visitor.context.clock.fastForward(timeout - minute - 5_000)
    await visitor.context.clock.runFor(6_000)
    await visitor.does("session.stay").waitFor()
  })
})
