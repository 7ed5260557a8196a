import { Effect } from "effect"
import type { Locator } from "playwright-core"
import { beforeAll, describe, expect, it } from "vitest"
import { AccessLevel, Area } from "#core/auth/permissions.ts"
import { Role, type RoleId } from "#core/auth/roles.ts"
import { FacilityId } from "#core/base/ids.ts"
import { Tier } from "#core/companies/tiers.ts"
import { makeCompany, makeFacility, userIn } from "../../support/fixture.ts"
import { asInstalled } from "../support/asInstalled.ts"
import { desk, shareDesk } from "../support/shareDesk.ts"
import type { Visitor } from "../support/Visitor.ts"

const { Admin, Owner, Personnel } = Role.id

const at = { maple: 0, oak: 0, subdomain: 0, apiKey: 0, user: 0 }
shareDesk(
  {},
  Effect.gen(function* () {
    const { companyID, users } = yield* makeCompany("acme")
    at.maple = yield* makeFacility(companyID, "Maple St")
    at.oak = yield* makeFacility(companyID, "Oak Ave")
    at.user = userIn(users, Personnel)
    yield* makeCompany("pages")
    yield* makeCompany("basic", { tier: Tier.id.Basic })
  })
)
beforeAll(async () => {
  const owner = await desk.server.enter("acme", Owner)
  const portal = { displayName: "Maple", subdomainUrl: "maple", facilityIDs: [FacilityId.make(at.maple)] }
  at.subdomain = (await desk.server.call(owner, (api) => api.subdomains.create({ query: {}, payload: portal }))).data.id
  const key = { name: "Gate", facilityIds: [], allFacilities: true, isActive: true }
  at.apiKey = (await desk.server.call(owner, (api) => api.apiKeys.add({ query: {}, payload: key }))).data.id
})

const visit = (path: string, role: RoleId = Owner, company = "acme") => desk.visit({ role, company, path })
const button = ({ page }: Visitor, name: string) => page.getByRole("button", { name, exact: true })
const headings = ({ page }: Visitor) => page.getByRole("columnheader").allInnerTexts()
const styleOf = (locator: Locator, name: "maxHeight" | "height") =>
  locator.evaluate((element, property) => getComputedStyle(element)[property], name)
const isClosed = async (locator: Locator) => (await locator.getAttribute("aria-disabled")) === "true"

