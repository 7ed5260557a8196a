import { Effect } from "effect"
import { SqlClient } from "effect/sql"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { Role } from "#core/auth/roles.ts"
import type { TierId } from "#core/companies/tiers.ts"
import { Fms } from "#core/fms/fmsSystems.ts"
import { simulatedFields } from "#server/fms/simulators/simulatedFields.ts"
import { makeCompany, makeFacility } from "../../support/fixture.ts"
import { baseUrlOf, openSimulator } from "../../server/fms/fmsPlace.ts"
import { facilityOptions } from "../support/chooseFacility.ts"
import { axeFindings } from "../support/axe.ts"
import { desk, shareDesk } from "../support/shareDesk.ts"
import type { Visitor } from "../support/Visitor.ts"

const whole = ["Contact Details", "Notification List", "Address", "FMS"]
const noFms = ["Contact Details", "Address"]

/**
 * A plan of each kind: the steps of the form, and whether it includes bulk adding and changing the API inclusion. All plans:
 * tests/core/facilities/facilityRules.test.ts and tests/core/companies/features.test.ts.
 */
const plans: ReadonlyArray<{
  readonly name: string
  readonly tier: TierId
  readonly lapsed?: true
  readonly steps: ReadonlyArray<string>
  readonly many: "yes" | "prompt" | "no"
  readonly api: "yes" | "prompt" | "no"
}> = [
  { name: "no plan", tier: -1, steps: noFms, many: "no", api: "no" },
  { name: "basic", tier: 1, steps: noFms, many: "yes", api: "prompt" },
  { name: "plus", tier: 2, steps: whole, many: "yes", api: "yes" },
  { name: "lapsed", tier: 3, lapsed: true, steps: noFms, many: "prompt", api: "prompt" }
]

let simulator: Awaited<ReturnType<typeof openSimulator>>
const yards = new Map<string, number>()

beforeAll(async () => {
  simulator = await openSimulator()
})
afterAll(() => simulator.close())
shareDesk(
  () => ({ fms: simulator.settings }),
  Effect.gen(function* () {
    for (const { name, tier, lapsed } of plans) {
      const { companyID } = yield* makeCompany(name, { tier, ...(lapsed === true ? { paidThrough: null } : {}) })
      yards.set(name, yield* makeFacility(companyID, "Yard 10"))
      yield* makeFacility(companyID, "Yard 9")
    }
    for (const [name, facts] of [
      ["premium", {}],
      ["readers", { roleOverrides: { "4": { "10": 1 } } }]
    ] as const) {
      const { companyID } = yield* makeCompany(name, facts)
      yards.set(name, yield* makeFacility(companyID, "Own Yard"))
    }
  })
)

const { Admin } = Role.id
const calls = (): number => simulator.spent().answers
const steps = async ({ page }: Visitor): Promise<ReadonlyArray<string>> => {
  const headers = page.locator("[data-command='facilityForm.step']")
  await headers.first().waitFor()
  return (await headers.allInnerTexts()).map((text) => text.replace(/^\s*\d+\s*/, ""))
}
const prompt = ({ page }: Visitor, title: string | RegExp) => page.getByRole("note", { name: title })

