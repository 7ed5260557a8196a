import { Effect } from "effect"
import { SqlClient } from "effect/sql"
import { describe, expect, it } from "vitest"
import { Role } from "#core/auth/roles.ts"
import { axeFindings } from "../support/axe.ts"
import { facilityNames } from "../support/deskData.ts"
import type { Desk } from "../support/Desk.ts"
import { desk, shareDesk } from "../support/shareDesk.ts"
import type { Visitor } from "../support/Visitor.ts"
import { phone, unsoundAtEveryWidth } from "../support/unsound.ts"

shareDesk()

const { Admin, CallCenterAgent } = Role.id
const [maple] = facilityNames

const listed = async (options: Parameters<Desk["visit"]>[0] = {}): Promise<Visitor> => {
  const visitor = await desk.visit({ role: Admin, path: "/facilities", ...options })
  await visitor.sees("Facilities")
  await visitor.reads(maple)
  return visitor
}
const field = ({ page }: Visitor, label: string | RegExp) => page.getByLabel(label)
const step = ({ page }: Visitor) => page.locator("[aria-current=step]")
const stepIs = (visitor: Visitor, title: string): Promise<void> =>
  visitor.until(`the step ${title}`, step(visitor).filter({ hasText: title }).waitFor())

/** The facilities of acme in the database. */
const rows = () =>
  desk.server.run(
    Effect.flatMap(
      SqlClient.SqlClient,
      (sql) => sql<{ name: string; city: string; phone: string; lat: number | null; units: number }>`
        SELECT f.name, f.city, f.phone, f.lat, f.units FROM facilities f JOIN companies c USING (company_id)
        WHERE c.name = 'acme' AND f.deleted_at IS NULL ORDER BY f.facility_id`
    )
  )

describe("the facility list", () => {
  it("opens with its shortcut, sorts naturally, and searches by name or ID", async () => {
    const visitor = await desk.visit({ role: Admin, path: "/dashboard" })
    await visitor.sees("Dashboard")
    await visitor.press("g", "f")
    await visitor.sees("Facilities")
    const names = visitor.page.locator("[role=grid] [role=row][data-command]")
    await visitor.reads(maple)
    expect((await names.allInnerTexts()).map((text) => text.split("\n")[0])).toEqual([
      "Harbor Point",
      "Maple Street",
      "North Loop"
    ])
    await visitor.page.getByPlaceholder("Search Facility Name or ID").fill("harb")
    await visitor.readsNoMore(maple)
    expect(await names.count()).toBe(1)
  })

  it("marks an inactive facility, in rows and cards", async () => {
    const setActive = (active: boolean) =>
      desk.server.run(
        Effect.flatMap(
          SqlClient.SqlClient,
          (sql) => sql`UPDATE facilities f SET is_active = ${active} FROM companies c
            WHERE c.company_id = f.company_id AND c.name = 'acme' AND f.name = 'North Loop'`
        )
      )
    await setActive(false)
    try {
      for (const options of [{}, { viewport: phone }]) {
        const visitor = await listed(options)
        const rows = visitor.page.getByRole("row").filter({ hasText: "Inactive" })
        await rows.filter({ hasText: "North Loop" }).waitFor()
        expect(await rows.count()).toBe(1)
      }
    } finally {
      await setActive(true)
    }
  })

  it("offers read-only roles no add, delete or edit form", async () => {
    const agent = await listed({ role: CallCenterAgent })
    expect(await agent.does("facilities.remove").count()).toBe(0)
    expect(await agent.does("facilities.new").getAttribute("aria-disabled")).toBe("true")
    await agent.page.getByText(maple).first().click()
    await agent.page.getByRole("dialog").waitFor()
    expect(new URL(agent.page.url()).pathname).toBe("/facilities")
    await agent.goTo("/facilities/create")
    await agent.isAt("/facilities")
  })

  it("sorts the nearest first once the location is known, and selects it", async () => {
    await desk.server.run(
      Effect.flatMap(
        SqlClient.SqlClient,
        (sql) => sql`UPDATE facilities SET lat = 40, lng = -80 WHERE name = 'North Loop'`
      )
    )
    const visitor = await listed({ geolocation: { latitude: 40.1, longitude: -80.1 }, permissions: ["geolocation"] })
    const first = visitor.page.locator("[role=grid] [role=row][data-command]").first()
    await visitor.until("the nearest first", first.filter({ hasText: "North Loop" }).waitFor())
    await visitor.does("facilities.nearest").click()
    await visitor.reads("Nearest:")
    expect(await visitor.page.evaluate(() => localStorage.getItem("nearest facility"))).toBe("yes")
    await visitor.page.reload()
    await visitor.reads("Nearest:")
  })

  it("explains why a facility can't be deleted without asking, but asks if the locks haven't loaded", async () => {
    const kept = "Unable to delete a facility with locks still assigned to units"
    const knowing = await listed()
    await knowing.synced()
    await knowing.page.getByRole("button", { name: `Delete ${maple}` }).click()
    await knowing.reads(kept)
    expect(await knowing.page.getByText("Are you sure?").count()).toBe(0)

    desk.proxy.delay = ({ path }) => (path.startsWith("/api/locks/whole") ? 60_000 : 0)
    const visitor = await desk.visit({ role: Admin, path: "/facilities" })
    await visitor.reads(maple)
    visitor.expects(/409/)
    await visitor.page.getByRole("button", { name: `Delete ${maple}` }).click()
    await visitor.reads("Are you sure?")
    await visitor.does("form.submit").click()
    await visitor.reads(kept)
  })

  it("confirms before deleting an unused facility", async () => {
    const visitor = await desk.visit({ role: Admin, path: "/facilities/create" })
    await fillContact(visitor, "Short Lived")
    await walkToTheEnd(visitor)
    await visitor.isAt("/facilities")
    await visitor.page.getByRole("button", { name: "Delete Short Lived" }).click()
    await visitor.reads("Are you sure?")
    await visitor.does("layer.close").click()
    await visitor.readsNoMore("Are you sure?")
    await visitor.page.getByRole("button", { name: "Delete Short Lived" }).click()
    await visitor.does("form.submit").click()
    await visitor.reads("Facility deleted successfully")
    await visitor.until(
      "the row gone",
      visitor.page.getByRole("button", { name: "Delete Short Lived" }).waitFor({ state: "hidden" })
    )
  })

  it("shows the upgrade prompt over bulk adding if the plan doesn't include it", async () => {
    const set = (text: string) =>
      desk.server.run(
        Effect.flatMap(
          SqlClient.SqlClient,
          (sql) => sql`UPDATE companies SET feature_overrides = ${text}::text::jsonb WHERE name = 'acme'`
        )
      )
    await set('{"3":2}')
    const visitor = await listed()
    await visitor.reads("is in your plan, but turned off.")
    await visitor.does("upgrade.open").click()
    await visitor.reads("Please contact us about our subscription.")
    expect(await axeFindings(visitor.page)).toEqual([])
    await set("{}")
  })
})

