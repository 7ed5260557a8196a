import { Effect } from "effect"
import { SqlClient } from "effect/sql"
import { beforeEach, describe, expect, it } from "vitest"
import { Role } from "#core/auth/roles.ts"
import { Tier } from "#core/companies/tiers.ts"
import { field } from "../support/controls.ts"
import { makeCompany, makeFacility } from "../../support/fixture.ts"
import { holdBack } from "../support/holdBack.ts"
import { desk, shareDesk } from "../support/shareDesk.ts"
import type { Visitor } from "../support/Visitor.ts"
import { unsound } from "../support/unsound.ts"
import type { TestServer } from "../../support/testServer.ts"

const path = "/settings/general"
const title = "General settings"

shareDesk(
  {},
  Effect.gen(function* () {
    const { companyID } = yield* makeCompany("acme")
    yield* makeFacility(companyID, "Maple St")
    yield* makeCompany("2025", { tier: Tier.id.Premium2025 })
    yield* makeCompany("plain", { hideLockCodesFlag: false })
    const sql = yield* SqlClient.SqlClient
    const { companyID: up } = yield* makeCompany("upgradeable")
    yield* sql`UPDATE companies SET feature_overrides = '{"6": 2}' WHERE company_id = ${up}`
  })
)
beforeEach(() =>
  sql(
    (sql) => sql`UPDATE companies SET locks_per_unit = 4, hide_lock_codes = true, email_view_lock_codes_report = false,
      client_timeout_ms = 28800000, mobile_timeout_minutes = 1440, time_zone = NULL, contact_name = ''`
  )
)

const sql: TestServer["sql"] = (use) => desk.server.sql(use)
const kept = async () =>
  (
    await sql(
      (sql) => sql<Record<string, unknown>>`
        SELECT locks_per_unit AS locks, hide_lock_codes AS hides, email_view_lock_codes_report AS report,
          client_timeout_ms::float8 AS web, mobile_timeout_minutes AS mobile, time_zone AS zone, contact_name AS contact
        FROM companies WHERE name = 'acme'`
    )
  )[0]
const toggle = ({ page }: Visitor, name: string) => page.getByRole("switch", { name })
const isOn = async (visitor: Visitor, name: string) =>
  (await toggle(visitor, name).getAttribute("aria-checked")) === "true"
const button = ({ page }: Visitor, name: string) => page.getByRole("button", { name })
const closed = async (visitor: Visitor, name: string) =>
  (await button(visitor, name).getAttribute("aria-disabled")) === "true"
/** The text that describes a field, shown under it. */
const errorOf = async (visitor: Visitor, label: string): Promise<string> => {
  const id = await field(visitor, label).getAttribute("aria-describedby")
  return id === null ? "" : visitor.page.locator(`[id="${id}"]`).innerText()
}
const dialog = ({ page }: Visitor, name: string | RegExp) => page.getByRole("dialog", { name })
const at = async (role: number = Role.id.Admin, company = "acme"): Promise<Visitor> => {
  const visitor = await desk.visit({ role: role as never, company, path })
  await visitor.sees(title)
  await toggle(visitor, "Limit One Lock Per Unit").waitFor()
  return visitor
}
const [one, hide, report] = [
  "Limit One Lock Per Unit",
  "Hide All Lock Codes",
  "Send Daily Email Report for View Combination Requests"
]

