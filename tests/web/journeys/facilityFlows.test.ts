import { Effect } from "effect"
import { SqlClient } from "effect/sql"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { Role } from "#core/auth/roles.ts"
import type { CompanyId, FacilityId } from "#core/base/ids.ts"
import { Fms } from "#core/fms/fmsSystems.ts"
import { simulatorPassword } from "#core/fms/fmsSimulators.ts"
import { field } from "../support/controls.ts"
import { emailOf, makeFacility } from "../../support/fixture.ts"
import { openSimulator } from "../../server/fms/fmsPlace.ts"
import { connectFms } from "../support/connectFms.ts"
import { companies, fillDesk } from "../support/deskData.ts"
import { importPath, importStep, softwareOf } from "../support/importScreen.ts"
import { desk, shareDesk } from "../support/shareDesk.ts"
import { transferLink } from "../support/transferLink.ts"
import type { Visitor } from "../support/Visitor.ts"

let simulator: Awaited<ReturnType<typeof openSimulator>>
let ofAcme: CompanyId
let nth = 0

beforeAll(async () => {
  simulator = await openSimulator({ latency: [10, 30] })
})
afterAll(() => simulator.close())
shareDesk(
  () => ({ fms: simulator.settings }),
  Effect.gen(function* () {
    yield* fillDesk
    ofAcme = (yield* connectFms(simulator, "Maple Street", Fms.id.Sitelink, "L1")).companyID
    yield* connectFms(simulator, "Harbor Point", Fms.id.Sitelink, "L2")
  })
)

const { Admin, Owner } = Role.id
const invited = emailOf(companies.other, Admin)

/** A facility of acme without locks, which no other test uses. */
const yard = async () => {
  const name = `Flow Yard ${(nth += 1)}`
  const facilityID = await desk.server.run(makeFacility(ofAcme, name))
  await desk.server.run(
    Effect.flatMap(
      SqlClient.SqlClient,
      (sql) => sql`UPDATE facilities SET phone = '5550100400', management_software = ${Fms.id.NotListed}
        WHERE facility_id = ${facilityID}`
    )
  )
  return { name, facilityID, path: `/facilities/${facilityID}` }
}
const offered = async (facilityID: FacilityId): Promise<string> => {
  const token = await desk.server.enter(companies.acme, Owner)
  await desk.server.call(token, (api) => api.transfers.initiate({ query: {}, payload: { facilityID, email: invited } }))
  return transferLink(desk, ofAcme)
}
const receiver = (path: string) => desk.visit({ company: companies.other, role: Admin, path })
const search = ({ page }: Visitor) => page.getByPlaceholder("Search Facility Name or ID")
const row = ({ page }: Visitor, name: string) =>
  page.locator("[role=grid] [role=row][data-command]").filter({ hasText: name })
const stepIs = (visitor: Visitor, title: string): Promise<void> =>
  visitor.until(`the step ${title}`, visitor.page.locator("[aria-current=step]").filter({ hasText: title }).waitFor())
const units = ({ page }: Visitor) => page.getByLabel("Number of Units")
const testOf = ({ page }: Visitor, name: string) => page.getByRole("button", { name: `Test ${name}` })
const tested = (visitor: Visitor, name: string): Promise<void> =>
  visitor.until(
    `${name} tested`,
    visitor.page.locator(".fms-table tbody tr").filter({ hasText: name }).getByText("Manual").waitFor()
  )

describe("by keyboard only", () => {
  it("finds, edits and deletes a facility", async () => {
    const { name } = await yard()
    const visitor = await desk.visit({ role: Admin, path: "/dashboard" })
    await visitor.sees("Dashboard")
    await visitor.press("g", "f")
    await visitor.sees("Facilities")
    await visitor.press("/")
    await visitor.page.keyboard.type(name)
    await row(visitor, name).waitFor()
    await visitor.reads(/^1 facility$/)
    await visitor.press("ArrowDown", "Enter")
    await visitor.sees("Edit Facilities")
    await visitor.tabTo(units(visitor))
    await visitor.page.keyboard.type("31")
    for (const title of ["Notification List", "Address", "FMS"]) {
      await visitor.press("Control+Enter")
      await stepIs(visitor, title)
    }
    await visitor.press("Control+Enter")
    await visitor.reads("Facility edited successfully")
    await visitor.isAt("/facilities")
    await visitor.tabTo(visitor.page.getByRole("button", { name: `Delete ${name}`, exact: true }))
    await visitor.press("Enter")
    await visitor.reads("Are you sure?")
    await visitor.press("Control+Enter")
    await visitor.reads("Facility deleted successfully")
  })

  it("excludes a facility from the API and includes it again", async () => {
    const { path } = await yard()
    const visitor = await desk.visit({ role: Admin, path })
    await visitor.sees("Edit Facilities")
    for (const [question, state] of [
      ["Exclude Facility in API? Are you sure?", "excluded from the API"],
      ["Include Facility in API? Are you sure?", "included in the API"]
    ] as const) {
      await visitor.tabTo(visitor.does("facilities.api"))
      await visitor.press("Enter")
      await visitor.reads(question)
      await visitor.press("Control+Enter")
      await visitor.readsNoMore(question)
      // The message may come before the screen has the new state.
      await visitor.page.locator(".facility-head").getByText(state).waitFor()
    }
  })

  it("offers a facility, then declines and accepts the offer", async () => {
    const { path, name, facilityID } = await yard()
    const sender = await desk.visit({ role: Admin, path })
    sender.expects(/404/)
    await sender.sees("Edit Facilities")
    await sender.tabTo(sender.does("facilityForm.transfer"))
    await sender.press("Enter")
    // The first letter already goes into the field.
    await sender.page.keyboard.type(invited)
    await sender.press("Enter")
    await sender.reads("Facility transfer has been initiated successfully")

    const visitor = await receiver(await transferLink(desk, ofAcme))
    await visitor.reads(`acme offers you ${name}`)
    await visitor.tabTo(visitor.does("facilities.declineTransfer"))
    await visitor.press("Enter")
    await visitor.isAt("/dashboard")
    await visitor.goTo(await offered(facilityID))
    await visitor.reads(`acme offers you ${name}`)
    await visitor.press("Control+Enter")
    await visitor.reads("Facility accepted")
  })

  it("imports facilities Via FMS", async () => {
    const visitor = await desk.visit({ role: Admin, path: importPath })
    await visitor.sees("Add Multiple Facilities")
    await visitor.tabTo(softwareOf(visitor))
    await visitor.page.keyboard.type("Sitelink")
    for (const [label, text] of [
      ["Corporate Code *", "DEMO"],
      ["Username *", "demo:::DEMOLICENSE"],
      ["Password *", simulatorPassword]
    ] as const) {
      await visitor.tabTo(field(visitor, label))
      await visitor.page.keyboard.type(text)
    }
    await visitor.press("Control+Enter")
    await importStep(visitor, "Columns")
    await visitor.press("Control+Enter")
    await importStep(visitor, "Preview")
    await visitor.press("Control+Enter")
    await visitor.reads(/^Import \d+ facilities\?$/)
    await visitor.press("Control+Enter")
    await visitor.sees("Imported")
  })

  it("tests several facilities and reads the results", async () => {
    const visitor = await desk.visit({ role: Admin, path: "/dashboard" })
    await testOf(visitor, "Harbor Point").waitFor()
    for (const name of ["Harbor Point", "Maple Street"]) {
      await visitor.tabTo(testOf(visitor, name))
      await visitor.press("Enter")
      await tested(visitor, name)
    }
    await visitor.runs("Show FMS test results")
    await visitor.page.locator("dialog.palette").getByText("Harbor Point").first().waitFor()
  })
})

