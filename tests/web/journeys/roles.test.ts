import { Effect } from "effect"
import { beforeEach, describe, expect, it } from "vitest"
import { AccessLevel, type AccessLevelId, Area, type AreaId } from "#core/auth/permissions.ts"
import { Role, type RoleId } from "#core/auth/roles.ts"
import { alone } from "../support/alone.ts"
import { button } from "../support/controls.ts"
import { makeCompany, makeFacility, makeLock } from "../../support/fixture.ts"
import { holdBack } from "../support/holdBack.ts"
import { desk, shareDesk } from "../support/shareDesk.ts"
import type { Visitor } from "../support/Visitor.ts"
import { unsound } from "../support/unsound.ts"
import type { TestServer } from "../../support/testServer.ts"

const title = "Roles & permissions"
const path = "/team/roles"
const seen = "40001007"

shareDesk(
  {},
  Effect.gen(function* () {
    const { companyID } = yield* makeCompany("acme")
    const facilityID = yield* makeFacility(companyID, "Maple Street")
    for (const serial of [seen, "40001008"]) {
      yield* makeLock({ companyID, facilityID, serial, code: "1234", status: 1001 })
    }
    for (const tier of [-1, 2, 3] as const) yield* makeCompany(`tier ${tier}`, { tier })
  })
)
beforeEach(() => sql((sql) => sql`UPDATE companies SET role_overrides = '{}'`))

const sql: TestServer["sql"] = (use) => desk.server.sql(use)
const own = async () =>
  (await sql((sql) => sql<{ own: object }>`SELECT role_overrides AS own FROM companies WHERE name = 'acme'`))[0]?.own
const radio = ({ page }: Visitor, area: string, level: string) =>
  page.getByRole("group", { name: area, exact: true }).getByLabel(level, { exact: true })
const at = async (role: RoleId = Role.id.Owner, company = "acme", query = ""): Promise<Visitor> => {
  const visitor = await desk.visit({ role, company, path: path + query })
  await visitor.sees(title)
  await radio(visitor, "Reports", "Read").waitFor()
  return visitor
}

/** An access level; null for the role's default. */
type Level = AccessLevelId | null

const setArea = (token: string, role: RoleId, area: AreaId, level: Level) =>
  desk.server.call(token, (api) =>
    api.roles.set({ params: { role }, query: {}, payload: { areas: [{ area, level }] } })
  )

