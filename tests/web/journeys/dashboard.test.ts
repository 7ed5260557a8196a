import { describe, expect, it } from "vitest"
import { Role } from "#core/auth/roles.ts"
import { codeOf, there } from "../support/deskData.ts"
import { desk, shareDesk } from "../support/shareDesk.ts"
import type { Visitor } from "../support/Visitor.ts"

shareDesk()

const box = ({ page }: Visitor) => page.getByPlaceholder("Search Serial Code or Unit")
const results = ({ page }: Visitor) => page.locator("main [role=option]").filter({ visible: true })

describe("Quick Lock Search", () => {
  it("explains itself, searches from two characters, and shows the selected lock", async () => {
    const visitor = await desk.visit({ role: Role.id.CallCenterAgent, path: "/dashboard" })
    await visitor.reads("Search a lock to show details.")
    await box(visitor).focus()
    await visitor.page.keyboard.type("1")
    expect(await results(visitor).count()).toBe(0)
    await visitor.page.keyboard.type("204")
    await results(visitor)
      .filter({ hasText: /4000.?1007/ })
      .waitFor()
    await visitor.press("ArrowDown", "Enter")
    await visitor.reads("Assigned Overlock")
    await visitor.reads("****")
    await visitor.does("locks.show").first().click()
    await visitor.isAt(/^\/locks\/\d+$/)
  })

  it("searches half a second after the last key, and never for one character", async () => {
    const visitor = await desk.visit({ role: Role.id.CallCenterAgent })
    await visitor.context.clock.install()
    await visitor.goTo("/dashboard")
    await visitor.reads("Search a lock to show details.")
    await visitor.context.clock.pauseAt(new Date((await visitor.page.evaluate(() => Date.now())) + 5_000))
    await box(visitor).focus()
    await visitor.page.keyboard.type("4")
    await visitor.context.clock.runFor(2_000)
    expect(await results(visitor).count()).toBe(0)
    await visitor.page.keyboard.type("0")
    await visitor.context.clock.runFor(450)
    await visitor.page.keyboard.type("0")
    await visitor.context.clock.runFor(450)
    expect(await results(visitor).count()).toBe(0)
    await visitor.context.clock.runFor(60)
    await visitor.context.clock.resume()
    await results(visitor).first().waitFor()
  })

  it("shows up to a thousand locks, from the local list and from the server", async () => {
    const visitor = await desk.visit({ role: Role.id.CallCenterAgent, path: "/dashboard" })
    await visitor.reads("Search a lock to show details.")
    await visitor.synced()
    const found = async (): Promise<number> => {
      await visitor.reads(/^\d+ found$/)
      return Number((await visitor.page.getByText(/^\d+ found$/).innerText()).split(" ")[0])
    }
    await box(visitor).fill("500")
    const many = await found()
    expect(many).toBeGreaterThan(100)
    expect(await results(visitor).count()).toBe(many)

    // Without the local lock list, the server is searched, as 001 §7 requires.
    const counts = new Set<string | null>()
    await visitor.page.route("**/api/locks/whole**", () => undefined)
    await visitor.page.route("**/api/locks/search?**", (route) => {
      counts.add(new URL(route.request().url()).searchParams.get("count"))
      return route.continue()
    })
    await visitor.page.evaluate(async () => {
      for (const { name } of await indexedDB.databases()) indexedDB.deleteDatabase(name ?? "")
    })
    await visitor.page.reload()
    await box(visitor).fill("500")
    expect(await found()).toBe(many)
    // Possibly twice: once more when live updates connect.
    expect([...counts]).toEqual(["1000"])
  })

  it("starts with the serial code from the navigation state", async () => {
    const visitor = await desk.visit({ role: Role.id.CallCenterAgent, path: "/dashboard" })
    await visitor.reads("Search a lock to show details.")
    await visitor.page.evaluate(
      (serialCode) => history.replaceState({ ...history.state, serialCode }, ""),
      there.overlocked
    )
    await visitor.page.reload()
    await visitor.does("locks.show").first().waitFor()
    expect(await box(visitor).inputValue()).toBe(there.overlocked)
    await visitor.reads("Assigned Overlock")
  })

  it("shows '--' for a lock without a unit", async () => {
    const visitor = await desk.visit({ role: Role.id.CallCenterAgent, path: "/dashboard" })
    await box(visitor).fill(there.available)
    await results(visitor).first().click()
    await visitor.reads("Available")
    await visitor.reads("--")
  })

  it("doesn't let Restricted Personnel open a lock its tenant uses, and shows the documents' message", async () => {
    const visitor = await desk.visit({ role: Role.id.RestrictedPersonnel, path: "/dashboard" })
    await box(visitor).fill(there.tenant)
    await results(visitor).first().click()
    const details = visitor.does("locks.show").first()
    await details.waitFor()
    expect(await details.getAttribute("aria-disabled")).toBe("true")
    expect(await details.getAttribute("title")).toBe(
      "This will return all settings to values when this page was loaded"
    )
  })
})

describe("a reveal refused by the server", () => {
  const tooMany = { code: "TooManyRequests", error: "Too many requests.", requestId: "r1", data: { retryAfter: 12 } }
  const refusals = [
    { status: 429, body: JSON.stringify(tooMany), words: "Wait 12 seconds and try again." },
    { status: 500, body: "what a proxy says", words: "An unexpected error occurred" }
  ]

  it.each(refusals)("with $status shows the error, and succeeds on retry", async ({ words, ...answer }) => {
    const visitor = await desk.visit({ role: Role.id.CallCenterAgent, path: "/dashboard" })
    visitor.expects(new RegExp(String(answer.status)))
    await visitor.sees("Dashboard")
    const call = "**/api/locks/reveal-unlock-code"
    await visitor.page.route(call, (route) => route.fulfill({ ...answer, contentType: "application/json" }))
    await visitor.press(...there.overlocked, "Enter", "2")
    await visitor.reads(words)
    await visitor.page.unroute(call)
    await visitor.press("2")
    await visitor.reads(codeOf(there.overlocked))
  })
})