describe.each(plans)("a company of $name", ({ name, steps: expected, many, api }) => {
  it("shows its steps, controls and upgrade prompts", async () => {
    const visitor = await desk.visit({ role: Admin, company: name, path: "/facilities" })
    await visitor.reads("Yard 10")
    const adds = visitor.does("facilities.newMany")
    if (many === "prompt") {
      await prompt(visitor, "Add Multiple Facilities").waitFor()
      expect(await visitor.page.locator(".upgrade-under[inert]").count()).toBe(1)
    } else {
      expect(await prompt(visitor, /Add Multiple/).count()).toBe(0)
      expect(await adds.count()).toBe(many === "yes" ? 1 : 0)
      if (many === "yes") expect(await adds.getAttribute("aria-disabled")).toBe("false")
    }
    expect(await visitor.does("facilities.new").getAttribute("aria-disabled")).toBe("false")
    await visitor.opens("/facilities/create", "Add Facilities")
    expect(await steps(visitor)).toEqual(expected)
    await visitor.opens(`/facilities/${yards.get(name) ?? 0}`, "Edit Facilities")
    expect(await steps(visitor)).toEqual(expected)
    expect(await prompt(visitor, "Exclude Facility in API").count()).toBe(api === "prompt" ? 1 : 0)
    expect(await visitor.does("facilities.api").count()).toBe(api === "no" ? 0 : 1)
    if (name === "lapsed") expect(await axeFindings(visitor.page)).toEqual([])
    expect(await visitor.page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBe(0)
  })
})

describe("a facility form whose last step is FMS", () => {
  it("validates the FMS there, once per save, and doesn't save when validation fails", async () => {
    const visitor = await desk.visit({ role: Admin, company: "basic", path: "/facilities/create?step=address" })
    const { page } = visitor
    const fields = simulatedFields(Fms.id.SsmCloud, "L1", "expired")
    await visitor.does("facilityForm.back").click()
    await page.getByLabel("Facility Name").fill("Tried Yard")
    await page.getByLabel(/^Phone Number/).fill("5550100200")
    await visitor.does("facilityForm.next").click()
    await page.getByLabel(/^Management Software/).selectOption({ label: "SSM Cloud" })
    await page.getByLabel(/^Base URL/).fill(baseUrlOf(simulator.address, Fms.id.SsmCloud))
    for (const [label, value] of [
      [/^Password/, fields.corporatePassword],
      [/^Location Code/, fields.locationCode],
      [/^Corporate Code/, fields.corporateCode],
      [/^Username/, fields.corporateUsername]
    ] as const) {
      const field = page.getByLabel(label)
      if ((await field.count()) > 0 && value !== undefined) await field.fill(value)
    }
    const sent: Array<string> = []
    page.on("request", (request) => void sent.push(new URL(request.url()).pathname))
    await visitor.does("form.submit").click()
    await visitor.reads("FMS failed to validate")
    expect(sent.filter((path) => path.endsWith("/facilities/add"))).toEqual([])
    const before = calls()
    await page.getByLabel(/^Password/).fill(simulatedFields(Fms.id.SsmCloud, "L1").corporatePassword ?? "")
    await visitor.does("form.submit").click()
    await visitor.reads("Facility added successfully")
    const spent = calls() - before
    const again = calls()
    const token = await desk.server.enter("basic", Admin)
    const right = { ...simulatedFields(Fms.id.SsmCloud, "L1"), baseUrl: baseUrlOf(simulator.address, Fms.id.SsmCloud) }
    await desk.server.call(token, (api) =>
      api.fms.validate({ query: {}, payload: { managementSoftware: Fms.id.SsmCloud, mode: 1, ...right } })
    )
    // Exactly as many calls as one validation makes.
    expect([spent, spent > 0]).toEqual([calls() - again, true])
  })

  it("is read-only for software that only support can change", async () => {
    for (const [software, label] of [
      [12, "Storage 360"],
      [8, "Hummingbird"]
    ] as const) {
      const id = yards.get("premium") ?? 0
      await desk.server.run(
        Effect.flatMap(
          SqlClient.SqlClient,
          (sql) => sql`UPDATE facilities SET management_software = ${software} WHERE facility_id = ${id}`
        )
      )
      const visitor = await desk.visit({ role: Admin, company: "premium", path: `/facilities/${id}?step=fms` })
      // Its units can't be compared with its locks, because no credentials are stored.
      visitor.expects(/422/)
      const choice = visitor.page.getByLabel(/^Management Software/)
      await choice.waitFor()
      expect(await choice.isDisabled()).toBe(true)
      expect(await choice.locator("option:checked").innerText()).toBe(label)
      await visitor.reads(`${label}: contact support to change`)
    }
  })
})

describe("the facility list", () => {
  it("has its columns, sorts naturally, and searches by ID", async () => {
    const visitor = await desk.visit({ role: Admin, company: "plus", path: "/facilities" })
    await visitor.reads("Yard 10")
    const titles = (await visitor.page.getByRole("columnheader").allInnerTexts()).map((text) => text.trim())
    expect(titles.filter((title) => title !== "")).toEqual([
      "Facility Name",
      "Locks",
      "Address",
      "City",
      "State/Province/Region",
      "Delete"
    ])
    const names = visitor.page.locator("[role=grid] [role=row][data-command]")
    expect((await names.allInnerTexts()).map((text) => text.split("\n")[0])).toEqual(["Yard 9", "Yard 10"])
    await visitor.page.getByPlaceholder("Search Facility Name or ID").fill(String(yards.get("plus")))
    await visitor.readsNoMore("Yard 9")
    expect(await names.count()).toBe(1)
  })

  it("truncates names in dropdowns to 30 characters and has the full name as a tooltip", async () => {
    const name = "A facility whose name has more than thirty characters"
    const id = yards.get("premium") ?? 0
    await desk.server.sql((sql) => sql`UPDATE facilities SET name = ${name} WHERE facility_id = ${id}`)
    const visitor = await desk.visit({ role: Admin, company: "premium", path: "/locks/manage_locks" })
    const field = visitor.page.getByLabel("Facility", { exact: true })
    await field.click()
    const listed = facilityOptions(field).filter({ hasText: "A facility whose" })
    await listed.waitFor()
    expect([await listed.innerText(), await listed.getAttribute("title")]).toEqual([
      "A facility whose name has mor…",
      name
    ])
    await visitor.press("Escape")
    await visitor.opens("/locks/activate_locks", "Activate Locks")
    await field.click()
    await listed.waitFor()
    expect(await listed.getAttribute("title")).toBe(name)
  })

  it("reports that the location is unknown when geolocation is denied", async () => {
    const visitor = await desk.visit({ role: Admin, company: "plus", path: "/facilities", permissions: [] })
    await visitor.reads("Yard 10")
    await visitor.does("facilities.nearest").click()
    await visitor.reads("We couldn't get your location.")
    expect(await visitor.does("facilities.nearest").getAttribute("aria-pressed")).toBe("false")
  })

  it("lets a restricted role view, and redirects its form to the list", async () => {
    const visitor = await desk.visit({ role: Role.id.CallCenterAgent, company: "plus", path: "/facilities" })
    await visitor.reads("Yard 10")
    expect(await visitor.does("facilities.remove").count()).toBe(0)
    for (const command of ["facilities.new", "facilities.newMany"]) {
      expect([command, await visitor.does(command).getAttribute("aria-disabled")]).toEqual([command, "true"])
    }
    await visitor.page.getByText("Yard 10").first().click()
    await visitor.page.getByRole("dialog").waitFor()
    expect(new URL(visitor.page.url()).pathname).toBe("/facilities")
    for (const path of [`/facilities/${yards.get("plus") ?? 0}`, "/facilities/create", "/facilities/multiple_create"]) {
      await visitor.follows(path)
      await visitor.isAt("/facilities")
    }
  })
})

describe("the facility form", () => {
  it("has the browser confirm before a changed form's tab closes, but not an unchanged one's", async () => {
    const visitor = await desk.visit({ role: Admin, company: "plus", path: "/facilities/create" })
    const asked: Array<string> = []
    visitor.page.on("dialog", (dialog) => {
      asked.push(dialog.type())
      void dialog.accept()
    })
    await visitor.page.getByLabel("Facility Name").waitFor()
    await visitor.page.reload()
    await visitor.page.getByLabel("Facility Name").fill("Unsaved")
    expect(asked).toEqual([])
    await visitor.page.reload()
    expect(asked).toEqual(["beforeunload"])
  })

  it("searches for an address after typing pauses", async () => {
    const visitor = await desk.visit({ role: Admin, company: "plus", path: "/facilities/create?step=address" })
    const { page } = visitor
    const search = page.getByLabel("Address search")
    await search.waitFor()
    const clock = await visitor.fakeClock()
    await clock.pauseAt(await page.evaluate(() => performance.timeOrigin + performance.now() + 60_000))
    await search.fill("1 Elm St, Portl")
    await clock.runFor(399)
    expect(await page.getByRole("option", { name: /Portland, Oregon/ }).count()).toBe(0)
    await clock.runFor(1)
    await page.getByRole("option", { name: "1 Elm St, Portland, Oregon (OR) 97204" }).click()
    for (const [label, value] of [
      ["Address", "1 Elm St"],
      ["City", "Portland"],
      ["State/Province/Region", "OR"],
      ["Zip", "97204"]
    ] as const) {
      expect(await page.getByLabel(label, { exact: true }).inputValue()).toBe(value)
    }
  })

  it("includes an excluded facility in the API again, for roles that can write API settings", async () => {
    const visitor = await desk.visit({
      role: Admin,
      company: "plus",
      path: `/facilities/${yards.get("plus") ?? 0}`
    })
    for (const [word, done] of [
      ["Exclude", "is now excluded from the API"],
      ["Include", "is now included in the API"]
    ] as const) {
      await visitor.page.getByRole("button", { name: `${word} Facility in API` }).click()
      await visitor.reads(`${word} Facility in API? Are you sure?`)
      await visitor.page.getByRole("dialog").locator("[data-command='form.submit']").click()
      await visitor.reads(done)
    }
    const reader = await desk.visit({
      role: Admin,
      company: "readers",
      path: `/facilities/${yards.get("readers") ?? 0}`
    })
    await reader.sees("Edit Facilities")
    expect(await reader.does("facilities.api").getAttribute("aria-disabled")).toBe("true")
    expect(await reader.does("facilities.api").getAttribute("title")).toContain("Insufficient Permissions")
  })
})
