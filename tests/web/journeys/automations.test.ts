import { Effect } from "effect"
import { beforeEach, describe, expect, it } from "vitest"
import { Role } from "#core/auth/roles.ts"
import { CompanyId, UserId } from "#core/base/ids.ts"
import { Tier } from "#core/companies/tiers.ts"
import { LiveEvents } from "#server/live/LiveEvents.ts"
import { field } from "../support/controls.ts"
import { makeCompany, makeFacility, makeLock } from "../../support/fixture.ts"
import { axeFindings } from "../support/axe.ts"
import { desk, shareDesk } from "../support/shareDesk.ts"
import type { Visitor } from "../support/Visitor.ts"
import type { TestServer } from "../../support/testServer.ts"

const lost = "Any progress will be lost. Are you sure?"
const saved = "Successfully updated"
const path = "/automations/lock"
const title = "Auto Lock Status Change"
const serial = "40001007"

shareDesk(
  {},
  Effect.gen(function* () {
    const { companyID } = yield* makeCompany("acme")
    const facilityID = yield* makeFacility(companyID, "Maple St")
    yield* makeLock({ companyID, facilityID, serial, code: "7001", status: 1004, unit: "1204" })
    yield* makeCompany("invalid", { tier: Tier.id.Invalid })
  })
)
beforeEach(() => configured(1005, 1004))

const sql: TestServer["sql"] = (use) => desk.server.sql(use)
const configured = (vacant: number, overlock: number) =>
  sql((sql) => sql`UPDATE companies SET vacant_release_action = ${vacant}, overlock_release_action = ${overlock}`)
const kept = async () =>
  (
    await sql(
      (sql) => sql<{ vacant: number; overlock: number }>`
        SELECT vacant_release_action AS vacant, overlock_release_action AS overlock FROM companies WHERE name = 'acme'`
    )
  )[0]

const shown = async (visitor: Visitor) => [
  await field(visitor, "Vacant units").inputValue(),
  await field(visitor, "Overlock units").inputValue()
]
const button = (visitor: Visitor, name: string) => visitor.page.getByRole("button", { name: new RegExp(`^${name}`) })
const closed = async (visitor: Visitor, name: string) =>
  (await button(visitor, name).getAttribute("aria-disabled")) === "true"
const at = async (role = Role.id.Admin, company = "acme"): Promise<Visitor> => {
  const visitor = await desk.visit({ role, company, path })
  await visitor.sees(title)
  await field(visitor, "Vacant units").waitFor()
  return visitor
}
/** Records the last path segment of each mutating call. */
const changes = ({ page }: Visitor): ReadonlyArray<string> => {
  const sent: Array<string> = []
  page.on("request", (request) => {
    if (request.method() !== "GET") sent.push(new URL(request.url()).pathname.split("/").at(-1) ?? "")
  })
  return sent
}