describe("company screens show the prescribed texts", () => {
  it("lists users at two URLs, active ones first, with the prescribed columns", async () => {
    const visitor = await visit("/team")
    await visitor.isAt("/team/users")
    await visitor.reads("Vendor acme")
    expect((await headings(visitor)).join(" ")).toMatch(/Name.*Email.*Role.*Facilities.*Status/s)
    expect(await visitor.does("users.showActive").getAttribute("aria-pressed")).toBe("true")
    expect(await visitor.does("users.new").innerText()).toMatch(/^Add User/)
  })

  it("has a user form with a two-word status, chips up to 440 px wide, and its buttons", async () => {
    const visitor = await visit(`/team/users/${at.user}`)
    const status = visitor.page.getByRole("group", { name: "Status" }).getByRole("radio")
    await status.first().waitFor()
    expect(await status.evaluateAll((all) => all.map((each) => (each as HTMLInputElement).value))).toEqual([
      "true",
      "false"
    ])
    await visitor.page.getByLabel("All Facilities").uncheck()
    await visitor.reads("Choose at least one facility, or all of them.")
    await visitor.page.getByRole("combobox", { name: "Add a facility" }).fill("Oak")
    await visitor.press("Enter")
    const chips = visitor.page.getByRole("list", { name: "Chosen facilities" })
    await chips.getByRole("button", { name: "Remove Oak Ave" }).waitFor()
    expect(await styleOf(chips, "maxHeight")).toBe("440px")
    expect(await isClosed(button(visitor, "Cancel Changes"))).toBe(false)
    expect(await visitor.does("form.submit").last().innerText()).toMatch(/^Save Changes/)
    await visitor.page.getByRole("combobox", { name: "Add a facility" }).fill("Maple")
    await visitor.press("Enter")
    await chips.getByRole("button", { name: "Remove Maple St" }).waitFor()
    // By name, not in the order they were added.
    expect(await chips.getByRole("listitem").locator("[title]").allInnerTexts()).toEqual(["Maple St", "Oak Ave"])
    // The open list covers no chip.
    await visitor.page.getByRole("combobox", { name: "Add a facility" }).click()
    await visitor.page.getByRole("listbox", { name: "Facilities" }).waitFor()
    for (const chip of await chips.getByRole("button").all()) await chip.click({ trial: true, timeout: 5000 })
    await chips.getByRole("button", { name: "Remove Maple St" }).click()
    await chips.getByRole("button", { name: "Remove Oak Ave" }).click()
    expect(await isClosed(visitor.does("form.submit").last())).toBe(true)
  })

  it("lists subdomains with their columns, and names the steps, buttons and rows of the wizard", async () => {
    const visitor = await visit("/settings/overlock")
    await visitor.reads("Maple")
    expect((await headings(visitor)).join(" ")).toMatch(/Display Name.*Subdomain URL.*Facilities.*Logo/s)
    await visitor.page.getByText("maple", { exact: true }).click()
    await visitor.page.getByRole("form", { name: "Step 1: General Information" }).waitFor()
    await visitor.does("subdomainForm.next").click()
    await visitor.page.getByRole("form", { name: "Step 2: Assign Facilities" }).waitFor()
    const moves = visitor.page.locator(".transfer-do button")
    await moves.first().waitFor()
    expect((await moves.allInnerTexts()).map((text) => text.trim().split("\n")[0])).toEqual([
      "Move all right",
      "Move selected right",
      "Move selected left",
      "Move all left"
    ])
    expect(await styleOf(visitor.page.getByRole("option").first(), "height")).toBe("44px")
  })

  it("searches, sorts and pages subdomains", async () => {
    const owner = await desk.server.enter("pages", Owner)
    for (let nth = 0; nth < 51; nth++) {
      const payload = { displayName: `Portal ${nth}`, subdomainUrl: `portal-${nth}`, facilityIDs: [] }
      await desk.server.call(owner, (api) => api.subdomains.create({ query: {}, payload }))
    }
    const visitor = await visit("/settings/overlock", Owner, "pages")
    const rows = visitor.page.locator("[role=grid] [role=row][data-command]")
    await visitor.reads("Portal 0")
    await visitor.reads(/1\D+50\D+51/)
    await visitor.page.getByRole("columnheader", { name: "Subdomain URL" }).getByRole("button").first().click()
    await expect.poll(() => rows.first().innerText()).toContain("portal-0")
    await visitor.page.getByPlaceholder("Search Display Name or URL").fill("portal-50")
    await expect.poll(() => rows.count()).toBe(1)
  })

  it("accepts only digits for the contact's phone, ten at most, and formats them as a phone number", async () => {
    const visitor = await visit("/settings/general")
    const phone = visitor.page.getByLabel("Contact phone")
    await phone.focus()
    await visitor.page.keyboard.type("a555-010b0200999")
    expect(await phone.inputValue()).toBe("(555) 010-0200")
  })

  it("disables 'Save & Submit' of a subdomain when Write permission is revoked", async () => {
    const visitor = await visit(`/settings/overlock/${at.subdomain}?step=facilities`, Admin)
    const submit = visitor.page.getByRole("button", { name: /^Save & Submit/ })
    await submit.waitFor()
    await visitor.live()
    expect(await isClosed(submit)).toBe(false)
    // An unchanged form would be left automatically.
    await visitor.page.getByRole("option", { name: "Maple St" }).click()
    await button(visitor, "Move selected left").click()
    const owner = await desk.server.enter("acme", Owner)
    const level = (wanted: (typeof AccessLevel.ids)[number] | null) =>
      desk.server.call(owner, (api) =>
        api.roles.set({
          params: { role: Admin },
          query: {},
          payload: { areas: [{ area: Area.id.Subdomains, level: wanted }] }
        })
      )
    visitor.expects(/403/)
    await level(AccessLevel.id.Read)
    await expect.poll(() => isClosed(submit)).toBe(true)
    await level(null)
    await expect.poll(() => isClosed(submit)).toBe(false)
  })

  it("shows a fallback when the server sends no message for a subdomain", async () => {
    const visitor = await visit(`/settings/overlock/${at.subdomain}?step=facilities`)
    visitor.expects(/502/)
    await visitor.page.route("**/api/companies/subdomains*", (route) =>
      route.request().method() === "PUT"
        ? route.fulfill({ status: 502, contentType: "text/html", body: "<h1>Bad gateway</h1>" })
        : route.continue()
    )
    await visitor.page.getByRole("option", { name: "Oak Ave" }).waitFor()
    await visitor.does("subdomainForm.assignAll").click()
    await visitor.page.getByRole("button", { name: /^Save & Submit/ }).click()
    await visitor.reads("Subdomain failed to update")
    expect(await visitor.page.getByRole("option", { name: "Oak Ave" }).count()).toBe(1)
    await visitor.page.unroute("**/api/companies/subdomains*")
  })

  it("shows the subdomain list disabled, with a video about it, where a higher plan includes it", async () => {
    const visitor = await visit("/dashboard", Owner, "basic")
    await asInstalled(visitor.page, { "subdomains-video": "/videos/subdomains.mp4" })
    await visitor.goTo("/settings/overlock")
    await visitor.reads("Subdomains is not in your plan.")
    expect(await visitor.page.locator(".upgrade-under[inert]").count()).toBe(1)
    const video = visitor.page.getByLabel("Video about Subdomains")
    expect(await video.getAttribute("src")).toBe("/videos/subdomains.mp4")
  })

  it("confirms that a key and its secret were copied", async () => {
    const visitor = await desk.visit({
      role: Owner,
      path: `/integrations/api_setting/${at.apiKey}`,
      permissions: ["clipboard-read", "clipboard-write"]
    })
    for (const [name, copied] of [
      ["Copy Key", /^ldk_pub_\w{17}$/],
      ["Copy Secret", /^ldk_live_\w{39}$/]
    ] as const) {
      await button(visitor, name).click()
      await visitor.reads("Copied to clipboard")
      await expect.poll(() => visitor.page.evaluate(() => navigator.clipboard.readText())).toMatch(copied)
    }
  })

  it("names the parts of Manage Account, and unlocks email and password only with the password", async () => {
    const visitor = await visit("/dashboard", Personnel)
    await visitor.sees("Dashboard")
    await visitor.does("profile.open").first().click()
    const menu = visitor.page.getByRole("menu")
    for (const words of ["Personnel acme", "Manage Account", "Sign Out"])
      expect(await menu.innerText()).toContain(words)
    const { pathname } = new URL(visitor.page.url())
    await visitor.page.getByRole("menuitem", { name: "Manage Account" }).click()
    const dialog = visitor.page.getByRole("dialog", { name: "Manage Account" })
    await dialog.waitFor()
    expect(new URL(visitor.page.url()).pathname).toBe(pathname)
    expect(await dialog.getByRole("button", { name: "Update Name" }).count()).toBe(1)
    expect(await isClosed(dialog.getByRole("button", { name: "Continue" }))).toBe(true)
    for (const label of ["New Email", "New Password"]) expect(await dialog.getByLabel(label).count()).toBe(0)
  })
})
