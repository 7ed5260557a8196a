import { Effect } from "effect"
import { SqlClient } from "effect/sql"
import type { Locator } from "playwright-core"
import { describe, expect, it } from "vitest"
import { Role, type RoleId } from "#core/auth/roles.ts"
import { CompanyId, type FacilityId } from "#core/base/ids.ts"
import { emailOf, makeFacility } from "../../support/fixture.ts"
import { axeFindings } from "../support/axe.ts"
import { clickableWithoutCommand } from "../support/clickable.ts"
import { companies } from "../support/deskData.ts"
import { desk, shareDesk } from "../support/shareDesk.ts"
import { transferLink } from "../support/transferLink.ts"
import type { Visitor } from "../support/Visitor.ts"
import { unsound } from "../support/unsound.ts"

shareDesk()

const { Admin, Owner } = Role.id
const invited = emailOf(companies.other, Admin)
let nth = 0

const companyID = (name: string): Promise<number> =>
  desk.server.run(
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const [row] = yield* sql<{ id: number }>`SELECT company_id AS id FROM companies WHERE name = ${name}`
      return row?.id ?? 0
    })
  )

/** A facility of acme without locks. */
const yard = async (name = `Yard ${(nth += 1)}`) => {
  const facilityID = await desk.server.run(makeFacility(CompanyId.make(await companyID(companies.acme)), name))
  return { facilityID, name }
}

/** The link in the latest email. */
const mailed = async (): Promise<string> => transferLink(desk, CompanyId.make(await companyID(companies.acme)))

/** Offers a facility through the API, and returns the URL in the email. */
const offered = async (facilityID: FacilityId, email = invited): Promise<string> => {
  const token = await desk.server.enter(companies.acme, Owner)
  await desk.server.call(token, (api) => api.transfers.initiate({ query: {}, payload: { facilityID, email } }))
  return mailed()
}

const hasFocus = (part: Locator): Promise<boolean> => part.evaluate((element) => element === document.activeElement)

const receiver = (path: string, role: RoleId = Admin): Promise<Visitor> =>
  desk.visit({ company: companies.other, role, path })