const fillContact = async (visitor: Visitor, name: string): Promise<void> => {
  await field(visitor, "Facility Name").fill(name)
  await field(visitor, /^Phone Number/).fill("5550100200")
}

const walkToTheEnd = async (visitor: Visitor): Promise<void> => {
  for (const title of ["Notification List", "Address", "FMS"]) {
    await visitor.does("facilityForm.next").click()
    await stepIs(visitor, title)
  }
  await field(visitor, /^Management Software/).selectOption({ label: "Not listed" })
  await visitor.does("form.submit").click()
  await visitor.reads("Facility added successfully")
}

describe("the facility form", () => {
  it("adds a facility by keyboard only", async () => {
    const visitor = await listed()
    const { page } = visitor
    // Typed before the form has loaded.
    await visitor.press("c")
    await page.keyboard.type("Keyboard Yard")
    await visitor.sees("Add Facilities")
    await expect.poll(() => field(visitor, "Facility Name").inputValue()).toBe("Keyboard Yard")
    await visitor.press("Tab", "Tab")
    await page.keyboard.type("5550100201")
    expect(await field(visitor, /^Phone Number/).inputValue()).toBe("(555) 010-0201")
    await visitor.press("Enter")
    await stepIs(visitor, "Notification List")
    await visitor.press("Control+Enter")
    await stepIs(visitor, "Address")
    await page.keyboard.type("12 Oak Lane, portl")
    await page.getByRole("option", { name: "12 Oak Lane, Portland, Oregon (OR) 97204" }).waitFor()
    // Suggestions for the previous text are no longer offered and can't be picked.
    await page.keyboard.type("x")
    await visitor.press("ArrowDown", "ArrowDown", "Enter")
    expect(await field(visitor, "City").inputValue()).toBe("")
    await visitor.reads("No addresses found. Type the address below.")
    await visitor.press("Backspace")
    await page.getByRole("option", { name: "12 Oak Lane, Portland, Oregon (OR) 97204" }).waitFor()
    await visitor.press("ArrowDown", "ArrowDown", "Enter")
    expect(await field(visitor, "City").inputValue()).toBe("Portland")
    expect(await field(visitor, "Zip").inputValue()).toBe("97204")
    await visitor.press("Control+Enter")
    await stepIs(visitor, "FMS")
    await visitor.press("Control+Enter")
    await visitor.reads("Management software is required.")
    // The invalid field has the focus.
    await page.keyboard.type("Not")
    await visitor.press("Control+Enter")
    await visitor.reads("Facility added successfully")
    await visitor.isAt("/facilities")
    expect((await rows()).find(({ name }) => name === "Keyboard Yard")).toMatchObject({
      phone: "5550100201",
      city: "Portland",
      lat: 45.52
    })
  })

  it("opens any step with the mouse, and stops at the first invalid one", async () => {
    const visitor = await desk.visit({ role: Admin, path: "/facilities/create?step=address" })
    await stepIs(visitor, "Address")
    await visitor.page.getByRole("button", { name: "4 FMS" }).click()
    await stepIs(visitor, "Contact Details")
    await visitor.reads("Facility name is required.")
    await visitor.reads("Phone number is required.")
    expect(await field(visitor, "Facility Name").evaluate((at) => at === document.activeElement)).toBe(true)
    await fillContact(visitor, "By Mouse")
    await visitor.page.getByRole("button", { name: "3 Address" }).click()
    await stepIs(visitor, "Address")
    expect(new URL(visitor.page.url()).search).toContain("step=address")
    await field(visitor, /^Address$/).fill("abc")
    await visitor.page.getByRole("button", { name: "4 FMS" }).click()
    await visitor.reads("Address must be at least 4 characters.")
    expect(await field(visitor, /^Address$/).evaluate((at) => at === document.activeElement)).toBe(true)
    await visitor.page.getByRole("button", { name: "1 Contact Details" }).click()
    await stepIs(visitor, "Contact Details")
    await visitor.page.goBack()
    await stepIs(visitor, "Address")
    await field(visitor, /^Address$/).fill("1 Some Street")
    await visitor.page.getByRole("button", { name: "4 FMS" }).click()
    await stepIs(visitor, "FMS")
    expect(await visitor.page.getByRole("option", { name: "Hummingbird" }).count()).toBe(0)
    expect(await visitor.page.getByRole("option", { name: "Storage 360" }).count()).toBe(0)
    await field(visitor, /^Management Software/).selectOption({ label: "Sitelink by Storable" })
    await visitor.does("form.submit").click()
    for (const label of ["Corporate Code", "Username", "Password", "Location Code"]) {
      await visitor.reads(`${label} is required.`)
    }
    // Addresses inside the operator's network are never called.
    await field(visitor, /^Management Software/).selectOption({ label: "SSM Cloud" })
    await field(visitor, /^Base URL/).fill("https://127.0.0.1:9")
    await field(visitor, /^Password/).fill("a-password")
    await visitor.does("form.submit").click()
    await visitor.reads("FMS failed to validate")
    expect((await rows()).map(({ name }) => name)).not.toContain("By Mouse")
    await field(visitor, "Integration").selectOption({ label: "Via CSV" })
    await visitor.does("form.submit").click()
    await visitor.reads("Facility added successfully")
    expect((await rows()).map(({ name }) => name)).toContain("By Mouse")
  })

  it("opens from its row, reports a duplicate name, and keeps the input", async () => {
    const visitor = await listed()
    visitor.expects(/409/)
    await visitor.page.getByText("Harbor Point").first().click()
    await visitor.sees("Edit Facilities")
    await field(visitor, "Facility Name").fill(maple.toUpperCase())
    // On blur.
    await field(visitor, /^Phone Number/).fill("5550100202")
    await visitor.reads("Facility name already exists")
    await visitor.page.getByRole("button", { name: "4 FMS" }).click()
    await stepIs(visitor, "Contact Details")
    await visitor.reads("Facility name already exists")
    expect(await field(visitor, "Facility Name").evaluate((at) => at === document.activeElement)).toBe(true)
    await field(visitor, "Facility Name").fill("Harbor Pier")
    await field(visitor, "Number of Units").fill("12")
    await visitor.page.getByRole("button", { name: "4 FMS" }).click()
    await visitor.does("form.submit").click()
    await visitor.reads("Facility edited successfully")
    await visitor.isAt("/facilities")
    await visitor.reads("Harbor Pier")
    expect((await rows()).find(({ name }) => name === "Harbor Pier")).toMatchObject({ units: 12 })
  })

  it("confirms before unsaved changes are lost, but not when there are none", async () => {
    const visitor = await desk.visit({ role: Admin, path: "/facilities/create?from=Dashboard" })
    await visitor.sees("Add Facilities")
    await field(visitor, "Facility Name").fill("Never saved")
    await visitor.page.getByRole("link", { name: "Back to Dashboard" }).click()
    await visitor.reads("Any progress will be lost. Are you sure?")
    await visitor.press("Escape")
    await visitor.readsNoMore("Any progress will be lost. Are you sure?")
    expect(await field(visitor, "Facility Name").inputValue()).toBe("Never saved")
    await visitor.page.getByRole("link", { name: "Back to Dashboard" }).click()
    await visitor.does("form.submit").last().click()
    await visitor.isAt("/dashboard")
    await visitor.goTo("/facilities/create?from=https://evil.example.com")
    await visitor.page.getByRole("link", { name: "Back to Facilities" }).click()
    await visitor.isAt("/facilities")
  })

  it("reports another user's change and loads the latest version", async () => {
    const visitor = await listed()
    visitor.expects(/409/)
    await visitor.page.getByText("North Loop").first().click()
    await visitor.sees("Edit Facilities")
    await field(visitor, "Email").fill("mine@acme.example.com")
    await desk.server.run(
      Effect.flatMap(
        SqlClient.SqlClient,
        (sql) =>
          sql`UPDATE facilities SET city = 'Elsewhere', phone = '5550100299', version = version + 1,
            updated_by = (SELECT user_id FROM users WHERE first_name || ' ' || last_name = 'Owner acme') WHERE name = 'North Loop'`
      )
    )
    await field(visitor, /^Phone Number/).fill("5550100203")
    await visitor.page.getByRole("button", { name: "4 FMS" }).click()
    await visitor.does("form.submit").click()
    await visitor.reads("This facility was changed by Owner acme since you opened it.")
    await visitor.does("facilityForm.takeTheirs").click()
    await visitor.page.getByRole("button", { name: "1 Contact Details" }).click()
    await visitor.until("their number", visitor.page.locator('input[value="(555) 010-0299"]').waitFor())
    expect(await field(visitor, "Email").inputValue()).toBe("")
  })

  it("includes in the API and excludes from it after a confirmation, and copies the ID", async () => {
    const visitor = await listed({ permissions: ["clipboard-write", "clipboard-read"] })
    await visitor.page.getByText(maple).first().click()
    await visitor.sees("Edit Facilities")
    await visitor.does("facilities.api").click()
    await visitor.reads("Exclude Facility in API? Are you sure?")
    await visitor.page.getByRole("dialog").locator("[data-command='form.submit']").click()
    await visitor.reads("excluded from the API")
    await visitor.does("facilities.copyId").click()
    await visitor.reads("Facility ID copied")
  })
})