describe("by mouse only", () => {
  it("finds, edits and deletes a facility", async () => {
    const { name } = await yard()
    const visitor = await desk.visit({ role: Admin, path: "/dashboard" })
    await visitor.does("go.facilities").first().click()
    await visitor.sees("Facilities")
    await search(visitor).fill(name)
    await row(visitor, name).click()
    await visitor.sees("Edit Facilities")
    await units(visitor).fill("32")
    await visitor.page.getByRole("button", { name: "4 FMS" }).click()
    await visitor.does("form.submit").click()
    await visitor.reads("Facility edited successfully")
    await visitor.page.getByRole("button", { name: `Delete ${name}`, exact: true }).click()
    await visitor.does("form.submit").click()
    await visitor.reads("Facility deleted successfully")
    expect(await visitor.keys()).toEqual([])
  })

  it("offers a facility, then declines and accepts the offer", async () => {
    const { path, name, facilityID } = await yard()
    const sender = await desk.visit({ role: Admin, path })
    sender.expects(/404/)
    await sender.does("facilityForm.transfer").click()
    await sender.page.getByRole("form", { name: "Transfer Facility" }).getByLabel("Email").fill(invited)
    await sender.does("facilities.transfer").click()
    await sender.reads("Facility transfer has been initiated successfully")
    const visitor = await receiver(await transferLink(desk, ofAcme))
    await visitor.reads(`acme offers you ${name}`)
    await visitor.does("facilities.declineTransfer").click()
    await visitor.isAt("/dashboard")
    await visitor.goTo(await offered(facilityID))
    await visitor.does("facilities.acceptTransfer").click()
    await visitor.reads("Facility accepted")
    expect([...(await sender.keys()), ...(await visitor.keys())]).toEqual([])
  })

  it("excludes a facility from the API and includes it again", async () => {
    const { path } = await yard()
    const visitor = await desk.visit({ role: Admin, path })
    for (const state of ["excluded from the API", "included in the API"]) {
      await visitor.does("facilities.api").click()
      await visitor.page.getByRole("dialog").locator("[data-command='form.submit']").click()
      await visitor.page.getByRole("dialog").waitFor({ state: "detached" })
      await visitor.page.locator(".facility-head").getByText(state).waitFor()
    }
    expect(await visitor.keys()).toEqual([])
  })

  it("imports facilities Via FMS", async () => {
    const visitor = await desk.visit({ role: Admin, path: "/facilities" })
    await visitor.does("facilities.newMany").click()
    await softwareOf(visitor).selectOption({ label: "Storable Edge" })
    await field(visitor, "Company API Key *").fill(`demo-key:${simulatorPassword}`)
    await visitor.does("facilityImport.list").click()
    await importStep(visitor, "Columns")
    await visitor.does("facilityImport.checkRows").click()
    await visitor.does("imports.commit").click()
    await visitor.does("form.submit").click()
    await visitor.sees("Imported")
    expect(await visitor.keys()).toEqual([])
  })

  it("tests one facility, several and all, and reads the results", async () => {
    const visitor = await desk.visit({ role: Admin, path: "/dashboard" })
    for (const name of ["Harbor Point", "Maple Street"]) {
      await testOf(visitor, name).click()
      await tested(visitor, name)
    }
    await visitor.page.getByRole("button", { name: "Test FMS" }).click()
    await visitor.reads("All FMS tests passed")
    await visitor.picks("Show FMS test results")
    await visitor.page.locator("dialog.palette").getByText("Harbor Point").first().waitFor()
    expect(await visitor.keys()).toEqual([])
  })
})