describe("a facility transfer", () => {
  it("is offered by mouse and accepted by keyboard", async () => {
    const { facilityID, name } = await yard()
    const sender = await desk.visit({ role: Admin, path: `/facilities/${facilityID}` })
    sender.expects(/404/)
    await sender.sees("Edit Facilities")
    await sender.does("facilityForm.transfer").click()
    const submit = sender.does("facilities.transfer")
    expect(await submit.getAttribute("aria-disabled")).toBe("true")
    const email = sender.page.getByRole("form", { name: "Transfer Facility" }).getByLabel("Email")
    await email.fill("nobody")
    await sender.reads("Email is invalid")
    await sender.does("facilityForm.keep").click()
    await sender.until("the button again", sender.does("facilityForm.transfer").waitFor())
    expect(await hasFocus(sender.does("facilityForm.transfer"))).toBe(true)
    await sender.press("Enter")
    expect(await hasFocus(email)).toBe(true)
    await email.fill(invited)
    await submit.click()
    await sender.reads("Facility transfer has been initiated successfully")
    expect(await hasFocus(sender.page.getByLabel(/^Transfer link, shown only once/))).toBe(true)
    await sender.reads(`Offered to ${invited}, not accepted yet.`)
    expect(await axeFindings(sender.page)).toEqual([])

    const visitor = await receiver(await mailed())
    await visitor.reads(`acme offers you ${name}`)
    expect(await axeFindings(visitor.page)).toEqual([])
    expect(await clickableWithoutCommand(visitor.page)).toEqual([])
    await visitor.press("Control+Enter")
    await visitor.reads("Facility accepted")
    await visitor.isAt("/facilities")
    await visitor.reads(name)
    await sender.reads(`There is no facility ${facilityID}, or you don't have access to it.`)

    const before = await desk.visit({ role: Admin, path: "/facilities" })
    await before.reads("Maple Street")
    expect(await before.page.getByText(name, { exact: true }).count()).toBe(0)
  })

  it("is canceled where it is shown", async () => {
    const { facilityID, name } = await yard()
    await offered(facilityID)
    const sender = await desk.visit({ role: Admin, path: `/facilities/${facilityID}` })
    await sender.reads(`Offered to ${invited}, not accepted yet.`)
    await sender.does("facilities.cancelTransfer").click()
    await sender.reads(`The offer of ${name} to ${invited} was canceled`)
    await sender.until("no offer", sender.does("facilities.cancelTransfer").waitFor({ state: "detached" }))
    expect(await sender.page.getByText("not accepted yet").count()).toBe(0)
    await sender.runs("Cancel a facility transfer")
    await sender.page.keyboard.type(name)
    await sender.row(name).waitFor()
    await sender.press("Enter")
    await sender.reads("Unchanged: no open offer.")
  })

  it("is accepted by mouse, once; then the page says so and links to the facilities", async () => {
    const { facilityID, name } = await yard()
    const address = await offered(facilityID)
    // A trailing slash is the same URL.
    const visitor = await receiver(address.replace("?", "/?"))
    const other = await receiver(address)
    other.expects(/401/)
    await other.reads(`acme offers you ${name}`)
    // Blocks the refetch after the hub event, so this page still offers to accept.
    await other.page.route("**/facilities/facility-token**", () => undefined)
    await visitor.does("facilities.acceptTransfer").click()
    await visitor.isAt("/facilities")
    await other.does("facilities.acceptTransfer").click()
    await other.reads(`${name} was previously accepted.`)
    await other.page.unroute("**/facilities/facility-token**")
    await other.goTo(address)
    await other.reads("This facility transfer was already accepted.")
    await other.page.getByRole("link", { name: "Go To Facilities" }).click()
    await other.isAt("/facilities")
  })

  it("is declined by leaving the page, and stays open", async () => {
    const { facilityID, name } = await yard()
    const address = await offered(facilityID)
    const visitor = await receiver(address)
    await visitor.reads(`acme offers you ${name}`)
    await visitor.does("facilities.declineTransfer").click()
    await visitor.isAt("/dashboard")
    await visitor.goTo(address)
    await visitor.reads(`acme offers you ${name}`)
  })

  it("shows nothing to other users or for an invalid token", async () => {
    const { facilityID, name } = await yard()
    const address = await offered(facilityID)
    const visitor = await receiver(address, Owner)
    visitor.expects(/403/, /404/)
    await visitor.reads("this transfer was sent to another email address")
    expect(await visitor.page.getByText(name).count()).toBe(0)
    await visitor.goTo("/Account/FacilityTransfer?token=nothing")
    await visitor.reads("The token provided is expired or invalid.")
    await visitor.goTo("/Account/FacilityTransfer")
    await visitor.reads("The token provided is expired or invalid.")
  })

  it("expires, and says so", async () => {
    const { facilityID, name } = await yard()
    const address = await offered(facilityID)
    const visitor = await receiver(address)
    visitor.expects(/410/)
    await visitor.reads(`acme offers you ${name}`)
    // It asks again when it joins the hub. After that the page stays as it is.
    await visitor.live()
    await visitor.settled()
    await desk.server.run(
      Effect.flatMap(
        SqlClient.SqlClient,
        (sql) =>
          sql`UPDATE facility_transfers SET expires_at = now() - interval '1 second' WHERE facility_id = ${facilityID}`
      )
    )
    await visitor.does("facilities.acceptTransfer").click()
    await visitor.reads("Transfer request expired.")
    await visitor.goTo(address)
    await visitor.readsNoMore(name)
    await visitor.reads("Transfer request expired.")
    expect(await visitor.page.getByText(name).count()).toBe(0)
  })

  it("asks for another name if the name is taken", async () => {
    const { facilityID } = await yard("Other Yard")
    const visitor = await receiver(await offered(facilityID))
    visitor.expects(/409/)
    await visitor.does("facilities.acceptTransfer").click()
    await visitor.reads("Facility name already exists")
    await visitor.page.getByLabel("Facility name in your company").fill("Second Yard")
    await visitor.press("Control+Enter")
    await visitor.reads("Facility accepted")
    await visitor.reads("Second Yard")
  })

  it("continues after the sign-in it redirects to", async () => {
    const { facilityID, name } = await yard()
    const visitor = await desk.visit({ path: await offered(facilityID), viewport: { width: 360, height: 740 } })
    await visitor.isAt(/^\/signin\?token=/)
    await visitor.page.getByLabel("Email").fill(invited)
    await visitor.page.getByLabel("Password").fill("correct-horse-9")
    await visitor.press("Enter")
    await visitor.reads(`acme offers you ${name}`)
    expect(await unsound(visitor.page)).toEqual([])
  })
})