describe("auto lock status change", () => {
  it("is set by keyboard only, and the server then sets locks as the screen says", async () => {
    const visitor = await desk.visit({ role: Role.id.Admin, path: "/dashboard" })
    await visitor.sees("Dashboard")
    await visitor.press("g", "o")
    await visitor.sees(title)
    await visitor.isAt(path)
    await field(visitor, "Vacant units").waitFor()
    const sent = changes(visitor)
    await expect.poll(() => visitor.page.evaluate(() => document.activeElement?.tagName)).toBe("H1")
    // Skips the two tabs.
    await visitor.press("Tab", "Tab", "Tab")
    await visitor.page.keyboard.type("Ten")
    await visitor.press("Tab")
    await visitor.page.keyboard.type("Av")
    expect(await shown(visitor)).toEqual(["1006", "1001"])
    await visitor.press("Control+Enter")
    await visitor.reads(saved)
    expect(await kept()).toEqual({ vacant: 1006, overlock: 1001 })
    expect(sent).toEqual(["update-assigned-vacant", "update-assigned-over-lock"])
    expect(await visitor.page.locator(".toast").allInnerTexts()).toEqual([expect.stringContaining(saved)])
    expect(await axeFindings(visitor.page)).toEqual([])

    await visitor.runs("Record an unlock-code")
    await visitor.page.keyboard.type(serial)
    await visitor.press("Enter")
    await visitor.page.keyboard.type("SM1")
    await visitor.press("Enter")
    await visitor.reads("Record an unlock-code delivery: done.")
    const [lock] = await sql(
      (sql) => sql<{ status: number; unit: string | null }>`SELECT status, unit FROM locks WHERE serial = ${serial}`
    )
    expect(lock).toEqual({ status: 1001, unit: null })
  })

  it("is set by mouse only, from the navigation and its tabs, with one call per change", async () => {
    const visitor = await desk.visit({ role: Role.id.Admin, path: "/dashboard" })
    await visitor.page.getByRole("link", { name: "Automations" }).click()
    // Auto Messages isn't built yet.
    await visitor.isAt("/automations/lock")
    const tabs = visitor.page.getByRole("navigation", { name: "Automations" }).getByRole("link")
    expect(await tabs.allInnerTexts()).toEqual(["Auto Messages Soon", "Auto Lock status change"])
    await tabs.nth(1).click()
    await visitor.sees(title)
    const overlock = field(visitor, "Overlock units")
    await overlock.waitFor()
    expect(await overlock.locator("option").allInnerTexts()).toEqual([
      "Available",
      "Returned to Dropbox",
      "Tenant Using Lock",
      "Assigned Overlock (Don't Change)"
    ])
    expect(await field(visitor, "Vacant units").locator("option").allInnerTexts()).toEqual([
      "Available",
      "Returned to Dropbox",
      "Tenant Using Lock",
      "Assigned Vacant (Don't Change)"
    ])
    expect([await closed(visitor, "Save"), await closed(visitor, "Cancel")]).toEqual([true, true])
    const sent = changes(visitor)
    await overlock.selectOption({ label: "Returned to Dropbox" })
    expect([await closed(visitor, "Save"), await closed(visitor, "Cancel")]).toEqual([false, false])
    await button(visitor, "Cancel").click()
    expect([await shown(visitor), await closed(visitor, "Save")]).toEqual([["1005", "1004"], true])
    await overlock.selectOption({ label: "Returned to Dropbox" })
    await button(visitor, "Save").click()
    await visitor.reads(saved)
    await expect.poll(() => closed(visitor, "Save")).toBe(true)
    expect([await kept(), sent]).toEqual([{ vacant: 1005, overlock: 1003 }, ["update-assigned-over-lock"]])
  })

  it("confirms before unsaved changes are lost", async () => {
    const visitor = await at()
    await field(visitor, "Vacant units").selectOption("1003")
    const asks = visitor.page.getByRole("dialog", { name: lost })
    await visitor.press("Escape", "g", "d")
    await asks.waitFor()
    await visitor.press("Escape")
    await asks.waitFor({ state: "detached" })
    expect([new URL(visitor.page.url()).pathname, (await shown(visitor))[0]]).toEqual([path, "1003"])
    // Once the original value is selected again, there is nothing to lose.
    await field(visitor, "Vacant units").selectOption("1005")
    await visitor.page.getByRole("link", { name: "Dashboard" }).click()
    await visitor.isAt("/dashboard")
  })

  it("shows no success message when saving fails, keeps the choice, and adds the failure to the notices", async () => {
    const visitor = await at()
    visitor.expects(/503|Failed to load/)
    await field(visitor, "Vacant units").selectOption("1001")
    await field(visitor, "Overlock units").selectOption("1006")
    const failing = /update-assigned-over-lock/
    await visitor.page.route(failing, (route) =>
      route.fulfill({
        status: 503,
        json: { code: "Unavailable", error: "The database is away.", data: { what: "database" } }
      })
    )
    const sent = changes(visitor)
    await visitor.press("Control+Enter")
    await expect.poll(() => sent.length).toBe(2)
    // One is saved and stays saved; the other is still unsaved.
    await expect.poll(kept).toEqual({ vacant: 1001, overlock: 1004 })
    await expect.poll(() => closed(visitor, "Save")).toBe(false)
    expect(await shown(visitor)).toEqual(["1001", "1006"])
    expect(await visitor.page.locator(".toast").allInnerTexts()).toEqual([])
    await visitor.does("notices.open").first().click()
    await visitor.reads("Your automatic status changes weren't saved. The database is away.")
    await visitor.press("Escape")
    await visitor.page.unroute(failing)
    await visitor.press("Control+Enter")
    await visitor.reads(saved)
    expect(await kept()).toEqual({ vacant: 1001, overlock: 1006 })
    expect(sent.filter((call) => call === "update-assigned-vacant")).toHaveLength(1)
  })

  it("keeps the choice while the server is offline", async () => {
    const visitor = await at()
    visitor.expects(/./)
    await field(visitor, "Vacant units").selectOption("1003")
    await visitor.setOffline(true)
    await visitor.press("Control+Enter")
    await expect.poll(() => closed(visitor, "Save")).toBe(false)
    expect([(await shown(visitor))[0], await kept()]).toEqual(["1003", { vacant: 1005, overlock: 1004 }])
    await visitor.setOffline(false)
    await visitor.press("Control+Enter")
    await visitor.reads(saved)
    expect((await kept())?.vacant).toBe(1003)
  })

  it("applies what another tab saves, and reports it where the same field has an unsaved choice", async () => {
    const here = await at()
    const there = await at()
    const sent = changes(here)
    here.expects(/409/)
    await field(here, "Vacant units").selectOption("1006")
    await there.runs("Set what a lock becomes")
    await there.row("overlock").click()
    await there.row("Returned to Dropbox").click()
    await there.reads("Set what a lock becomes when its unlock code is delivered: done.")
    await expect.poll(() => shown(here)).toEqual(["1006", "1003"])
    await field(there, "Vacant units").selectOption("1001")
    await there.press("Control+Enter")
    await there.reads(saved)
    await here.reads("These settings were changed by someone else since you opened them.")
    expect(await shown(here)).toEqual(["1006", "1003"])
    await here.press("Control+Enter")
    await expect.poll(() => sent).toHaveLength(1)
    await here.settled()
    expect(await kept()).toEqual({ vacant: 1001, overlock: 1003 })
    await button(here, "Load latest version").click()
    await expect.poll(() => shown(here)).toEqual(["1001", "1003"])
    await field(here, "Vacant units").selectOption("1006")
    await here.press("Control+Enter")
    await here.reads(saved)
    await expect.poll(() => shown(there)).toEqual(["1006", "1003"])
    expect(await kept()).toEqual({ vacant: 1006, overlock: 1003 })
  })

  it("reports another user's change although the latest version can't be loaded", async () => {
    const here = await at()
    here.expects(/409|503|Failed to load/)
    await here.page.route(/settings\/automations/, (route) =>
      route.fulfill({
        status: 503,
        json: { code: "Unavailable", error: "The database is away.", data: { what: "database" } }
      })
    )
    await field(here, "Vacant units").selectOption("1006")
    await configured(1001, 1004)
    await here.press("Control+Enter")
    await here.reads("These settings were changed by someone else since you opened them.")
    expect(await kept()).toEqual({ vacant: 1001, overlock: 1004 })
  })

  it("opens with its command in the palette", async () => {
    const visitor = await desk.visit({ role: Role.id.Owner, path: "/dashboard" })
    await visitor.sees("Dashboard")
    await visitor.runs("Show the automations")
    await visitor.isAt(path)
    await visitor.press("Escape", "g", "d")
    await visitor.sees("Dashboard")
    await visitor.runs("Go to Auto Lock Status Change")
    await visitor.isAt(path)
  })

  it("explains why it can't be shown", async () => {
    const visitor = await desk.visit({ role: Role.id.Admin, path: "/dashboard" })
    await visitor.sees("Dashboard")
    visitor.expects(/503|Failed to load/)
    await visitor.page.route(/settings\/automations/, (route) =>
      route.fulfill({
        status: 503,
        json: { code: "Unavailable", error: "The database is away.", data: { what: "database" } }
      })
    )
    await visitor.press("g", "o")
    await visitor.sees(title)
    await visitor.page.getByRole("alert").filter({ hasText: "The database is away." }).waitFor()
    expect(await axeFindings(visitor.page)).toEqual([])
  })
})

