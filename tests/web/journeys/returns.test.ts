import { Effect } from "effect"
import { SqlClient } from "effect/sql"
import type { Locator } from "playwright-core"
import { beforeAll, describe, expect, it } from "vitest"
import { Role } from "#core/auth/roles.ts"
import { CompanyId } from "#core/base/ids.ts"
import { LockStatus, type LockStatusId } from "#core/locks/lockStatuses.ts"
import { emailOf, makeFacility, makeLock, makeLocks } from "../../support/fixture.ts"
import { alone } from "../support/alone.ts"
import { companies } from "../support/deskData.ts"
import { clickFacility, typeFacility } from "../support/chooseFacility.ts"
import { answering } from "../support/holdBack.ts"
import { markRows } from "../support/markRows.ts"
import { desk, shareDesk } from "../support/shareDesk.ts"
import type { Visitor } from "../support/Visitor.ts"
import { layoutFaults, resizeTo, unsound } from "../support/unsound.ts"

const path = "/locks/process_returned"
/** The combination of every waiting lock. */
const code = "9182"
const { ReturnedToDropbox, Available, Lost, TenantUsingLock, Damaged } = LockStatus.id

let admin = ""
let ofAcme: CompanyId
/** Each journey uses a separate facility with waiting locks. */
let made = 0

const oneCompany = (name: string) =>
  desk.server.run(
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const [row] = yield* sql<{ company_id: number }>`SELECT company_id FROM companies WHERE name = ${name}`
      return row?.company_id ?? 0
    })
  )

const place = async (locks: number) => {
  const nth = (made += 1)
  const name = `Dropbox ${nth}`
  const facilityID = await desk.server.run(makeFacility(ofAcme, name))
  const serials = Array.from({ length: locks }, (_, each) => String(61_000_000 + nth * 1000 + each))
  await desk.server.run(
    makeLocks(
      serials.map((serial, each) => ({
        companyID: ofAcme,
        facilityID,
        serial,
        status: ReturnedToDropbox,
        code,
        unit: `R-${each + 1}`
      }))
    )
  )
  return { name, facilityID, serials }
}

shareDesk()
beforeAll(async () => {
  admin = await desk.server.enter(companies.acme, Role.id.Admin)
  ofAcme = CompanyId.make(await oneCompany(companies.acme))
})

interface Shown {
  readonly lockID: number
  readonly secondaryLockStatus: number
}

const lockOf = async (serial: string): Promise<Shown> => {
  const { json } = await desk.server.fetch(`/api/locks/search?filter=serialCode%3D${serial}&count=1&page=1`, {
    token: admin
  })
  return (json as { data: ReadonlyArray<Shown> }).data[0] ?? expect.unreachable()
}
const statuses = (serials: ReadonlyArray<string>) =>
  Promise.all(serials.map(async (serial) => (await lockOf(serial)).secondaryLockStatus))
const change = async (serial: string, to: { secondaryLockStatus?: LockStatusId; color?: number }) => {
  const body = { lockID: (await lockOf(serial)).lockID, ...to }
  const { status } = await desk.server.fetch("/api/locks/update-lock", { method: "PUT", token: admin, body })
  expect(status).toBe(200)
}
const mailsTo = async (email: string) => {
  const token = await desk.server.enter(companies.acme, Role.id.SuperAdmin)
  const { json } = await desk.server.fetch("/api/outbox?count=1000", { token })
  return (json as { data: ReadonlyArray<{ to: string; subject: string; body: string }> }).data.filter(
    ({ to }) => to === email
  )
}

const grid = ({ page }: Visitor): Locator => page.getByRole("grid", { name: "Returned locks" })
const rowOf = (visitor: Visitor, serial: string): Locator =>
  grid(visitor)
    .getByRole("row")
    .filter({ hasText: new RegExp(`${serial.slice(0, 4)}\\s*${serial.slice(4)}`) })