describe("roles and permissions", () => {
  it("are changed by keyboard only, apply immediately to signed-in users, and are undone with z", async () => {
    const vendor = await desk.visit({ role: Role.id.Vendor, path: "/dashboard" })
    await vendor.sees("Dashboard")
    await vendor.live()
    expect(await vendor.page.getByRole("link", { name: "Reports" }).count()).toBe(0)
    const visitor = await desk.visit({ role: Role.id.Owner, path: "/dashboard" })
    await visitor.sees("Dashboard")
    await visitor.runs("Go to Roles")
    await visitor.isAt(path)
    await visitor.tabTo(visitor.page.getByLabel("Role", { exact: true }))
    await visitor.page.keyboard.type("Vendor")
    await visitor.reads("Affects 1 person with the role Vendor.")
    await visitor.tabTo(radio(visitor, "Reports", "None"))
    await visitor.press("ArrowRight")
    expect(await radio(visitor, "Reports", "Read").isChecked()).toBe(true)
    await visitor.reads("Unsaved")
    await visitor.reads("≠ changed")
    expect(await unsound(visitor.page)).toEqual([])
    await visitor.press("Control+Enter")
    await visitor.reads("Permissions of Vendor saved")
    expect(await own()).toEqual({ 11: { 13: 1 } })
    await vendor.page.getByRole("link", { name: "Reports" }).waitFor()
    await visitor.heading(title).click()
    await visitor.press("z")
    await expect.poll(own).toEqual({ 11: {} })
    await vendor.page.getByRole("link", { name: "Reports" }).waitFor({ state: "detached" })
  })

  it("leave the palette without locks if it may see none, instead of waiting for them", async () => {
    const owner = await desk.server.enter("acme", Role.id.Owner)
    await setArea(owner, Role.id.Vendor, Area.id.Locks, AccessLevel.id.None)
    const visitor = await desk.visit({ role: Role.id.Vendor, path: "/dashboard" })
    await visitor.sees("Dashboard")
    await visitor.openPalette("zzzzzz")
    await visitor.page
      .locator(".palette-foot [role=status].hidden", { hasText: /^No results$/ })
      .waitFor({ state: "attached" })
    expect(await visitor.page.locator(".palette-foot").textContent()).not.toMatch(/locks/)
  })

  it("say that a restricted role can't use Write on users, and keep it out of the screens that need it", async () => {
    const visitor = await at(Role.id.Owner, "acme", `?role=${Role.id.Personnel}`)
    const note = "Personnel can only view users, roles and facilities, even with Write."
    expect(await visitor.page.getByText(note).count()).toBe(0)
    await radio(visitor, "Users", "Write").check()
    await visitor.reads(note)
    await visitor.press("Control+Enter")
    await visitor.reads("Permissions of Personnel saved")
    const personnel = await desk.visit({ role: Role.id.Personnel, path: "/team/users/import" })
    await personnel.reads("Access Denied")
    await personnel.isAt("/team/users")
    await personnel.sees("Users")
    await personnel.openPalette("go to import users")
    await personnel.reads("Insufficient Permissions: this needs a role other than Personnel")
  })

  it("remove screens, palette rows and stored data when revoked, and restore all of it when granted again", async () => {
    const agent = await desk.visit({ role: Role.id.Personnel, path: "/locks/manage_locks" })
    await agent.sees("Manage Locks")
    await agent.live()
    await agent.synced()
    const row = agent.page.getByRole("row").filter({ hasText: "Maple Street" }).first()
    await row.waitFor()
    const owner = await desk.server.enter("acme", Role.id.Owner)
    const set = (level: Level) => setArea(owner, Role.id.Personnel, Area.id.Locks, level)
    await set(0)
    await agent.isAt("/dashboard")
    await row.waitFor({ state: "detached" })
    const found = async (): Promise<number> => {
      await agent.openPalette(seen)
      await agent.reads("Insufficient Permissions: this needs Read on Locks.")
      const rows = await agent.page.locator("dialog.palette").getByText("Maple Street").count()
      await agent.press("Escape")
      return rows
    }
    expect(await found()).toBe(0)
    await agent.page.reload()
    await agent.sees("Dashboard")
    expect(await found()).toBe(0)
    await set(1)
    await agent.synced()
    await agent.openPalette(seen)
    await agent.page.locator("dialog.palette").getByText("Maple Street").first().waitFor()
  })

  it("apply on a page that was loaded before the change and gets live updates only after it", async () => {
    const owner = await desk.server.enter("acme", Role.id.Owner)
    const set = (level: Level) => setArea(owner, Role.id.Vendor, Area.id.Locks, level)
    const vendor = await desk.visit({ role: Role.id.Vendor })
    await set(0)
    const join = await holdBack(vendor, /\/api\/hub\/negotiate/)
    await vendor.goTo("/dashboard")
    await vendor.page.getByRole("link", { name: "Dashboard" }).waitFor()
    expect(await vendor.page.getByRole("link", { name: "Locks" }).count()).toBe(0)
    await set(null)
    await join()
    await vendor.page.getByRole("link", { name: "Locks" }).waitFor()
  })

  it("keep a form with its input when Write is revoked, until Read is revoked too", async () => {
    const admin = await desk.visit({ role: Role.id.Admin, path: "/team/users/create" })
    await admin.live()
    const owner = await desk.server.enter("acme", Role.id.Owner)
    const set = (level: Level) => setArea(owner, Role.id.Admin, Area.id.Users, level)
    const first = admin.page.getByLabel("First name")
    await first.fill("Jules")
    await set(1)
    const refused = admin.page.getByText("Insufficient Permissions: this needs Write on Users.").first()
    await refused.waitFor()
    await admin.isAt("/team/users/create")
    expect(await first.inputValue()).toBe("Jules")
    await set(2)
    await refused.waitFor({ state: "detached" })
    expect(await first.inputValue()).toBe("Jules")
    // Lists that are loaded again before the screen is left.
    admin.expects(/403/)
    await set(0)
    await admin.isAt("/dashboard")
    await admin.reads("Your unsaved changes were discarded.")
  })

  it("show the saved values before they are reloaded", async () => {
    const visitor = await at(Role.id.Owner, "acme", "?role=11")
    // From here on, the list is never answered, so the screen shows the response of the save.
    await visitor.page.route(/\/api\/roles(\?|$)/, () => undefined)
    await radio(visitor, "Reports", "Read").check()
    await button(visitor, "Save Changes").click()
    await visitor.reads("Permissions of Vendor saved")
    expect(await radio(visitor, "Reports", "Read").isChecked()).toBe(true)
    const chosen = visitor.page.getByLabel("Role", { exact: true }).locator("option:checked")
    await expect.poll(() => chosen.innerText()).toBe("Vendor (1 changed)")
    await visitor.page.unroute(/\/api\/roles(\?|$)/)
  })

  it("are changed and reset by mouse, and confirm before changes are lost", async () => {
    const visitor = await at(Role.id.Owner, "acme", "?role=11")
    await radio(visitor, "Lock Returns", "Write").check()
    await radio(visitor, "Locks", "None").check()
    await visitor.page.getByRole("link", { name: "Dashboard" }).click()
    const lost = visitor.page.getByRole("dialog", { name: "Any progress will be lost. Are you sure?" })
    await lost.waitFor()
    await visitor.press("Escape")
    await visitor.page.getByLabel("Role", { exact: true }).selectOption("Personnel")
    await lost.waitFor()
    await visitor.press("Escape")
    expect(await radio(visitor, "Locks", "None").isChecked()).toBe(true)
    await button(visitor, "Save Changes").click()
    await visitor.reads("Permissions of Vendor saved")
    expect(await own()).toEqual({ 11: { 1: 0, 11: 2 } })
    const chosen = visitor.page.getByLabel("Role", { exact: true }).locator("option:checked")
    await expect.poll(() => chosen.innerText()).toBe("Vendor (2 changed)")
    await button(visitor, "Reset to default").click()
    const asks = visitor.page.getByRole("dialog", { name: "Reset Vendor to its default permissions?" })
    await asks.getByText("Affects 1 person with the role Vendor.").waitFor()
    await asks.getByRole("button", { name: /^Yes/ }).click()
    await visitor.reads("Vendor has its default permissions")
    expect(await own()).toEqual({ 11: {} })
  })

  it("explain which rule refuses a choice before it is saved", async () => {
    const visitor = await at(Role.id.Owner, "acme", "?role=10")
    await radio(visitor, "Users", "Read").check()
    await visitor.reads("You can't take Write on Users away from your own role.")
    expect(await button(visitor, "Save Changes").getAttribute("aria-disabled")).toBe("true")
    await button(visitor, "Cancel Changes").click()
    expect(await radio(visitor, "Users", "Write").isChecked()).toBe(true)
    const admin = await at(Role.id.Admin, "acme", "?role=10")
    await admin.reads("Only a Super Admin, a Site Admin or an Owner can change the permissions of Owner.")
    expect(await radio(admin, "Users", "Read").isDisabled()).toBe(true)
    const reader = await at(Role.id.Personnel)
    await reader.reads("this needs Write on Users.")
    expect(await radio(reader, "Reports", "Read").isDisabled()).toBe(true)
  })

  it("follow what another user saves", async () => {
    const [here, there] = [await at(Role.id.Owner, "acme", "?role=11"), await at(Role.id.Admin, "acme", "?role=11")]
    await here.live()
    await radio(there, "Reports", "Write").check()
    await button(there, "Save Changes").click()
    await expect.poll(() => radio(here, "Reports", "Write").isChecked()).toBe(true)
  })

  it("report another user's change to the level edited here, and lose neither value", async () => {
    const [here, there] = [await at(Role.id.Owner, "acme", "?role=11"), await at(Role.id.Admin, "acme", "?role=11")]
    await here.live()
    await radio(here, "Inventory", "Read").check()
    await radio(there, "Inventory", "Write").check()
    await button(there, "Save Changes").click()
    await here.reads("These permissions were changed by Admin acme since you opened them.")
    expect(await radio(here, "Inventory", "Read").isChecked()).toBe(true)
    here.expects(/409/)
    const answered = here.page.waitForResponse((response) => response.status() === 409)
    await button(here, "Save Changes").click()
    await answered
    await here.does("roles.takeTheirs").click()
    await expect.poll(() => radio(here, "Inventory", "Write").isChecked()).toBe(true)
  })

  it.each([
    ["tier 3", "open"],
    ["tier 2", "prompt"],
    ["tier -1", "off"]
  ] as const)("with the plan of %s: %s", async (company, expected) => {
    const visitor = await desk.visit({ role: Role.id.Owner, company, path })
    await visitor.sees(title)
    if (expected === "off") await visitor.reads("Your plan does not include Custom Roles.")
    else await radio(visitor, "Reports", "Read").waitFor()
    const prompt = visitor.page.getByRole("note", { name: "Roles & permissions" })
    expect(await prompt.count()).toBe(expected === "prompt" ? 1 : 0)
    expect(await visitor.page.locator(".upgrade-under[inert] input").count()).toBe(expected === "prompt" ? 42 : 0)
    expect(await visitor.page.getByRole("navigation", { name: "Team" }).count()).toBe(expected === "off" ? 0 : 1)
  })
})

describe("the permission to reveal, taken away meanwhile", () => {
  it("ends what the dialog shows, at the reasons and with the combination on screen", async () => {
    const owner = await desk.server.enter("acme", Role.id.Owner)
    const setLocks = (level: Level) => setArea(owner, Role.id.CallCenterAgent, Area.id.Locks, level)
    const visitor = await desk.visit({ role: Role.id.CallCenterAgent, path: "/dashboard" })
    await visitor.sees("Dashboard")
    await visitor.live()
    // The list may just be asking for changes.
    visitor.expects(/403/)
    for (const keys of [[], ["2"]]) {
      await visitor.press(...seen, "Enter")
      await visitor.reads("Maple Street")
      await visitor.press(...keys)
      if (keys.length > 0) await visitor.reads("1234")
      await setLocks(0)
      await visitor.reads("Insufficient Permissions: this needs Read on Locks.")
      const shown = await visitor.page.getByRole("dialog").innerText()
      expect(shown).not.toMatch(alone("1234"))
      expect(shown).not.toContain("Maple Street")
      await visitor.press("Escape")
      await setLocks(null)
      await visitor.synced()
    }
  })
})
