import { Effect } from "effect"
import { describe, expect, it } from "vitest"
import { Role, type RoleId } from "#core/auth/roles.ts"
import { makeCompany, makeFacility, makeLock } from "../../support/fixture.ts"
import { unsound } from "../support/unsound.ts"
import { desk, shareDesk } from "../support/shareDesk.ts"

shareDesk(
  {},
  Effect.gen(function* () {
    const { companyID } = yield* makeCompany("acme")
    const facilityID = yield* makeFacility(companyID, "Maple St")
    yield* makeLock({ companyID, facilityID, serial: "10000001", code: "7391", status: 1004, unit: "7" })
  })
)

const banner = "Viewing as someone else"

describe("viewing as a person", () => {
  it("ends in every tab when the person gets another role", async () => {
    const owner = await desk.server.enter("acme", Role.id.Owner)
    const { data } = await desk.server.call(owner, (api) => api.users.list({ query: {} }))
    const { userID } = data.find(({ roleID }) => roleID === Role.id.Personnel) ?? expect.unreachable()
    const visitor = await desk.visit({ role: Role.id.Admin, path: "/dashboard" })
    visitor.expects(/403|Failed to load/)
    await visitor.live()
    const tab = await visitor.newTab("/dashboard")
    await visitor.openPalette("view as personnel acme")
    await visitor.row("View as a person: Personnel acme").waitFor()
    await visitor.press("Enter")
    const notes = [visitor.page, tab].map((page) => page.getByRole("note", { name: banner }))
    for (const note of notes) await note.getByText("you're viewing as Personnel acme (Personnel)").waitFor()
    const change = (roleID: RoleId) =>
      desk.server.call(owner, (api) => api.users.update({ query: {}, payload: { userID, roleID } }))
    await change(Role.id.Vendor)
    for (const note of notes) await note.waitFor({ state: "detached" })
    await visitor.page.getByRole("link", { name: "Team" }).waitFor()
    await change(Role.id.Personnel)
  })
})

describe("viewing as a role", () => {
  it("starts on the roles screen, is shown on every screen and tab, changes nothing, and can be ended", async () => {
    const visitor = await desk.visit({ role: Role.id.Owner, path: "/team/roles?role=11" })
    visitor.expects(/403|Failed to load/)
    await visitor.reads("Affects 1 person with the role Vendor.")
    await visitor.page.getByRole("button", { name: "View as Vendor" }).click()
    const note = visitor.page.getByRole("note", { name: banner })
    await note.getByText("Owner acme, you're viewing as Vendor until").waitFor()
    await visitor.isAt("/dashboard")
    expect(await visitor.page.getByRole("link", { name: "Team" }).count()).toBe(0)
    expect(await unsound(visitor.page)).toEqual([])
    await visitor.page.getByRole("link", { name: "Settings" }).click()
    await visitor.sees("General settings")
    await note.waitFor()
    const tab = await visitor.newTab("/dashboard")
    await tab.getByRole("note", { name: banner }).waitFor()
    // A reveal explains why it is refused.
    await visitor.press(..."10000001", "Enter")
    await visitor.reads("You are viewing as Vendor, so you can't do this.")
    await visitor.press("Escape")
    await visitor.runs("Stop viewing")
    await note.waitFor({ state: "detached" })
    await visitor.page.getByRole("link", { name: "Team" }).waitFor()
    await tab.getByRole("note", { name: banner }).waitFor({ state: "detached" })
  })

  it("confirms before unsaved input is lost", async () => {
    const visitor = await desk.visit({ role: Role.id.Owner, path: "/settings/general" })
    const contact = visitor.page.getByLabel("Contact name")
    await contact.fill("Typed")
    for (const key of ["Escape", "Control+Enter"]) {
      await visitor.runs("View as a role")
      await visitor.row("Vendor").click()
      await visitor.reads("Any progress will be lost. Are you sure?")
      expect(await visitor.page.getByRole("note", { name: banner }).count()).toBe(0)
      if (key === "Escape") {
        await visitor.press("Escape")
        expect(await contact.inputValue()).toBe("Typed")
      } else await visitor.press(key)
    }
    await visitor.page.getByRole("note", { name: banner }).waitFor()
    await visitor.isAt("/dashboard")
    await visitor.runs("Stop viewing")
    await visitor.page.getByRole("link", { name: "Team" }).waitFor()
  })

  it("keeps unsaved input of another tab, which is saved after the view ends or dropped on leaving", async () => {
    const visitor = await desk.visit({ role: Role.id.Owner, path: "/dashboard" })
    visitor.expects(/403|Failed to load/)
    const tab = await visitor.newTab("/settings/general")
    const contact = tab.getByLabel("Contact name")
    const view = async (typed: string): Promise<void> => {
      await visitor.runs("View as a role")
      await visitor.row("Vendor").click()
      for (const page of [visitor.page, tab]) await page.getByRole("note", { name: banner }).waitFor()
      await tab.getByText("Your changes stay until you leave.").first().waitFor()
      expect(await contact.inputValue()).toBe(typed)
    }
    await contact.fill("Typed")
    await view("Typed")
    await visitor.runs("Stop viewing")
    await tab.getByRole("note", { name: banner }).waitFor({ state: "detached" })
    await tab.getByText("You're back to your own view.").first().waitFor()
    await contact.press("Control+Enter")
    await tab.getByText("Company details updated").first().waitFor()
    await contact.fill("Other")
    await view("Other")
    await tab.getByRole("link", { name: "Dashboard" }).click()
    await tab.getByRole("dialog", { name: "Any progress will be lost. Are you sure?" }).waitFor()
    await tab.getByRole("button", { name: "Yes" }).click()
    await tab.getByText("You are viewing as Vendor for 15 minutes.").first().waitFor()
    await tab.waitForURL(/\/dashboard/)
    await expect.poll(() => tab.getByRole("link", { name: "Team" }).count()).toBe(0)
  })

  it("keeps unsaved input of forms that the viewed role can't open", async () => {
    const visitor = await desk.visit({ role: Role.id.Owner, path: "/dashboard" })
    visitor.expects(/403|Failed to load/)
    const typed = {
      "/facilities/create": /^Facility Name/,
      "/team/users/create": "First name",
      "/settings/overlock/create": /^Display Name/
    }
    const fields = await Promise.all(
      Object.entries(typed).map(async ([path, label]) => {
        const tab = await visitor.newTab(path)
        const field = tab.getByLabel(label)
        await field.fill("Typed")
        return { path, tab, field }
      })
    )
    const shown = () =>
      Promise.all(fields.map(async ({ tab, field }) => [new URL(tab.url()).pathname, await field.inputValue()]))
    const kept = fields.map(({ path }) => [path, "Typed"])
    await visitor.runs("View as a role")
    await visitor.row("Personnel").click()
    for (const { tab } of fields) await tab.getByText("Your changes stay until you leave.").first().waitFor()
    expect(await shown()).toEqual(kept)
    await visitor.runs("Stop viewing")
    for (const { tab } of fields) await tab.getByText("You're back to your own view.").first().waitFor()
    expect(await shown()).toEqual(kept)
  })

  it("explains why a higher role is refused", async () => {
    const visitor = await desk.visit({ role: Role.id.Admin, path: "/dashboard" })
    visitor.expects(/403|Failed to load/)
    await visitor.sees("Dashboard")
    await visitor.runs("View as a role")
    await visitor.row("Owner").click()
    await visitor.reads("You can't view as Owner, because they have access that you don't have.")
  })
})
