import { beforeAll, describe, expect, it } from "vitest"
import { Role } from "#core/auth/roles.ts"
import { Tier } from "#core/companies/tiers.ts"
import { emailOf, makeCompany, password } from "../../support/fixture.ts"
import type { Desk } from "../support/Desk.ts"
import { holdBack } from "../support/holdBack.ts"
import { desk, shareDesk } from "../support/shareDesk.ts"
import type { Visitor } from "../support/Visitor.ts"
import { unsound } from "../support/unsound.ts"

shareDesk()
beforeAll(async () => {
  await desk.server.run(makeCompany("plus", { tier: Tier.id.Plus2025 }))
})

const { Admin, Owner, Vendor, Personnel, RestrictedPersonnel } = Role.id
const fresh = "quiet-harbor-27"

const dialog = ({ page }: Visitor) => page.getByRole("dialog", { name: "Manage Account" })
const field = (visitor: Visitor, label: string) => dialog(visitor).getByLabel(label, { exact: true })
const button = (visitor: Visitor, name: string) => dialog(visitor).getByRole("button", { name: new RegExp(`^${name}`) })
const opened = async (options: Parameters<Desk["visit"]>[0]): Promise<Visitor> => {
  const visitor = await desk.visit({ path: "/dashboard", ...options })
  await visitor.sees("Dashboard")
  await visitor.does("profile.open").first().click()
  await visitor.page.getByRole("menuitem", { name: "Manage Account" }).click()
  await dialog(visitor).waitFor()
  return visitor
}
const showPassword = async (visitor: Visitor, secret = password): Promise<void> => {
  await field(visitor, "Password").fill(secret)
  await visitor.press("Enter")
  await field(visitor, "New Email").waitFor()
}

