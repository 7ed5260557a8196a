import { Effect } from "effect"
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest"
import { Role } from "#core/auth/roles.ts"
import { makeCompany, makeFacility, makeLock } from "../../support/fixture.ts"
import type { Desk } from "../support/Desk.ts"
import { openDesk } from "../support/openDesk.ts"
import { unsound } from "../support/unsound.ts"

let desk: Desk
beforeAll(async () => {
  const fill = Effect.gen(function* () {
    const { companyID } = yield* makeCompany("acme")
    const facilityID = yield* makeFacility(companyID, "Maple St")
    yield* makeLock({ companyID, facilityID, serial: "10000001", code: "7391", status: 1004, unit: "7" })
  })
  desk = (await openDesk({}, fill)).keepingPages()
})
afterEach(() => desk.settle())
afterAll(() => desk.close())

const banner = "Viewing as someone else"

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

  it("explains why a higher role is refused", async () => {
    const visitor = await desk.visit({ role: Role.id.Admin, path: "/dashboard" })
    visitor.expects(/403|Failed to load/)
    await visitor.sees("Dashboard")
    await visitor.runs("View as a role")
    await visitor.row("Owner").click()
    await visitor.reads("You can't view as Owner, because they have access that you don't have.")
  })
})