describe("access", () => {
  // Which roles may: tests/core/navigation.
  it("is denied to a role without Write, which sees no link to it", async () => {
    const visitor = await desk.visit({ role: Role.id.Personnel, path: "/dashboard" })
    await visitor.sees("Dashboard")
    expect(await visitor.page.getByRole("link", { name: "Automations" }).count()).toBe(0)
    await visitor.follows(path)
    await visitor.isAt("/dashboard")
    await visitor.reads("Access Denied")
  })

  it("rechecks permissions while the screen is open: without Write its controls are disabled and explain why", async () => {
    const visitor = await at()
    await visitor.live()
    await field(visitor, "Vacant units").selectOption("1001")
    await visitor.page.route(/auth\/user(\?|$)/, async (route) => {
      const response = await route.fetch()
      const body = (await response.json()) as { data: { Permissions: Record<string, { accessLevel: number }> } }
      body.data.Permissions["12"] = { ...body.data.Permissions["12"], accessLevel: 1 }
      await route.fulfill({ response, json: body })
    })
    const [admin] = await sql(
      (sql) => sql<{ company_id: number; user_id: number }>`
        SELECT company_id, user_id FROM users JOIN companies USING (company_id)
        WHERE name = 'acme' AND role_id = ${Role.id.Admin}`
    )
    const tell = Effect.flatMap(LiveEvents, (live) =>
      live.tell(CompanyId.make(admin?.company_id ?? 0), {
        event: "updateUser",
        userIDs: [UserId.make(admin?.user_id ?? 0)]
      })
    )
    await desk.server.run(tell)
    const why = "Insufficient Permissions: this needs Write on Automations."
    await visitor.page.getByRole("note").filter({ hasText: why }).waitFor()
    for (const label of ["Vacant units", "Overlock units"]) expect(await field(visitor, label).isDisabled()).toBe(true)
    expect(await button(visitor, "Save").getAttribute("title")).toBe(why)
    const sent = changes(visitor)
    await visitor.press("Control+Enter")
    await visitor.reads(why)
    expect([sent, await kept(), await axeFindings(visitor.page)]).toEqual([[], { vacant: 1005, overlock: 1004 }, []])
  })
})

// Other plans: upgrades.test.ts.
it("has no tab on a plan without it, and says so", async () => {
  const visitor = await desk.visit({ role: Role.id.Owner, company: "invalid", path })
  await visitor.sees(title)
  await visitor.reads("Your plan does not include Lock Status Change.")
  expect(await visitor.page.getByRole("link", { name: "Auto Lock status change" }).count()).toBe(0)
  expect(await field(visitor, "Vacant units").count()).toBe(0)
})