const button = (visitor: Visitor, serial: string, word: string): Locator =>
  rowOf(visitor, serial).getByRole("button", { name: new RegExp(`^${word}:`) })
const pressed = async (visitor: Visitor, serial: string, word: string): Promise<void> =>
  visitor.until(
    `${word} pressed for ${serial}`,
    expect.poll(() => button(visitor, serial, word).getAttribute("aria-pressed")).toBe("true")
  )

describe("returned locks", () => {
  it("are processed by keyboard only", async () => {
    const { name, serials } = await place(5)
    const [a = "", b = "", c = "", d = "", e = ""] = serials
    const owner = emailOf(companies.acme, Role.id.Owner)
    const visitor = await desk.visit({ role: Role.id.Admin, path: "/dashboard" })
    await visitor.sees("Dashboard")
    await visitor.synced()
    await visitor.press("g", "r")
    await visitor.sees("Process Returned")
    await visitor.reads("Please select a facility first")
    await visitor.tabTo(visitor.page.getByLabel("Facility", { exact: true }))
    await typeFacility(visitor.page.getByLabel("Facility", { exact: true }), name)
    await visitor.reads(/^5 returned locks$/)
    await visitor.isAt(/facilityID=/)
    await visitor.tabTo(grid(visitor))
    await visitor.press("j")
    await markRows(visitor, "1", "2", "3", "4")
    await visitor.reads("5 returned locks, 1 Available, 1 Lost, 1 Tenant Using, 1 Damaged")
    await pressed(visitor, d, "Damaged")
    // The cursor is on the fifth row. The same key removes a mark; a different one changes it.
    await visitor.press("k", "4")
    await visitor.reads(/1 Tenant Using$/)
    await visitor.press("k")
    await markRows(visitor, "1", "4")
    await visitor.reads("5 returned locks, 2 Available, 1 Lost, 1 Tenant Using, 1 Damaged")
    await visitor.press("Control+Enter")
    await visitor.reads("Please select a user to send the report to")
    await visitor.press("t")
    await visitor.page.keyboard.type("owner")
    await visitor.page.getByRole("option", { name: owner }).waitFor()
    await visitor.press("Enter")
    await visitor.press("Control+Enter")
    await visitor.reads("Sent successfully")
    await visitor.reads("No locks at this facility are Returned to Dropbox.")
    expect(await statuses([a, b, c, d, e])).toEqual([Available, Lost, TenantUsingLock, Available, Damaged])
    const [mail = expect.unreachable()] = await mailsTo(owner)
    expect(mail.subject).toBe(`Returned locks at ${name}`)
    for (const serial of serials) {
      expect(mail.body).toContain(serial)
      expect(mail.body).not.toContain(code)
    }
    const before = (await mailsTo(owner)).length
    await visitor.tabTo(visitor.page.getByLabel("Report", { exact: true }))
    await visitor.page.keyboard.type("Lock Ret")
    await visitor.reads(/5 locks, processed by Admin acme on/)
    await visitor.tabTo(visitor.does("returns.resend"))
    await visitor.press("Enter")
    await expect.poll(async () => (await mailsTo(owner)).length).toBe(before + 1)
  })

  it("change together when several are selected, and say so when an action takes only one", async () => {
    const { facilityID, serials } = await place(3)
    const visitor = await desk.visit({ role: Role.id.Admin, path: `${path}?facilityID=${facilityID}` })
    await visitor.reads(/^3 returned locks$/)
    await visitor.synced()
    await visitor.press("j", "x", "Shift+ArrowDown", "r")
    await visitor.reads("This works on one lock at a time, and 2 are selected.")
    expect(await visitor.page.getByRole("dialog").count()).toBe(0)
    await visitor.press("s")
    await visitor.page.getByRole("combobox", { name: "Set the status of 2 locks: Status" }).waitFor()
    await visitor.page.keyboard.type("damaged")
    await visitor.row("Damaged").waitFor()
    await visitor.press("Enter")
    await visitor.reads("2 of 2 locks are now Damaged.")
    expect((await statuses(serials)).filter((status) => status === Damaged)).toHaveLength(2)
  })

  it("are marked together through a selection, and found by / and a serial code", async () => {
    const { facilityID, serials } = await place(6)
    const visitor = await desk.visit({ role: Role.id.Personnel, path: `${path}?facilityID=${facilityID}` })
    await visitor.reads(/^6 returned locks$/)
    await rowOf(visitor, serials[0] ?? "")
      .getByText("****")
      .waitFor()
    await visitor.press("j", "x", "Shift+ArrowDown", "Shift+ArrowDown", "2")
    await visitor.reads("6 returned locks, 3 Lost")
    await visitor.press("2")
    await visitor.reads(/^6 returned locks$/)
    await visitor.press("Escape", "/")
    await visitor.page.keyboard.type(serials[4] ?? "")
    await visitor.press("Enter", "4")
    await visitor.reads("6 returned locks, 1 Damaged")
    await pressed(visitor, serials[4] ?? "", "Damaged")
    // Outside the list, digits look up a lock again.
    await visitor.press("Escape", "4")
    await visitor.paletteBox.waitFor()
    expect(await visitor.paletteBox.inputValue()).toBe("4")
    expect((await statuses(serials)).every((status) => status === ReturnedToDropbox)).toBe(true)
  })

  it("keep their status when a digit starts a serial code; a single digit is shown immediately and marks", async () => {
    const { facilityID, serials } = await place(3)
    const visitor = await desk.visit({ role: Role.id.Personnel, path: `${path}?facilityID=${facilityID}` })
    await visitor.reads(/^3 returned locks$/)
    await visitor.press("j")
    await visitor.pressAtOnce([..."40001007"])
    await visitor.paletteBox.waitFor()
    await expect.poll(() => visitor.paletteBox.inputValue()).toMatch(/^4000 ?1007$/)
    await visitor.press("Escape")
    await visitor.paletteBox.waitFor({ state: "detached" })
    await visitor.reads(/^3 returned locks$/)
    await visitor.press("2")
    await rowOf(visitor, serials[0] ?? "")
      .locator("[data-armed]")
      .waitFor()
    await visitor.reads("3 returned locks, 1 Lost")
    // Other keys and clicks run after the pending digit, which is not lost.
    await visitor.press("1", "j")
    await visitor.reads("3 returned locks, 1 Available, 1 Lost")
    await visitor.press("3")
    await button(visitor, serials[0] ?? "", "Damaged").click()
    await visitor.reads("3 returned locks, 1 Available, 1 Tenant Using, 1 Damaged")
  })

  it("are processed, found in the history and sent again by mouse only", async () => {
    const { name, serials } = await place(3)
    const [a = "", b = "", c = ""] = serials
    const owner = emailOf(companies.acme, Role.id.Owner)
    const visitor = await desk.visit({ role: Role.id.Owner, path: "/locks/manage_locks" })
    await visitor.does("go.locks.returned").click()
    await visitor.sees("Process Returned")
    await clickFacility(visitor.page.getByLabel("Facility", { exact: true }), name)
    await button(visitor, a, "Available").click()
    await button(visitor, b, "Lost").click()
    await button(visitor, c, "Damaged").click()
    await button(visitor, c, "Damaged").click()
    await visitor.reads("3 returned locks, 1 Available, 1 Lost")
    const send = visitor.does("returns.send")
    expect(await send.getAttribute("aria-disabled")).toBe("true")
    await visitor.page.getByRole("combobox", { name: "Recipient" }).click()
    await visitor.page.getByRole("option", { name: owner }).click()
    await send.click()
    await visitor.reads("Sent successfully")
    await visitor.reads(/^1 returned lock$/)
    // Without marks there is nothing to send.
    await send.click()
    await visitor.reads("Please update at least one lock")

    await visitor.page.getByLabel("Report", { exact: true }).selectOption({ label: "Lock Return History" })
    await visitor.reads(/2 locks, processed by Owner acme on .* UTC, report to Owner acme\./)
    await visitor.isAt(/report=history/)
    const report = visitor.page.getByRole("grid", { name: "Locks of the report" })
    expect(await report.getByRole("columnheader").allInnerTexts()).toEqual(
      expect.arrayContaining(["Serial Code", "Unit", "Status", "Combination", "Updated By"])
    )
    // The rows are measured before they are drawn.
    await expect
      .poll(() => report.getByRole("row").allInnerTexts())
      .toEqual([expect.anything(), expect.stringContaining("R-1"), expect.stringContaining("R-2")])
    // The palette and the bar act on the selected rows of a report, and show their count.
    const boxes = report.getByRole("checkbox", { name: /^Select Lock/ })
    for (const nth of [0, 1]) await boxes.nth(nth).click()
    const bar = visitor.page.getByRole("group", { name: "Selected rows" })
    await bar.getByText("2 selected").waitFor()
    await visitor.does("palette.open").first().click()
    await visitor.page.locator("dialog.palette").getByText("2 locks", { exact: true }).waitFor()
    await visitor.row("Set the status of 2 locks").waitFor()
    await visitor.row("Copy 2 locks").waitFor()
    await visitor.row("Export 2 locks to Excel").click()
    await visitor.reads(/2 locks/)
    await bar.getByRole("button", { name: "Clear" }).click()
    await bar.waitFor({ state: "hidden" })
    const before = (await mailsTo(owner)).length
    await visitor.does("returns.resend").click()
    await expect.poll(async () => (await mailsTo(owner)).length).toBe(before + 1)
    await visitor.page.getByRole("link", { name: "Back to Process Returned" }).click()
    await visitor.reads(/^1 returned lock$/)
    expect(await statuses(serials)).toEqual([Available, Lost, ReturnedToDropbox])
    expect(await visitor.keys()).toEqual([])
  })

  it("keep their marks through a failed send, a reload, and changes to the locks", async () => {
    const { facilityID, serials } = await place(3)
    const [a = "", b = "", c = ""] = serials
    const visitor = await desk.visit({ role: Role.id.Admin, path: `${path}?facilityID=${facilityID}` })
    visitor.expects(/ERR_/, /process-lock-returns/, /409/)
    await visitor.reads(/^3 returned locks$/)
    await visitor.page.route("**/process-lock-returns**", (route) => route.abort())
    await visitor.press("j")
    await markRows(visitor, "1", "2", "4")
    await visitor.press("t")
    await visitor.page.keyboard.type(emailOf(companies.acme, Role.id.Personnel))
    await visitor.press("Enter")
    await visitor.press("Control+Enter")
    await visitor.reads("Can't reach the server.")
    await visitor.reads("3 returned locks, 1 Available, 1 Lost, 1 Damaged")
    await visitor.page.unroute("**/process-lock-returns**")

    // IDs and statuses only.
    const kept = await visitor.page.evaluate(() => sessionStorage.getItem("returns"))
    expect(JSON.parse(kept ?? "")).toEqual({
      recipient: expect.any(Number),
      marks: [[facilityID, [expect.any(Array), expect.any(Array), expect.any(Array)]]]
    })
    for (const serial of serials) expect(kept).not.toContain(serial)
    await visitor.page.reload()
    await visitor.reads("3 returned locks, 1 Available, 1 Lost, 1 Damaged")
    const recipient = visitor.page.getByRole("combobox", { name: "Recipient" })
    await expect.poll(() => recipient.inputValue(), { timeout: 15_000 }).toContain("personnel@")

    await change(a, { color: -65536 })
    await change(b, { secondaryLockStatus: Damaged })
    await rowOf(visitor, a).getByText("Changed since you marked it.").waitFor()
    await rowOf(visitor, b)
      .getByText(/^Not included: now Damaged, at .*\.$/)
      .waitFor()
    await pressed(visitor, a, "Available")
    await pressed(visitor, b, "Lost")
    await visitor.reads("2 locks are marked to be processed.")

    // The server refuses a change this page hasn't received yet, and nothing is lost.
    await visitor.page.route(
      "**/process-lock-returns**",
      async (route) => {
        await change(c, { color: -256 })
        await route.continue()
      },
      { times: 1 }
    )
    await visitor.press("Control+Enter")
    await visitor.reads(/changed by Admin/)
    expect(await statuses(serials)).toEqual([ReturnedToDropbox, Damaged, ReturnedToDropbox])
    await rowOf(visitor, c).getByText("Changed since you marked it.").waitFor()
    await pressed(visitor, c, "Damaged")
    await visitor.press("Control+Enter")
    await visitor.reads("Sent successfully")
    expect(await statuses(serials)).toEqual([Available, Damaged, Damaged])
    await button(visitor, b, "Lost").click()
    await visitor.reads("No locks at this facility are Returned to Dropbox.")
  })

  it("show combinations the rules allow, and store them nowhere", async () => {
    const serial = "62000017"
    const companyID = await oneCompany(companies.open)
    const facilityID = await desk.server.run(makeFacility(CompanyId.make(companyID), "Open Dropbox"))
    await desk.server.run(
      makeLock({ companyID: CompanyId.make(companyID), facilityID, serial, status: ReturnedToDropbox, code: "7351" })
    )
    const visitor = await desk.visit({
      company: companies.open,
      role: Role.id.Admin,
      path: `${path}?facilityID=${facilityID}`
    })
    await rowOf(visitor, serial).getByText("7351").waitFor()
    const kept = await visitor.page.evaluate(() => JSON.stringify([{ ...localStorage }, { ...sessionStorage }]))
    expect(kept).not.toMatch(alone("7351"))
  })

  it("and their empty history work on a phone, with no layout or axe findings", async () => {
    const { facilityID, serials } = await place(4)
    const visitor = await desk.visit({
      role: Role.id.Admin,
      path: `${path}?facilityID=${facilityID}`,
      viewport: { width: 320, height: 640 },
      hasTouch: true,
      reducedMotion: "reduce"
    })
    await visitor.reads(/^4 returned locks$/)
    await button(visitor, serials[1] ?? "", "Tenant Using").tap()
    await visitor.reads("4 returned locks, 1 Tenant Using")
    const box = await button(visitor, serials[1] ?? "", "Tenant Using").boundingBox()
    expect(box?.height).toBeGreaterThanOrEqual(44)
    expect(await layoutFaults(visitor.page)).toEqual([])
    await visitor.page.getByRole("combobox", { name: "Recipient" }).click()
    await visitor.page.getByRole("listbox", { name: "Users" }).waitFor()
    expect(await unsound(visitor.page)).toEqual([])
    await resizeTo(visitor.page, { width: 1440, height: 900 })
    expect(await layoutFaults(visitor.page)).toEqual([])
    await resizeTo(visitor.page, { width: 320, height: 640 })
    await visitor.follows(`${path}?facilityID=${facilityID}&report=history`)
    await visitor.reads("No returned locks were processed at this facility yet.")
    expect(await layoutFaults(visitor.page)).toEqual([])
    await visitor.page.getByRole("link", { name: "Back to Process Returned" }).click()
    await visitor.reads(/^4 returned locks/)
    await visitor.runs("List reports of returned locks")
    await visitor.isAt(/report=history/)
  })

  it("says that the locks are still loading if the recipient's key is pressed before", async () => {
    const { facilityID } = await place(1)
    const visitor = await desk.visit({ role: Role.id.Admin })
    const answer = await answering(visitor, /\/api\/locks(\/|\?|$)/)
    await visitor.goTo(`${path}?facilityID=${facilityID}`)
    await visitor.page.getByLabel("Report", { exact: true }).waitFor()
    await visitor.press("t")
    await visitor.reads("Choose the recipient when they have loaded.")
    answer("comes")
    await visitor.reads("1 returned lock")
  })
})
