import { readFileSync } from "node:fs"
import { Effect } from "effect"
import { SqlClient } from "effect/sql"
import { describe, expect, it } from "vitest"
import { Role } from "#core/auth/roles.ts"
import { axeFindings } from "../support/axe.ts"
import { there } from "../support/deskData.ts"
import { clickFacility, typeFacility } from "../support/chooseFacility.ts"
import { desk, shareDesk } from "../support/shareDesk.ts"
import { activeLocks, putInBatch, registerLocks } from "../support/registerLocks.ts"
import type { Visitor } from "../support/Visitor.ts"
import { unsound } from "../support/unsound.ts"

let next = 71_000_000
shareDesk()

const register = (count: number, batch: string | null = null) => registerLocks(desk, (next += 1000), count, batch)

const facility = ({ page }: Visitor) => page.getByRole("combobox", { name: "Facility", exact: true })
const inventory = ({ page }: Visitor) => page.getByRole("switch", { name: "Activate and add to inventory" })

/** The reason a button is disabled; empty when it is enabled. */
const refusal = async (visitor: Visitor, command: string): Promise<string> =>
  (await visitor.does(command).first().getAttribute("title")) ?? ""

/** How many emails with this subject were sent. */
const sent = (subject: string) =>
  desk.server.run(
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      return (yield* sql`SELECT 1 FROM outbox WHERE subject LIKE ${`%${subject}%`}`).length
    })
  )

describe("the batch page", () => {
  it("activates the batch's locks at a facility with the mouse only, and reports those already active", async () => {
    const serials = await register(3, "BOX-1")
    await putInBatch(desk, [there.registered], "BOX-9")
    const visitor = await desk.visit({ role: Role.id.Admin, path: "/bulk_activate/BOX-1" })
    await visitor.sees("Batch BOX-1")
    expect(await refusal(visitor, "bulk.activate")).toBe("Please select a facility first")
    await clickFacility(facility(visitor), "Harbor Point")
    expect(await refusal(visitor, "bulk.activate")).toBe("")
    await visitor.does("bulk.activate").click()
    await visitor.sees("Activation Completed")
    await visitor.sees("3 Locks successfully activated")
    await visitor.reads(/^Activated at \w+ \d+(st|nd|rd|th) \d{4}, \d+:\d\d [AP]M$/)
    expect(await activeLocks(desk, serials)).toBe(3)
    expect(await axeFindings(visitor.page)).toEqual([])
    // Activating the batch again: every lock is already active.
    await visitor.page.reload()
    await clickFacility(facility(visitor), "Harbor Point")
    await visitor.does("bulk.activate").click()
    await visitor.sees("3 locks were already active here")
  })

  it("adds to the inventory by keyboard only; that option clears the facility", async () => {
    const serials = await register(2, "BOX-2")
    const visitor = await desk.visit({ role: Role.id.Admin, path: "/bulk_activate/BOX-2" })
    await visitor.sees("Batch BOX-2")
    await visitor.tabTo(facility(visitor))
    await typeFacility(facility(visitor), "Harbor")
    await visitor.until("it", expect.poll(() => facility(visitor).inputValue()).toBe("Harbor Point") as Promise<void>)
    await visitor.press("Tab", " ")
    expect([await inventory(visitor).isChecked(), await facility(visitor).isDisabled()]).toEqual([true, true])
    expect(await facility(visitor).inputValue()).toBe("")
    await visitor.press(" ")
    expect([await facility(visitor).isDisabled(), await facility(visitor).inputValue()]).toEqual([false, ""])
    await visitor.press(" ", "Control+Enter")
    await visitor.sees("2 Locks successfully activated")
    expect(await activeLocks(desk, serials)).toBe(0)
  })

  it("shows one toast for a large batch, whose notification goes to the inbox only", async () => {
    await register(30, "BOX-30")
    const visitor = await desk.visit({ role: Role.id.Admin, path: "/bulk_activate/BOX-30" })
    await visitor.live()
    await clickFacility(facility(visitor), "Harbor Point")
    await visitor.does("bulk.activate").click()
    await visitor.sees("30 Locks successfully activated")
    await visitor.does("notices.open").first().click()
    const inbox = visitor.page.getByRole("dialog", { name: "Notices" })
    await inbox.getByText("Activate (batch BOX-30): 30 of 30 rows are done.").waitFor()
    expect(await visitor.page.locator("[data-toast]").filter({ hasText: "BOX-30" }).count()).toBe(0)
  })

  it("shows progress, and returns to the form when the call fails", async () => {
    await register(2, "BOX-3")
    const visitor = await desk.visit({ role: Role.id.Admin, path: "/bulk_activate/BOX-3" })
    await visitor.sees("Batch BOX-3")
    await clickFacility(facility(visitor), "North Loop")
    desk.proxy.delay = ({ path }) => (path.includes("bulk-activate") ? 600 : 0)
    desk.proxy.refused = /bulk-activate/
    visitor.expects(/bulk-activate|ERR_EMPTY_RESPONSE|ERR_CONNECTION|Failed to load/)
    await visitor.does("bulk.activate").click()
    await visitor.reads("Can't reach the server.")
    await visitor.sees("Batch BOX-3")
    desk.proxy.refused = null
    await visitor.does("bulk.activate").click()
    await visitor.sees("Activating...")
    await visitor.sees("2 Locks successfully activated")
  })

  it("finds no locks for an unknown batch, and offers to contact support", async () => {
    const visitor = await desk.visit({ role: Role.id.Admin, path: "/bulk_activate/BOX-404" })
    await visitor.sees("Batch BOX-404")
    await inventory(visitor).check()
    await visitor.does("bulk.activate").click()
    await visitor.reads("No Locks Found...")
    await visitor.does("bulk.support").click()
    expect(await visitor.page.getByLabel("Subject").inputValue()).toBe("Failed to Activate Locks")
    expect(await visitor.page.getByLabel("Company", { exact: true }).inputValue()).toBe("acme")
    await visitor.does("bulk.result").click()
    await visitor.reads("No Locks Found...")
    await visitor.does("bulk.support").click()
    expect(await axeFindings(visitor.page)).toEqual([])
    desk.proxy.refused = /customer-service/
    visitor.expects(/customer-service|ERR_EMPTY_RESPONSE|Failed to load/)
    await visitor.does("bulk.sendTicket").click()
    await visitor.reads("Something went wrong")
    desk.proxy.refused = null
    await visitor.press("Control+Enter")
    await visitor.reads("Support Ticket Created!")
    await visitor.isAt("/locks/manage_locks")
    await expect.poll(() => sent("Failed to Activate Locks")).toBe(1)
  })

  it("is closed to roles that can't activate locks", async () => {
    const visitor = await desk.visit({ role: Role.id.CallCenterAgent, path: "/bulk_activate/BOX-1" })
    await visitor.reads("Access Denied")
    await visitor.isAt("/locks/manage_locks")
  })
})