describe("Manage Account", () => {
  it("changes the name by keyboard only and updates the profile menu", async () => {
    const visitor = await desk.visit({ role: Vendor, path: "/dashboard" })
    await visitor.sees("Dashboard")
    await visitor.runs("Manage Account")
    await dialog(visitor).waitFor()
    await visitor.tabTo(field(visitor, "First name"))
    await visitor.press("Enter")
    await visitor.reads("Nothing has changed")
    await visitor.press("Control+a")
    await visitor.page.keyboard.type("Vera")
    await visitor.press("Enter")
    await visitor.reads("Profile updated")
    await visitor.press("Escape")
    await dialog(visitor).waitFor({ state: "detached" })
    await visitor.does("profile.open").first().filter({ hasText: "Vera" }).waitFor()
  })

  it("confirms before unsaved edits are lost on close", async () => {
    const visitor = await opened({ role: Personnel })
    await field(visitor, "First name").fill("Petra")
    await visitor.press("Escape")
    await visitor.reads("Any progress will be lost. Are you sure?")
    await visitor.press("Escape")
    expect(await field(visitor, "First name").inputValue()).toBe("Petra")
    await button(visitor, "Close").click()
    await visitor.page.getByRole("button", { name: "Yes" }).click()
    await dialog(visitor).waitFor({ state: "detached" })
  })

  it("doesn't ask about unsaved edits anymore once they are saved", async () => {
    const visitor = await opened({ role: Personnel })
    const save = await holdBack(visitor, /update-name/)
    await field(visitor, "First name").fill("Pat")
    await visitor.press("Enter", "Escape")
    await visitor.reads("Any progress will be lost. Are you sure?")
    await save()
    await visitor.readsNoMore("Any progress will be lost. Are you sure?")
    await dialog(visitor).waitFor()
    await visitor.press("Escape")
    await dialog(visitor).waitFor({ state: "detached" })
  })

  it("keeps the first name that another tab saved meanwhile when only the last name is edited", async () => {
    const visitor = await opened({ role: RestrictedPersonnel })
    await visitor.live()
    await field(visitor, "Last name").fill("Second")
    const elsewhere = await desk.server.enter("acme", RestrictedPersonnel)
    await desk.server.call(elsewhere, (api) =>
      api.account.updateName({ payload: { firstName: "First", lastName: "acme" } })
    )
    await expect.poll(() => field(visitor, "First name").inputValue()).toBe("First")
    expect(await field(visitor, "Last name").inputValue()).toBe("Second")
    await button(visitor, "Update Name").click()
    await visitor.reads("Profile updated")
    const { data } = await desk.server.call(elsewhere, (api) => api.auth.user({ query: {} }))
    expect([data.firstName, data.lastName]).toEqual(["First", "Second"])
  })

  it("keeps the last name that another tab saved meanwhile, and says so where it is edited too", async () => {
    const visitor = await opened({ role: RestrictedPersonnel })
    visitor.expects(/409/)
    const elsewhere = await desk.server.enter("acme", RestrictedPersonnel)
    // No event reaches this tab, and it can't reload its user.
    await visitor.page.route(/auth\/user(\?|$)/, (route) => route.abort())
    visitor.expects(/./)
    await field(visitor, "Last name").fill("Mine")
    await desk.server.call(elsewhere, (api) =>
      api.account.updateName({ payload: { firstName: "First", lastName: "Theirs" } })
    )
    await button(visitor, "Update Name").click()
    await visitor.reads("Your name was changed since you opened it.")
    expect(await field(visitor, "Last name").inputValue()).toBe("Mine")
    const { data } = await desk.server.call(elsewhere, (api) => api.auth.user({ query: {} }))
    expect(data.lastName).toBe("Theirs")
    await visitor.page.unroute(/auth\/user(\?|$)/)
    await button(visitor, "Load latest version").click()
    await expect.poll(() => field(visitor, "Last name").inputValue()).toBe("Theirs")
  })

  it("switches to the token returned with a changed name", async () => {
    const visitor = await opened({ role: Owner })
    const token = await desk.server.enter("acme", Owner)
    await visitor.page.route("**/api/auth/update-name", async (route) => {
      const response = await route.fetch()
      const body = (await response.json()) as object
      await route.fulfill({ response, json: { ...body, data: { token } } })
    })
    await field(visitor, "First name").fill("Olive")
    const asksWithIt = () =>
      visitor.page.waitForRequest(
        (request) => request.url().endsWith("/api/auth/user") && request.headers()["authorization"] === token
      )
    const asked = asksWithIt()
    await button(visitor, "Update Name").click()
    await visitor.reads("Profile updated")
    await asked
    const askedAgain = asksWithIt()
    await visitor.page.reload()
    await askedAgain
    await visitor.sees("Dashboard")
  })

  it("reports a change that times out, but not one canceled by signing out", async () => {
    const { path, delay } = { path: "/api/auth/update-name", delay: 3_600_000 }
    const visitor = await desk.visit({ role: Admin })
    visitor.expects(/ERR_/, /hub/i, /WebSocket/i, /Can't reach/)
    await visitor.context.clock.install()
    await visitor.goTo("/dashboard")
    await visitor.sees("Dashboard")
    await visitor.runs("Manage Account")
    await field(visitor, "First name").fill("Amber")
    desk.proxy.delay = (call) => (call.path.startsWith(path) ? delay : 0)
    const sent = visitor.page.waitForRequest((request) => request.url().includes(path))
    await button(visitor, "Update Name").click()
    await sent
    await visitor.context.clock.runFor(299_000)
    expect(await visitor.page.getByText("Can't reach the server.").count()).toBe(0)
    await visitor.context.clock.runFor(2_000)
    await visitor.reads("Can't reach the server.")
    const other = await desk.visit({ role: Owner, path: "/settings/general" })
    desk.proxy.delay = ({ method }) => (method === "PUT" ? delay : 0)
    const again = other.page.waitForRequest((request) => request.method() === "PUT")
    await other.page.getByRole("switch").first().click()
    await again
    await other.signsOut()
    await other.isAt("/signin")
    await other.page.getByLabel("Email", { exact: true }).waitFor()
    expect(await other.page.locator(".toast").count()).toBe(0)
  })

  it("validates fields while the user types", async () => {
    const visitor = await opened({ role: Admin })
    await field(visitor, "First name").fill("")
    await visitor.reads("First name is required.")
    expect(await button(visitor, "Continue").getAttribute("aria-disabled")).toBe("true")
    visitor.expects(/401/)
    await field(visitor, "Password").fill("wrong-horse")
    await button(visitor, "Continue").click()
    await visitor.reads("The password is wrong.")
    await showPassword(visitor)
    expect(await field(visitor, "New Email").evaluate((input) => input === document.activeElement)).toBe(true)
    await field(visitor, "New Email").fill("nobody")
    await visitor.reads("Email is invalid")
    await field(visitor, "New Email").fill("a@b.example")
    await field(visitor, "Confirm New Email").fill("b@b.example")
    await visitor.reads("Emails must match")
    await field(visitor, "New Password").fill("short")
    await visitor.reads("Password must be at least 6 characters")
    await field(visitor, "New Password").fill(fresh)
    await field(visitor, "Confirm New Password").fill("other")
    await visitor.reads("Passwords must match")
    expect(await unsound(visitor.page)).toEqual([])
  })

  it("changes the password, stays signed in here, and ends the user's other sessions", async () => {
    const elsewhere = await desk.visit({ role: Owner, path: "/dashboard" })
    await elsewhere.sees("Dashboard")
    await elsewhere.live()
    elsewhere.expects(/401/)
    const visitor = await opened({ role: Owner })
    await showPassword(visitor)
    await field(visitor, "New Password").fill(fresh)
    await field(visitor, "Confirm New Password").fill(fresh)
    await button(visitor, "Change Password").click()
    await visitor.reads("Password updated")
    await elsewhere.isAt("/signin")
    await visitor.press("Escape")
    await visitor.press("g", "f")
    await visitor.sees("Facilities")
    await visitor.page.reload()
    await visitor.sees("Facilities")
  })

  it("changes the email after the link is opened", async () => {
    const email = "perry@harbor.example.com"
    const visitor = await opened({ role: Personnel })
    await showPassword(visitor)
    await field(visitor, "New Email").fill(email)
    await field(visitor, "Confirm New Email").fill(email)
    await button(visitor, "Change Email").click()
    await visitor.reads(`Ask a Super Admin for the link that confirms ${email}.`)
    await visitor.reads(`Signed in as ${emailOf("acme", Personnel)}`)
    const chief = await desk.server.enter("acme", Role.id.SuperAdmin)
    const { data } = await desk.server.call(chief, (api) => api.outbox.list({ query: {} }))
    const link = /\/setpassword\?uid=[\w-]+&for=email/.exec(data.find(({ to }) => to === email)?.body ?? "")?.[0]
    const opening = await desk.visit({ path: link ?? expect.unreachable() })
    await opening.reads("Email updated")
    expect(new URL(opening.page.url()).search).toBe("?for=email")
    opening.expects(/410/)
    await opening.goTo(link ?? "")
    await opening.reads("Your link has expired.")
    await visitor.reads(`Signed in as ${email}`)
  })

  it("copies the company's name and ID, or reports that copying failed", async () => {
    const visitor = await opened({ role: Admin, permissions: ["clipboard-read", "clipboard-write"] })
    await visitor.does("account.copyCompany").click()
    await visitor.reads("Copy sucessfully")
    expect(await visitor.page.evaluate(() => navigator.clipboard.readText())).toBe("acme")
    await visitor.page.evaluate(() => {
      navigator.clipboard.writeText = () => Promise.reject(new DOMException("no"))
    })
    await dialog(visitor).locator("[data-command='company.copy']").click()
    await visitor.reads("Copy failed")
  })

  it("shows the plan without its year, and a link to upgrade unless it is Premium", async () => {
    const plus = await opened({ role: Admin, company: "plus" })
    expect(await dialog(plus).getByText("Plus", { exact: true }).count()).toBe(1)
    expect(await dialog(plus).locator("[data-command='upgrade.open']").count()).toBe(1)
    const premium = await opened({ role: Admin })
    expect(await dialog(premium).getByText("Premium", { exact: true }).count()).toBe(1)
    expect(await dialog(premium).locator("[data-command='upgrade.open']").count()).toBe(0)
  })
})