describe("at every width", () => {
  it("has no layout or axe findings", async () => {
    const visitor = await listed({ viewport: phone })
    // Runs axe at the phone layout only; screens.test.ts covers the wide ones.
    const sound = async (name: string): Promise<void> =>
      expect([name, await unsoundAtEveryWidth(visitor.page)]).toEqual([name, []])
    await sound("list")
    await visitor.page.getByText(maple).first().click()
    await visitor.sees("Edit Facilities")
    await sound("contact")
    await field(visitor, /^Phone Number/).fill("5550100205")
    await visitor.does("facilityForm.next").click()
    await stepIs(visitor, "Notification List")
    await visitor.reads("Email these people")
    await sound("notifications")
    await visitor.does("facilityForm.next").click()
    await stepIs(visitor, "Address")
    await field(visitor, "Address search").fill("12 Oak Lane, portl")
    await visitor.page
      .getByRole("option", { name: /Portland/ })
      .first()
      .waitFor()
    await sound("address")
    await visitor.press("Escape")
    await visitor.does("facilityForm.next").click()
    await stepIs(visitor, "FMS")
    await field(visitor, /^Management Software/).selectOption({ label: "Sitelink by Storable" })
    await visitor.does("form.submit").click()
    await visitor.reads("Corporate Code is required.")
    await visitor.does("facilityForm.transfer").click()
    await sound("fms")
  }, 180_000)
})