const field = ({ page }: Visitor) => page.getByRole("textbox", { name: "Locks" })

describe("a list of locks", () => {
  it("is pasted, planned and applied by keyboard only", async () => {
    const serials = await register(3)
    const visitor = await desk.visit({ role: Role.id.Admin, path: "/dashboard" })
    await visitor.sees("Dashboard")
    await visitor.press("g", "b")
    await visitor.sees("Bulk changes")
    await visitor.tabTo(facility(visitor))
    await typeFacility(facility(visitor), "Maple")
    await visitor.tabTo(field(visitor))
    // A barcode reader ends each code with Enter. Label links are accepted too.
    for (const serial of serials)
      await visitor.page.keyboard.type(`${serial === serials[0] ? "https://lock.lockdesk.example/" : ""}${serial}\n`)
    await visitor.page.keyboard.type(`${there.available}\n123`)
    await visitor.reads("5 rows")
    await visitor.press("Control+Enter")
    await visitor.isAt(/^\/jobs\/\d+$/)
    await visitor.reads(/3 of 5 locks will be activated at Maple Street; 2 would fail\. Nothing has been changed yet\./)
    await visitor.reads("This lock is already activated at Harbor Point")
    expect(await activeLocks(desk, serials)).toBe(0)
    await visitor.press("Control+Enter")
    await visitor.sees("Done")
    await visitor.reads("5 of 5 rows, 3 changed, 2 failed")
    expect(await activeLocks(desk, serials)).toBe(3)
  })

  it("is planned completely even when sent right after its last digit", async () => {
    const serials = await register(2)
    const visitor = await desk.visit({ role: Role.id.Admin, path: "/locks/bulk" })
    await visitor.sees("Bulk changes")
    await clickFacility(facility(visitor), "Harbor Point")
    // A reader's text and the key after it arrive in the same task.
    await field(visitor).evaluate((area, text) => {
      Object.getOwnPropertyDescriptor(HTMLTextAreaElement.prototype, "value")?.set?.call(area, text)
      const init = { bubbles: true, cancelable: true }
      area.dispatchEvent(new InputEvent("input", init))
      area.dispatchEvent(new KeyboardEvent("keydown", { ...init, key: "Enter", code: "Enter", ctrlKey: true }))
    }, serials.join("\n"))
    await visitor.reads("2 of 2 locks will be activated at Harbor Point")
  })

  it("is dropped as a file with the mouse only; its failed rows are downloaded and uploaded again", async () => {
    const [a = "", b = "", c = ""] = await register(3)
    const visitor = await desk.visit({ role: Role.id.Admin, path: "/locks/bulk" })
    await visitor.sees("Bulk changes")
    await clickFacility(facility(visitor), "North Loop")
    const file = (name: string, text: string) => ({ name, mimeType: "text/csv", buffer: Buffer.from(text) })
    const input = visitor.page.locator("input[type=file]")
    // Only the button is shown: the form names the file, and the field, which is emptied, must not say that there is none.
    expect(await input.evaluate((field) => field.getBoundingClientRect().width)).toBeLessThan(130)
    await input.setInputFiles(file("box.csv", `Unit,Serial Code,Combination\nx,${a},7391\ny,77,7391\nz,${b},7391`))
    await visitor.reads("3 rows, 3 columns. Not used: Unit, Combination.")
    expect(await axeFindings(visitor.page)).toEqual([])
    await visitor.does("bulk.planList").click()
    await visitor.sees("Plan")
    await visitor.does("jobs.apply").first().click()
    await visitor.sees("Done")
    const [download] = await Promise.all([
      visitor.page.waitForEvent("download"),
      visitor.does("jobs.failedRows").first().click()
    ])
    const failed = readFileSync(await download.path(), "utf8")
    expect(failed.split("\r\n")[0]).toBe("\uFEFFUnit,Serial Code,error,fix")
    expect(failed).toContain("y,77,\"Serial Code must be 8 digits, found '77'.\"")
    expect(failed).not.toContain("7391")
    await visitor.goTo("/locks/bulk")
    await clickFacility(facility(visitor), "North Loop")
    await input.setInputFiles(file("fixed.csv", failed.replace("y,77", `y,${c}`)))
    await visitor.reads("1 row, 4 columns")
    await visitor.does("bulk.planList").click()
    await visitor.reads(/1 of 1 lock will be activated at North Loop\./)
    await visitor.does("jobs.apply").first().click()
    await visitor.sees("Done")
    expect(await activeLocks(desk, [a, b, c])).toBe(3)
  })

  it.each([
    ["Set the status", `serialCode,status\n${there.damaged},Lost`, /1 of 1 lock will get a new status\./],
    ["Transfer", there.damaged, /1 of 1 lock will be transferred to North Loop\./],
    ["Assign from the inventory", there.inventory, /1 of 1 lock will be assigned to North Loop\./]
  ])("applies the selected action: %s", async (kind, text, words) => {
    const visitor = await desk.visit({ role: Role.id.Admin, path: "/locks/bulk" })
    await visitor.sees("Bulk changes")
    await visitor.page.getByLabel("What to do").selectOption({ label: kind })
    if (kind !== "Set the status") await clickFacility(facility(visitor), "North Loop")
    await field(visitor).fill(text)
    await visitor.does("bulk.planList").click()
    await visitor.reads(words)
    await visitor.does("jobs.apply").first().click()
    await visitor.sees("Done")
    await visitor.reads("1 of 1 row, 1 changed")
  })

  it("is what z undoes: it opens the plan, and says so if activations can't be undone", async () => {
    const [serial = ""] = await register(1)
    const visitor = await desk.visit({ role: Role.id.Admin, path: "/locks/bulk" })
    visitor.expects(/409/)
    const apply = async (list: string): Promise<number> => {
      await field(visitor).fill(list)
      await visitor.does("bulk.planList").click()
      await visitor.sees("Plan")
      await visitor.does("jobs.apply").first().click()
      await visitor.sees("Done")
      return Number(new URL(visitor.page.url()).pathname.split("/").at(-1))
    }
    await visitor.sees("Bulk changes")
    await visitor.page.getByLabel("What to do").selectOption({ label: "Set the status" })
    const job = await apply(`serialCode,status\n${there.damaged},Unscannable`)
    await visitor.opens("/locks/bulk", "Bulk changes")
    await clickFacility(facility(visitor), "North Loop")
    await apply(serial)
    await visitor.press("z")
    await visitor.reads("Activations can't be undone.")
    await visitor.press("z")
    await visitor.reads(`1 of 1 lock will go back to how they were before job ${job}.`)
    await visitor.does("jobs.cancel").click()
    await visitor.page.getByRole("dialog").getByRole("button", { name: "Cancel the job" }).click()
    await visitor.sees("Canceled")
  })

  it("reports where the text can't be read, and confirms before typed text is lost", async () => {
    const visitor = await desk.visit({
      role: Role.id.Admin,
      path: "/locks/bulk",
      viewport: { width: 360, height: 740 }
    })
    await visitor.sees("Bulk changes")
    await clickFacility(facility(visitor), "North Loop")
    await field(visitor).fill("name,colour\na,b")
    await visitor.reads(/The header row has no serial code column. Its columns are: name, colour\./)
    await field(visitor).fill(`serial,note\n${there.damaged},"open`)
    await visitor.reads("1 row, 2 columns, 1 row can't be read")
    expect(await unsound(visitor.page)).toEqual([])
    await visitor.page.getByRole("link", { name: "Manage Locks" }).first().click()
    await visitor.reads("Any progress will be lost. Are you sure?")
    await visitor.press("Escape")
    await visitor.isAt("/locks/bulk")
    expect(await field(visitor).inputValue()).toContain("open")
  })

  it("is closed to roles that can't activate locks", async () => {
    const visitor = await desk.visit({ role: Role.id.CallCenterAgent, path: "/locks/bulk" })
    await visitor.reads("Access Denied")
    await visitor.isAt("/locks/manage_locks")
  })
})
