import type { Request } from "playwright-core"
import { describe, expect, it } from "vitest"
import { Role } from "#core/auth/roles.ts"
import { there } from "../support/deskData.ts"
import { answering, holdBack } from "../support/holdBack.ts"
import { desk, shareDeskWithNewPages } from "../support/shareDesk.ts"
import type { Visitor } from "../support/Visitor.ts"

shareDeskWithNewPages()

const role = Role.id.CallCenterAgent
const away = [/ERR_/, /hub/i, /WebSocket/, /Can't reach the server/]

const reveal = async (serialCode: string): Promise<void> => {
  const token = await desk.server.enter("acme", Role.id.Admin)
  const { status } = await desk.server.fetch("/api/locks/reveal-unlock-code", {
    method: "POST",
    token,
    body: { serialCode, reason: "Remove Overlock" }
  })
  expect(status).toBe(200)
}

const lockOf = async (serial: string): Promise<{ readonly lockID: number; readonly viewCount: number }> => {
  const token = await desk.server.enter("acme", Role.id.Admin)
  const { json } = await desk.server.fetch(`/api/locks/search?filter=text%3D${serial}&count=1&page=1`, { token })
  const [lock] = (json as { data: ReadonlyArray<{ lockID: number; viewCount: number }> }).data
  return lock ?? expect.unreachable()
}

const viewed = ({ page }: Visitor, times: number) => {
  const words = `Viewed ${times} time(s)`
  return page.getByTitle(words).or(page.getByText(words)).first().waitFor()
}

/** A visitor at the dashboard, up to date, on a clock the test controls. */
const visitWithClock = async (): Promise<Visitor> => {
  const visitor = await desk.visit({ role })
  visitor.expects(...away)
  await visitor.context.clock.install()
  await visitor.goTo("/dashboard")
  await visitor.live()
  await visitor.synced()
  return visitor
}

describe("the live hub", () => {
  it("shows another browser's change without a reload, reports a disconnect, and catches up after reconnecting", async () => {
    const { lockID, viewCount } = await lockOf(there.damaged)
    const visitor = await desk.visit({ role, path: `/locks/${lockID}` })
    await visitor.until("the views of the lock", viewed(visitor, viewCount))
    await visitor.live()
    await reveal(there.damaged)
    await visitor.until("one view more", viewed(visitor, viewCount + 1))
    expect(visitor.unexpected()).toEqual([])
    visitor.expects(...away)
    desk.proxy.loseHub()
    await visitor.reads("Live updates are off")
    await reveal(there.damaged)
    desk.proxy.findHub()
    await visitor.page.getByRole("button", { name: "Try again now" }).click()
    await visitor.until("two views more", viewed(visitor, viewCount + 2))
    await visitor.readsNoMore("Live updates are off")
  }, 90_000)

  it("catches up when it first connects, also while the lock list is still loading", async () => {
    const { lockID, viewCount } = await lockOf(there.damaged)
    const visitor = await desk.visit({ role })
    visitor.expects(...away)
    desk.proxy.loseHub()
    await holdBack(visitor, /\/locks\/whole/)
    await visitor.goTo(`/locks/${lockID}`)
    await visitor.until("the views of the lock", viewed(visitor, viewCount))
    await visitor.reads("Live updates are off")
    await reveal(there.damaged)
    desk.proxy.findHub()
    await visitor.page.getByRole("button", { name: "Try again now" }).click()
    await visitor.until("one view more", viewed(visitor, viewCount + 1))
  })

  // The protocol's client comes as `esm`.
  it.each(["esm", "keepCurrent"])(
    "reports that its code (%s) failed to load, and connects once it loads",
    async (chunk) => {
      const visitor = await desk.visit({ role })
      visitor.expects(...away, /dynamically imported/)
      const answer = await answering(visitor, new RegExp(`/assets/${chunk}-`))
      answer("lost")
      await visitor.goTo("/dashboard")
      await visitor.reads("Live updates are off")
      answer("comes")
      await visitor.page.evaluate(() => dispatchEvent(new Event("online")))
      await visitor.live()
      await visitor.readsNoMore("Live updates are off")
    },
    90_000
  )
})

describe("an offline device", () => {
  it("loads the locks again when it is back, although the live hub stayed connected, also if its network doesn't work yet", async () => {
    const visitor = await visitWithClock()
    const { page } = visitor
    // Chromium keeps open connections when its network is turned off.
    await visitor.setOffline(true)
    await visitor.reads("This device is offline")
    const pulled = page.waitForEvent("requestfailed")
    await page.getByRole("button", { name: "Try again now" }).click()
    await pulled
    await visitor.setOffline(false)
    await visitor.readsNoMore(/last loaded/)

    await visitor.setOffline(true)
    await visitor.reads("This device is offline")
    await page.route("**/api/**", (route) => route.abort("internetdisconnected"))
    const failed = page.waitForEvent("requestfailed", (request) => request.url().includes("/api/locks"))
    await visitor.setOffline(false)
    await failed
    await page.unroute("**/api/**")
    await visitor.context.clock.fastForward(10_000)
    await visitor.readsNoMore(/last loaded/)
  })
})

describe("a server that answers all but one kind of request", () => {
  it("is asked again after a pause, not with every other answer", async () => {
    const visitor = await visitWithClock()
    const { page, context } = visitor
    await context.clock.pauseAt(Date.now() + 60_000)
    desk.proxy.refused = /^\/api\/locks(\/whole)?(\?|$)/
    let failed = 0
    page.on("requestfailed", (request) => {
      if (/\/api\/locks(\/whole)?(\?|$)/.test(request.url())) failed += 1
    })
    const first = page.waitForEvent("requestfailed")
    await page.evaluate(() => dispatchEvent(new Event("online")))
    await first
    // While its time stands still, the page has no reason to ask again.
    for (let times = 0; times < 40; times++) {
      await page.evaluate(() => fetch("/api/auth/store").then((answer) => answer.text()))
    }
    expect(failed).toBeLessThan(8)
    desk.proxy.refused = null
    await context.clock.fastForward(10_000)
    await visitor.readsNoMore(/last loaded/)
  })

  it("is asked less and less often, so that the error stays readable", async () => {
    const visitor = await visitWithClock()
    visitor.expects(/502/)
    let asked = 0
    await visitor.page.route(/\/api\/facilities(\?|$)/, (route) => {
      asked += 1
      return route.fulfill({ status: 502, contentType: "text/html", body: "Bad Gateway" })
    })
    // Pauses before retries are random.
    await visitor.page.addInitScript(() => {
      Math.random = () => 0.5
    })
    await visitor.page.reload()
    await visitor.goTo("/facilities")
    for (let times = 0; times < 20; times++) {
      await visitor.context.clock.runFor(3_000)
      await visitor.settled()
    }
    await visitor.page.getByRole("main").getByText("Lockdesk isn't available right now.").first().waitFor()
    expect(asked).toBeLessThan(25)
  })
})

describe("an offline server", () => {
  it("leaves the lookup working with the list's age, and keeps the input, and the session across a reload until it is back", async () => {
    const visitor = await desk.visit({ role, path: "/dashboard", fresh: true })
    visitor.expects(...away)
    await visitor.sees("Dashboard")
    await visitor.synced()
    desk.proxy.goDown()
    await visitor.openPalette("40001")
    await visitor.row(/4000.?1007/).waitFor()
    await visitor.until(
      "the age of the list",
      visitor.page
        .locator("dialog.palette")
        .getByText(/loaded/)
        .first()
        .waitFor()
    )
    desk.proxy.comeBack()
    expect(await visitor.paletteBox.inputValue()).toMatch(/^4000 ?1$/)
    desk.proxy.refused = /^\/api\//
    await visitor.page.reload()
    await visitor.reads("Can't reach the server.")
    desk.proxy.refused = null
    await visitor.sees("Dashboard")
  }, 90_000)

  it("is noticed soon after it is back, however long it was away, and at once by a key", async () => {
    const visitor = await visitWithClock()
    const { page, context } = visitor
    const pending = new Set<Request>()
    page.on("request", (request) => pending.add(request))
    page.on("requestfinished", (request) => pending.delete(request))
    page.on("requestfailed", (request) => pending.delete(request))
    const isAway = async () => {
      desk.proxy.goDown()
      await visitor.reads("Can't reach the server")
      for (let look = 0; look < 5; look++) {
        const failed = page.waitForEvent("requestfailed", { timeout: 10_000 })
        await context.clock.fastForward(5_000)
        await failed
      }
    }
    await isAway()
    desk.proxy.comeBack()
    await context.clock.fastForward(5_000)
    await visitor.live()
    await visitor.readsNoMore("Can't reach the server")
    await isAway()
    await context.clock.pauseAt(Date.now() + 120_000)
    // Until the last attempt has failed: a key during one only brings the next one forward, for which the clock would have to run.
    const requests = async (): Promise<number> => {
      const before = pending.size
      await page.evaluate(() => null)
      return before + pending.size
    }
    await expect.poll(requests).toBe(0)
    desk.proxy.comeBack()
    await visitor.press("Escape")
    await visitor.readsNoMore("Can't reach the server")
  })
})

describe("a list that fails to load", () => {
  it("is loaded again by its button", async () => {
    const visitor = await desk.visit({ role: Role.id.Admin, path: "/dashboard" })
    visitor.expects(/500/)
    // Joining the hub would load it again, too.
    await visitor.live()
    const answer = await answering(visitor, /\/api\/users(\?|$)/)
    answer("fails")
    await visitor.opens("/team/users", "Users")
    const again = visitor.does("page.reload")
    await again.waitFor()
    answer("late")
    await again.click()
    // The error stays readable meanwhile.
    await visitor.page.locator('[data-command="page.reload"][title="Loading…"]').waitFor()
    await visitor.page.getByRole("main").getByRole("alert").waitFor()
    answer("comes")
    await visitor.reads(/^\d+ users$/)
    expect(await again.count()).toBe(0)
  })
})

describe("a chunk that fails to load", () => {
  it("shows an error and a retry while the server is offline, and loads when it is back", async () => {
    const visitor = await desk.visit({ role })
    visitor.expects(...away, /dynamically imported/, /Failed to fetch/)
    const answer = await answering(visitor, /\/assets\/FacilitiesRoute-/)
    answer("lost")
    await visitor.goTo("/dashboard")
    await visitor.sees("Dashboard")
    desk.proxy.refused = /^\/api\//
    await visitor.press("g", "f")
    await visitor.reads("Can't reach the server.")
    await visitor.does("page.reload").first().waitFor()
    desk.proxy.refused = null
    answer("comes")
    await visitor.does("page.reload").first().click()
    await visitor.sees("Facilities")
  })

  it("comes with its styles when it is loaded again", async () => {
    const visitor = await desk.visit({ role })
    visitor.expects(...away, /dynamically imported/)
    const answer = await answering(visitor, /\/assets\/DashboardRoute-/)
    answer("lost")
    await visitor.goTo("/locks/scan")
    await visitor.sees("Scan a lock")
    desk.proxy.refused = /^\/api\//
    await visitor.follows("/dashboard")
    await visitor.reads("Can't reach the server.")
    answer("comes")
    desk.proxy.refused = null
    await visitor.sees("Dashboard")
    const rules = await visitor.page.evaluate(() => {
      const sheets = [...document.styleSheets].filter(({ href }) => href?.includes("/DashboardRoute-"))
      return sheets.flatMap(({ cssRules }) => [...cssRules]).length
    })
    expect(rules).toBeGreaterThan(0)
  }, 90_000)

  it("says so, keeps the input, and opens when it is requested again", async () => {
    const visitor = await desk.visit({ role })
    visitor.expects(...away, /dynamically imported/)
    const answer = await answering(visitor, /\/assets\/CheatSheet-/)
    answer("lost")
    await visitor.goTo("/locks/scan")
    const field = visitor.page.getByLabel("Serial code or link")
    await field.fill("4000")
    let reloads = 0
    visitor.page.on("load", () => (reloads += 1))
    desk.proxy.refused = /^\/api\//
    await visitor.press("Escape", "?")
    await visitor.reads("Can't reach the server.")
    desk.proxy.refused = null
    await visitor.press("?")
    await visitor.reads("Part of Lockdesk didn't load.")
    answer("comes")
    // The page gets the keys again.
    await visitor.press("?")
    await visitor.page.getByRole("dialog", { name: "Keys" }).waitFor()
    expect([await field.inputValue(), reloads]).toEqual(["4000", 0])
  })

  it("offers to try again, without a reload, if only its file doesn't come", async () => {
    const visitor = await desk.visit({ role })
    visitor.expects(/ERR_/, /dynamically imported/, /didn't load/)
    // Blocked from the beginning, because screens are preloaded.
    const answer = await answering(visitor, /\/assets\/FacilitiesRoute-/)
    answer("lost")
    await visitor.goTo("/dashboard")
    await visitor.sees("Dashboard")
    let reloads = 0
    visitor.page.on("load", () => (reloads += 1))
    await visitor.press("g", "f")
    await visitor.reads("Part of Lockdesk didn't load.")
    answer("comes")
    await visitor.does("page.reload").first().click()
    await visitor.sees("Facilities")
    expect(reloads).toBe(0)
  })
})

describe("a screen that waits for the server", () => {
  it("stays while a retry fails, and shows the screen once the server responds", async () => {
    const visitor = await desk.visit({ role })
    visitor.expects(...away)
    desk.proxy.refused = /^\/api\/auth\//
    await visitor.goTo("/facilities")
    const heading = await visitor.heading("Can't reach the server.").elementHandle()
    const failed = visitor.page.waitForEvent("requestfailed")
    await visitor.does("page.reload").click()
    await failed
    await visitor.settled()
    expect(await heading?.evaluate((element) => element.isConnected)).toBe(true)
    desk.proxy.refused = null
    await visitor.sees("Facilities")
  })
})

describe("a screen that crashes", () => {
  it("is reported when it crashes again, if the first report was not sent", async () => {
    const visitor = await desk.visit({ role })
    visitor.expects(...away, /broken title/)
    await visitor.page.addInitScript(() => {
      const error = new Error("broken title")
      const title = Object.getOwnPropertyDescriptor(Document.prototype, "title")
      Object.defineProperty(document, "title", {
        get: () => title?.get?.call(document),
        set: (text: string) => {
          if (/^Lock \d/.test(text)) throw error
          title?.set?.call(document, text)
        }
      })
    })
    const { lockID } = await lockOf(there.available)
    await visitor.goTo("/dashboard")
    await visitor.sees("Dashboard")
    desk.proxy.refused = /error-report/
    await visitor.follows(`/locks/${lockID}`)
    await visitor.reads("We couldn't send a report about it. Choose Report feedback to tell us.")
    desk.proxy.refused = null
    await visitor.opens("/dashboard", "Dashboard")
    await visitor.follows(`/locks/${lockID}`)
    await visitor.reads("We are very sorry for the inconvenience. Our team has been notified.")
    // Only now did the server log the report under this ID.
    await visitor.reads(/^Report [0-9a-f]{8}$/)
  })
})