describe("general settings", () => {
  it("are switched by keyboard only, and undone with z", async () => {
    const visitor = await desk.visit({ role: Role.id.Admin, path: "/dashboard" })
    await visitor.sees("Dashboard")
    await visitor.press("g", "s")
    await visitor.isAt(path)
    await visitor.tabTo(toggle(visitor, one))
    await visitor.press("Space")
    await visitor.reads("Lock code settings updated")
    await expect.poll(() => isOn(visitor, one)).toBe(true)
    expect(await kept()).toMatchObject({ locks: 1 })
    await visitor.tabTo(toggle(visitor, report))
    await visitor.press("Enter")
    await visitor.reads("Email view lock code settings updated")
    await visitor.press("z")
    await expect.poll(() => isOn(visitor, report)).toBe(false)
    await visitor.press("z")
    await expect.poll(() => isOn(visitor, one)).toBe(false)
    expect(await kept()).toMatchObject({ locks: 4, report: false })
  })

  it("offer the report only while codes are hidden, explain why, and leave what is typed beside them", async () => {
    const visitor = await at()
    await field(visitor, "Contact name").fill("Ann Lee")
    await toggle(visitor, report).click()
    await expect.poll(() => isOn(visitor, report)).toBe(true)
    await toggle(visitor, hide).click()
    await expect.poll(() => isOn(visitor, hide)).toBe(false)
    expect(await toggle(visitor, report).getAttribute("aria-disabled")).toBe("true")
    await visitor.reads("The daily email report needs 'Hide All Lock Codes' to be on.")
    // It can be focused and pressed, but does nothing.
    await toggle(visitor, report).click({ force: true })
    expect(await kept()).toMatchObject({ hides: false, report: true })
    expect(await field(visitor, "Contact name").inputValue()).toBe("Ann Lee")
  })

  it("set a timeout after it is edited and confirmed, and show it in its unit", async () => {
    const visitor = await at()
    const save = "Save & Submit Web App Timeout"
    expect([await field(visitor, "Web App Timeout").inputValue(), await closed(visitor, save)]).toEqual(["8", true])
    await field(visitor, "Web App Timeout").fill("90")
    expect(await closed(visitor, save)).toBe(false)
    await field(visitor, "Web App Timeout unit").selectOption("Minutes")
    await visitor.tabTo(button(visitor, save))
    await visitor.press("Enter")
    const asks = dialog(visitor, "Web App Users Will be logged out after 90 Minutes of inactivity")
    await asks.waitFor()
    // Holding Enter doesn't confirm.
    await visitor.press("Enter")
    await asks.waitFor({ state: "detached" })
    expect(await kept()).toMatchObject({ web: 28_800_000 })
    await button(visitor, save).click()
    await asks.getByRole("button", { name: "Yes" }).click()
    await visitor.reads("Updated Web Timeout To 90 Minutes")
    expect(await kept()).toMatchObject({ web: 5_400_000 })
    await expect.poll(() => field(visitor, "Web App Timeout").inputValue()).toBe("1.5")
    expect(await field(visitor, "Web App Timeout unit").inputValue()).toBe("60")
    await expect.poll(() => closed(visitor, save)).toBe(true)
    await field(visitor, "Mobile App Timeout").fill("2")
    // Submits the form with the focus, not the company's details.
    await visitor.press("Control+Enter")
    await dialog(visitor, "Mobile App Users Will be logged out after 2 Days of inactivity").waitFor()
    await visitor.press("Control+Enter")
    await visitor.reads("Updated Mobile App Timeout To 2 Days")
    await visitor.page.getByRole("heading", { name: "Lock Settings" }).click()
    await visitor.press("z")
    await expect.poll(async () => (await kept())?.["mobile"]).toBe(1440)
    await visitor.press("z")
    await expect.poll(async () => (await kept())?.["web"]).toBe(28_800_000)
  })

  it("refuse a timeout that is out of range or without a unit", async () => {
    const visitor = await at()
    await field(visitor, "Mobile App Timeout").fill("8")
    await visitor.reads("Mobile timeout can not exceed 10080 minutes")
    await visitor.press("Enter")
    await visitor.reads("Timeout value must be between 10 minutes and 7 days")
    await field(visitor, "Mobile App Timeout").fill("007")
    await field(visitor, "Mobile App Timeout unit").selectOption("Minutes")
    await button(visitor, "Save & Submit Mobile App Timeout").click()
    await expect
      .poll(() => errorOf(visitor, "Mobile App Timeout"))
      .toBe("Timeout value must be between 10 minutes and 7 days")
    expect(await field(visitor, "Mobile App Timeout").inputValue()).toBe("7")
    await field(visitor, "Mobile App Timeout").fill("8")
    expect(await errorOf(visitor, "Mobile App Timeout")).toBe("")
    await field(visitor, "Mobile App Timeout unit").selectOption({ label: "Select a unit" })
    await button(visitor, "Save & Submit Mobile App Timeout").click()
    await visitor.reads("Please select a timeout unit")
    expect(await errorOf(visitor, "Mobile App Timeout unit")).toBe("Please select a timeout unit")
    for (const [typed, shown] of [
      ["99999", "10080"],
      ["0", "1"]
    ] as const) {
      await field(visitor, "Mobile App Timeout").fill(typed)
      await visitor.press("Tab")
      expect(await field(visitor, "Mobile App Timeout").inputValue()).toBe(shown)
    }
    expect(await kept()).toMatchObject({ mobile: 1440 })
  })

  it("sign out an idle browser by a timeout set in another tab", async () => {
    const idle = await desk.visit({ role: Role.id.Personnel, path: "/dashboard" })
    await idle.sees("Dashboard")
    await idle.live()
    // It asks once more when it joins the hub.
    await idle.settled()
    const visitor = await at()
    const asked = idle.page.waitForResponse(/auth\/user/)
    await field(visitor, "Web App Timeout").fill("10")
    await field(visitor, "Web App Timeout unit").selectOption("Minutes")
    await button(visitor, "Save & Submit Web App Timeout").click()
    await visitor.press("Control+Enter")
    await visitor.reads("Updated Web Timeout To 10 Minutes")
    await asked
    await idle.settled()
    // Simulates idle time: the page checks again on visibilitychange.
    const leftAlone = (millis: number) =>
      idle.page.evaluate((touched) => {
        localStorage.setItem("active", String(Date.now() - touched))
        document.dispatchEvent(new Event("visibilitychange"))
      }, millis)
    await leftAlone(8 * 60_000)
    expect(await dialog(idle, "Are you still there?").count()).toBe(0)
    await leftAlone(9 * 60_000 + 5000)
    await dialog(idle, "Are you still there?").waitFor()
    await leftAlone(10 * 60_000 + 1)
    await idle.isAt(/^\/signin/)
    await idle.reads("You were signed out because of inactivity.")
  })

  it("log out everyone else within two seconds", async () => {
    const others = [await desk.visit({ role: Role.id.Personnel, path: "/dashboard" })]
    others.push(await desk.visit({ role: Role.id.Owner, path: "/dashboard" }))
    for (const other of others) {
      other.expects(/401|Failed to load|WebSocket|Connection/)
      await other.sees("Dashboard")
      await other.live()
    }
    const visitor = await at()
    await visitor.does("settings.logoutAll").first().click()
    const asks = dialog(visitor, "Confirm Logout All Users")
    await asks.waitFor()
    for (const words of [/everyone at acme/i, /including you/, /notify your users/, /off hours/])
      await asks.getByText(words).waitFor()
    expect(await unsound(visitor.page)).toEqual([])
    await visitor.press("Escape")
    await asks.waitFor({ state: "detached" })
    await visitor.runs("Log out all users")
    await asks.waitFor()
    await visitor.press("Control+Enter")
    await visitor.reads("All users will be logged out")
    for (const other of others) await other.page.waitForURL(/\/signin/, { timeout: 2000 })
    await visitor.press("g", "d")
    await visitor.sees("Dashboard")
  })

  it("save the company's details, confirm before they are lost, and follow what another user saves", async () => {
    const visitor = await at()
    const there = await at(Role.id.Owner)
    await there.live()
    await field(visitor, "Contact name").fill("Ann Lee")
    await field(visitor, "Time zone").selectOption("America/Denver")
    await visitor.page.getByRole("link", { name: "Dashboard" }).click()
    await dialog(visitor, "Any progress will be lost. Are you sure?").waitFor()
    await visitor.press("Escape")
    await field(visitor, "Contact email").fill("ann")
    await visitor.reads("Email is invalid")
    await field(visitor, "Contact email").fill("")
    await visitor.press("Control+Enter")
    await visitor.reads("Company details updated")
    expect(await kept()).toMatchObject({ contact: "Ann Lee", zone: "America/Denver" })
    await expect.poll(() => field(there, "Contact name").inputValue()).toBe("Ann Lee")
    await visitor.page.getByRole("heading", { name: "Lock Settings" }).click()
    await visitor.press("z")
    await expect.poll(kept).toMatchObject({ contact: "", zone: null })
  })

  it("keep input typed during a save, and save it next", async () => {
    const visitor = await at()
    desk.proxy.delay = ({ path }) => (path.includes("settings") ? 700 : 0)
    await field(visitor, "Contact name").fill("Ann Lee")
    await visitor.press("Control+Enter")
    await field(visitor, "Contact name").fill("Ann Leeds")
    await field(visitor, "Contact email").fill("ann@acme.example.com")
    const shown = await field(visitor, "Contact email").evaluateHandle((input) => {
      const values: Array<string | null> = []
      new MutationObserver(() => values.push(input.getAttribute("value"))).observe(input, {
        attributeFilter: ["value"]
      })
      return values
    })
    await visitor.press("Control+Enter")
    await expect.poll(kept, { timeout: 15_000 }).toMatchObject({ contact: "Ann Leeds" })
    await expect.poll(() => visitor.page.getByText("Company details updated").count()).toBe(2)
    expect(await field(visitor, "Contact name").inputValue()).toBe("Ann Leeds")
    expect(await field(visitor, "Contact email").inputValue()).toBe("ann@acme.example.com")
    // The old value must not flash, even briefly.
    expect(await shown.jsonValue()).not.toContain("")
  })

  it("report another user's change to the field edited here, and lose neither value", async () => {
    const visitor = await at()
    const there = await at(Role.id.Owner)
    await visitor.live()
    await field(visitor, "Contact name").fill("Ann Lee")
    await field(there, "Contact name").fill("Bob Ray")
    await there.press("Control+Enter")
    await there.reads("Company details updated")
    await visitor.reads("These settings were changed by Owner acme since you opened them.")
    expect(await field(visitor, "Contact name").inputValue()).toBe("Ann Lee")
    visitor.expects(/409/)
    const answered = visitor.page.waitForResponse((response) => response.status() === 409)
    await visitor.press("Control+Enter")
    await answered
    expect(await kept()).toMatchObject({ contact: "Bob Ray" })
    await visitor.does("settings.takeTheirs").click()
    await expect.poll(() => field(visitor, "Contact name").inputValue()).toBe("Bob Ray")
  })

  it("report another user's change to the timeout edited here, and keep the input", async () => {
    const visitor = await at()
    const there = await at(Role.id.Owner)
    await visitor.live()
    const timeout = "Web App Timeout"
    await field(visitor, timeout).fill("2")
    await field(there, timeout).fill("100")
    await field(there, `${timeout} unit`).selectOption("Minutes")
    await button(there, `Save & Submit ${timeout}`).click()
    await there.press("Control+Enter")
    await there.reads("Updated Web Timeout To 100 Minutes")
    await visitor.reads("These settings were changed by Owner acme since you opened them.")
    expect(await field(visitor, timeout).inputValue()).toBe("2")
    expect(await unsound(visitor.page)).toEqual([])
    visitor.expects(/409/)
    const answered = visitor.page.waitForResponse((response) => response.status() === 409)
    await button(visitor, `Save & Submit ${timeout}`).click()
    await visitor.press("Control+Enter")
    await answered
    expect(await kept()).toMatchObject({ web: 6_000_000 })
    expect(await field(visitor, timeout).inputValue()).toBe("2")
    await visitor.does("settings.takeTheirWebTimeout").click()
    await expect.poll(() => field(visitor, timeout).inputValue()).toBe("100")
    expect(await field(visitor, `${timeout} unit`).inputValue()).toBe("1")
    // Saving now succeeds, and z restores the value.
    await field(visitor, timeout).fill("3")
    await field(visitor, `${timeout} unit`).selectOption("Hours")
    await button(visitor, `Save & Submit ${timeout}`).click()
    await visitor.press("Control+Enter")
    await visitor.reads("Updated Web Timeout To 3 Hours")
    await visitor.heading("Lock Settings").click()
    await visitor.press("z")
    await expect.poll(kept).toMatchObject({ web: 6_000_000 })
  })

  it("confirm before a timeout is lost, and disable it during a save, when no letter is a shortcut", async () => {
    const visitor = await at()
    const timeout = field(visitor, "Web App Timeout")
    await timeout.fill("3")
    await visitor.page.getByRole("link", { name: "Dashboard" }).click()
    await visitor.reads("Any progress will be lost. Are you sure?")
    await visitor.press("Escape")
    const release = await holdBack(visitor, /client-timeout/)
    await timeout.press("Enter")
    await visitor.press("Control+Enter")
    await expect.poll(() => timeout.isDisabled()).toBe(true)
    await visitor.page.keyboard.type("gl7")
    await visitor.isAt(path)
    await release()
    await visitor.reads("Updated Web Timeout To 3 Hours")
    expect(await timeout.inputValue()).toBe("3")
  })

  it("don't undo what another user has changed since", async () => {
    const visitor = await at()
    await field(visitor, "Mobile App Timeout").fill("2")
    await visitor.press("Enter")
    await visitor.press("Control+Enter")
    await visitor.reads("Updated Mobile App Timeout To 2 Days")
    await sql((sql) => sql`UPDATE companies SET mobile_timeout_minutes = 60 WHERE name = 'acme'`)
    visitor.expects(/409/)
    await visitor.heading("Lock Settings").click()
    await visitor.press("z")
    await visitor.reads("It has changed since. Open it and change it back yourself.")
    expect(await kept()).toMatchObject({ mobile: 60 })
  })

  it("are read-only without the permission to write, and say why", async () => {
    const visitor = await at(Role.id.CallCenterAgent)
    const note = visitor.page.getByRole("note").filter({ hasText: "this needs Write on Subdomains." })
    expect([await note.count(), await field(visitor, "Web App Timeout").isDisabled()]).toEqual([1, true])
    // Its description stays, and a screen reader also hears why it is disabled.
    await visitor.page.getByText("A unit takes one lock at a time.").waitFor()
    const describedBy = await toggle(visitor, one).getAttribute("aria-describedby")
    expect(describedBy?.startsWith(`${await note.getAttribute("id")} `)).toBe(true)
    await toggle(visitor, one).click({ force: true })
    expect(await kept()).toMatchObject({ locks: 4 })
  })
})

describe("settings by plan", () => {
  // Each plan: tests/core/companies/plans.test.ts. A plan without them: upgrades.test.ts.
  it("are a single view without tabs on a plan of 2025", async () => {
    const visitor = await at(Role.id.Owner, "2025")
    const tabs = visitor.page.getByRole("navigation", { name: "Settings" })
    expect(await tabs.count()).toBe(0)
    const others = await at(Role.id.Owner)
    await others.page.getByRole("navigation", { name: "Settings" }).waitFor()
  })

  it("are disabled under the prompt on a plan that can upgrade", async () => {
    const visitor = await desk.visit({ role: Role.id.Owner, company: "upgradeable", path })
    await visitor.page.getByRole("note", { name: "Settings" }).waitFor()
    const switches = visitor.page.locator(".upgrade-under[inert] [role=switch]")
    await switches.first().waitFor()
    expect(await switches.count()).toBe(3)
    expect(await unsound(visitor.page)).toEqual([])
  })

  it("have no code switches on a plan without hidden codes", async () => {
    const visitor = await at(Role.id.Owner, "plain")
    expect(await visitor.page.getByRole("switch").count()).toBe(1)
  })
})
