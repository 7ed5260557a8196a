import { Effect } from "effect"
import { SqlClient } from "effect/sql"
import { describe, expect, it } from "vitest"
import { Role } from "#core/auth/roles.ts"
import { CompanyId } from "#core/base/ids.ts"
import { LockStatus } from "#core/locks/lockStatuses.ts"
import { makeCompany, makeFacility, makeLock } from "../../support/fixture.ts"
import {
  activatePath,
  activatingAt,
  facility,
  field,
  fieldHasFocus,
  inState,
  line,
  lines
} from "../support/activating.ts"
import { there } from "../support/deskData.ts"
import { chooseFacility, typeFacility } from "../support/chooseFacility.ts"
import { desk, shareDesk } from "../support/shareDesk.ts"
import { typeFast } from "../support/typeFast.ts"
import type { Visitor } from "../support/Visitor.ts"
import { unsound } from "../support/unsound.ts"

shareDesk()

const path = activatePath
const away = [/ERR_/, /hub/i, /WebSocket/, /Can't reach the server/]

const { registered, activated, begin } = activatingAt(() => desk)

describe("Activate Locks", () => {
  it("activates by keyboard only, starting on another screen and ending at the lock", async () => {
    const [one = "", two = ""] = await registered(2)
    const visitor = await desk.visit({ role: Role.id.Admin, path: "/dashboard" })
    await visitor.sees("Dashboard")
    await visitor.press("g", "a")
    await visitor.sees("Activate Locks")
    await fieldHasFocus(visitor)
    // Without a facility, Enter explains what is missing and keeps the typed code in the list.
    await visitor.press(...one, "Enter")
    await visitor.page.locator(".issue", { hasText: "Please select a facility first" }).waitFor()
    await inState(visitor, "failed", 1)
    await typeFacility(facility(visitor), "Harbor")
    await visitor.press("Tab")
    await fieldHasFocus(visitor)
    await visitor.does("activate.retry").first().focus()
    await visitor.press("Enter")
    await visitor.reads(`Activate Successfully: ${one.slice(0, 4)} ${one.slice(4)}`)
    await visitor.page.reload()
    await fieldHasFocus(visitor)
    expect(await field(visitor).inputValue()).toBe("")
    await visitor.press(...two, "Control+Enter")
    await inState(visitor, "activated", 2)
    expect(await visitor.paletteBox.count()).toBe(0)
    expect(await activated([one, two])).toEqual([one, two])
    await visitor.press("Tab", "Tab", "Enter")
    await visitor.isAt(/^\/locks\/\d+$/)
    await visitor.reads("Harbor Point")
    // The list and the facility are still there after leaving and returning.
    await visitor.press("g", "a")
    await inState(visitor, "activated", 2)
    await expect.poll(() => facility(visitor).inputValue()).toBe("Harbor Point")
    await visitor.page.reload()
    await inState(visitor, "activated", 2)
  })

  it("says once that activations can't be undone, instead of undoing an older change", async () => {
    const [one = "", two = ""] = await registered(2)
    const visitor = await begin()
    await visitor.press(...one, "Enter", ...two, "Enter")
    await inState(visitor, "activated", 2)
    await visitor.opens("/dashboard", "Dashboard")
    await visitor.press("z")
    await visitor.reads("Activations can't be undone.")
    await visitor.press("z")
    await visitor.reads("There is nothing to undo.")
  })

  it("activates with the mouse, typing only the digits", async () => {
    const [serial = ""] = await registered(1)
    const visitor = await desk.visit({ role: Role.id.Owner, path: "/locks/manage_locks" })
    await visitor.does("go.locks.activate").first().click()
    await visitor.sees("Activate Locks")
    const button = visitor.page.getByRole("button", { name: /^Activate Lock/ })
    expect(await button.getAttribute("aria-disabled")).toBe("true")
    await chooseFacility(facility(visitor), "North Loop")
    await field(visitor).fill(`${serial.slice(0, 4)} ${serial.slice(4)}`)
    await expect.poll(() => button.getAttribute("aria-disabled")).toBe("false")
    await button.click()
    await inState(visitor, "activated", 1)
    await fieldHasFocus(visitor)
    await visitor.page.getByRole("button", { name: /^Edit Lock/ }).click()
    await visitor.isAt(/^\/locks\/\d+$/)
  })

  it("continues while another screen is open, and reports the result", async () => {
    const serials = await registered(3)
    const visitor = await begin()
    desk.proxy.delay = ({ path: of }) => (of.includes("activate-lock") ? 400 : 0)
    await visitor.press(...serials.flatMap((serial) => [...serial, "Enter"]))
    await visitor.page
      .getByRole("link", { name: /^Dashboard/ })
      .first()
      .click()
    await visitor.sees("Dashboard")
    await visitor.reads("Activate Successfully")
    expect(await activated(serials)).toEqual(serials)
    await visitor.press("g", "a")
    await inState(visitor, "activated", 3)
  })

  it("fills the serial code from the URL and from navigation state, and renders a long list in parts", async () => {
    const visitor = await begin({ query: "?serialCode=4100%209999" })
    expect(await field(visitor).inputValue()).toBe("41009999")
    await visitor.page.evaluate(() => history.pushState({ serialCode: "41008888" }, "", "/locks/activate_locks"))
    await expect.poll(() => field(visitor).inputValue()).toBe("41008888")
    await visitor.page.evaluate(() => {
      const lines = Array.from({ length: 120 }, (_, nth) => ({
        id: nth + 1,
        serialCode: String(44_000_001 + nth),
        facilityID: 1,
        state: { kind: "activated", at: nth, lockID: nth + 1 }
      }))
      sessionStorage.setItem("activations", JSON.stringify(lines))
    })
    await visitor.page.reload()
    await visitor.reads("120 activated")
    expect(await lines(visitor).count()).toBe(50)
    await visitor.reads("Showing 50 of 120.")
    await visitor.page.getByRole("button", { name: "Show older ones" }).click()
    await expect.poll(() => lines(visitor).count()).toBe(100)
    await visitor.reads("Showing 100 of 120.")
  })
})

describe("an activation that is refused", () => {
  const refusals = [/40[0-9]|422/]

  it("links an already active lock to its facility and to the transfer form", async () => {
    const visitor = await begin({ place: "Harbor Point" })
    visitor.expects(...refusals)
    await visitor.press(...there.overlocked, "Enter")
    const row = line(visitor, there.overlocked)
    await row.getByText("This lock is already activated at Maple Street").waitFor()
    await row.getByRole("link", { name: /^Transfer lock/ }).click()
    // The chosen facility is passed along, but nothing is saved yet.
    await visitor.isAt(/^\/locks\/\d+\?transfer=1&facility=\d+$/)
    await expect.poll(() => facility(visitor).inputValue(), { timeout: 15_000 }).toBe("Harbor Point")
    await visitor.reads("Saving moves this lock out of Maple Street")
    await visitor.does("locks.transfer").click()
    await visitor.isAt(/^\/locks\/\d+$/)
    expect(await visitor.does("lock.save").getAttribute("aria-disabled")).toBe("true")
  })

  it("shows the documents' message for an unknown serial code, which can be removed from the list, and doesn't send one of other than eight digits", async () => {
    const visitor = await begin()
    visitor.expects(...refusals)
    for (const serial of [there.unknown, there.foreign]) {
      await visitor.press(...serial, "Enter")
      await line(visitor, serial)
        .getByText("There was an error activating this lock. Please check the serial code and try again.")
        .waitFor()
    }
    await line(visitor, there.unknown)
      .getByRole("button", { name: /^Contact support/ })
      .click()
    const support = visitor.page.getByRole("dialog", { name: "Support" })
    expect(await support.getByLabel("Subject").inputValue()).toBe("Failed to Activate Locks")
    expect(await support.getByLabel("Description").inputValue()).toContain(there.unknown)
    await visitor.press("Escape")
    await support.waitFor({ state: "detached" })
    await line(visitor, there.unknown)
      .getByRole("button", { name: /from the list/ })
      .click()
    expect(await line(visitor, there.unknown).count()).toBe(0)
    await visitor.runs("Clear failed activations")
    await inState(visitor, "failed", 0)

    let sent = 0
    visitor.page.on("request", (request) => (sent += request.url().includes("activate-lock") ? 1 : 0))
    await field(visitor).focus()
    for (const text of ["1234567", "123456789", "1234567A"]) {
      await visitor.page.keyboard.type(text)
      await visitor.press("Enter")
      await lines(visitor).filter({ hasText: text }).getByText("Serial Code must be 8 digits.").first().waitFor()
      await visitor.reads(`${text.length} characters were read. Scan the label again.`)
      expect(await field(visitor).inputValue()).toBe("")
      await fieldHasFocus(visitor)
    }
    await inState(visitor, "failed", 3)
    expect(sent).toBe(0)
  })

  it("links a lock that is not Available to its page", async () => {
    const serial = "42000001"
    await desk.server.run(
      Effect.gen(function* () {
        const sql = yield* SqlClient.SqlClient
        const [acme] = yield* sql<{ company_id: number }>`SELECT company_id FROM companies WHERE name = 'acme'`
        yield* makeLock({
          companyID: CompanyId.make(acme?.company_id ?? 0),
          facilityID: null,
          serial,
          code: "1234",
          status: LockStatus.id.Damaged
        })
      })
    )
    const visitor = await begin()
    visitor.expects(...refusals)
    await visitor.press(...serial, "Enter")
    await line(visitor, serial).getByText("Lock is not set to Available").waitFor()
    await line(visitor, serial)
      .getByRole("button", { name: /^Edit Lock/ })
      .click()
    await visitor.isAt(/^\/locks\/\d+$/)
  })

  it("warns at a full facility that the limit will be exceeded, and activates at another facility", async () => {
    const [one = "", two = ""] = await registered(2)
    await desk.server.run(
      Effect.gen(function* () {
        const { companyID } = yield* makeCompany("tiny", { maxLocks: 1 })
        yield* makeFacility(companyID, "Closet")
        yield* makeFacility(companyID, "Shed")
      })
    )
    const visitor = await begin({ company: "tiny", place: "Closet" })
    visitor.expects(...refusals)
    await visitor.press(...one, "Enter", ...two, "Enter")
    await line(visitor, two)
      .getByText(/^Lock limit will be exceeded/)
      .waitFor()
    await line(visitor, two).getByText("Choose another facility or contact support.").waitFor()
    await chooseFacility(facility(visitor), "Shed")
    await field(visitor).focus()
    await visitor.press(...two, "Enter")
    await inState(visitor, "activated", 2)
  })
})

describe("scanning a box", () => {
  /** How many times the page played the tone. */
  const tones = ({ page }: Visitor) => page.evaluate(() => (globalThis as { tones?: number }).tones ?? 0)
  const listen = (visitor: Visitor) =>
    visitor.page.addInitScript(() => {
      const start = OscillatorNode.prototype.start
      OscillatorNode.prototype.start = function (when) {
        const counted = globalThis as { tones?: number }
        counted.tones = (counted.tones ?? 0) + 1
        start.call(this, when)
      }
    })

  it("60 scans at 25 ms to a slow server, 5 misread and 3 duplicates: 52 activated in order, 8 rows explain why, with a tone", async () => {
    const serials = await registered(52)
    const misreads = ["7000001", "700000011", "70A00012", "7", "70000001700000"]
    const scans: Array<string> = [...serials]
    for (const [nth, text] of misreads.entries()) scans.splice(nth * 9 + 4, 0, text)
    for (const nth of [10, 20, 30]) scans.splice(nth + 20, 0, serials[nth] ?? "")
    expect(scans).toHaveLength(60)
    const visitor = await desk.visit({ role: Role.id.Admin })
    await listen(visitor)
    await visitor.goTo(path)
    await visitor.sees("Activate Locks")
    await chooseFacility(facility(visitor), "Maple Street")
    // The focus is still in the facility list.
    await facility(visitor).focus()
    desk.proxy.delay = ({ path: of, nth }) => (of.includes("activate-lock") ? (nth * 37) % 160 : 0)
    const session = await visitor.session()
    const keys = scans.flatMap((scan) => [...scan, "Enter"])
    await typeFast(
      session,
      keys,
      keys.map((_, at) => (keys[at - 1] === "Enter" ? 25 : 0))
    )
    await visitor.reads(/\d+ waiting/)
    // In steps, because each of them may take as long as usual, and a busy machine takes longer for 52 locks.
    for (const some of [/[1-5]\d activated/, /[2-5]\d activated/, /[3-5]\d activated/, "52 activated"])
      await visitor.reads(some)
    await visitor.reads("5 failed")
    await visitor.reads("3 had nothing to change")
    expect(await field(visitor).inputValue()).toBe("")
    await visitor.does("activate.showOlder").click()
    expect(await lines(visitor).filter({ hasText: "Serial Code must be 8 digits." }).count()).toBe(5)
    for (const text of misreads)
      await visitor.page.locator(".activate-misread", { hasText: new RegExp(`^${text}$`) }).waitFor()
    expect(await lines(visitor).filter({ hasText: "You scanned this lock twice" }).count()).toBe(3)
    // None lost, sent twice, or out of order.
    expect(await activated(serials)).toEqual(serials)
    expect(await visitor.paletteBox.count()).toBe(0)
    expect(await tones(visitor)).toBe(8)
    // No failure is retryable.
    expect(await visitor.does("activate.retry").count()).toBe(0)
    expect(await facility(visitor).inputValue()).toBe("Maple Street")
  })

  it("stays silent after the tone is turned off and the page reloaded; digits reach the field from any focus", async () => {
    const visitor = await desk.visit({ role: Role.id.Admin })
    await listen(visitor)
    await visitor.goTo(path)
    await visitor.sees("Activate Locks")
    await visitor.runs("scan tone")
    await expect.poll(() => visitor.does("activate.tone").getAttribute("aria-pressed")).toBe("false")
    await visitor.page.reload()
    await visitor.sees("Activate Locks")
    await visitor.does("activate.tone").focus()
    await visitor.press("1", "2", "Enter")
    await visitor.reads("2 characters were read. Scan the label again.")
    await visitor.press("Escape", "3", "4", "5", "Enter")
    await visitor.reads("3 characters were read. Scan the label again.")
    expect(await visitor.paletteBox.count()).toBe(0)
    expect(await tones(visitor)).toBe(0)
  })
})

describe("the server offline", () => {
  it("keeps scans, sends nothing automatically, and sends all of them on retry", async () => {
    const serials = await registered(3)
    const visitor = await begin()
    visitor.expects(...away)
    desk.proxy.refused = /^\/api\//
    await visitor.press(...serials.flatMap((serial) => [...serial, "Enter"]))
    await inState(visitor, "failed", 3)
    await visitor.reads("Your scans stay in the list below until you send them again.")
    desk.proxy.refused = null
    await visitor.page.evaluate(() => dispatchEvent(new Event("online")))
    await visitor.readsNoMore("Your scans stay in the list below until you send them again.")
    expect(await activated(serials)).toEqual([])
    await inState(visitor, "failed", 3)
    await visitor.runs("Send failed activations again")
    await inState(visitor, "activated", 3)
    expect(await activated(serials)).toEqual(serials)
  }, 60_000)
})

// Which roles may: tests/core/navigation/routeRules.test.ts and tests/server/auth/permissions.test.ts.
it("sends an agent from it, and from the other screens they may not open, to Manage Locks, where their tabs are disabled", async () => {
  const visitor = await desk.visit({ role: Role.id.CallCenterAgent, path })
  await visitor.isAt("/locks/manage_locks")
  await visitor.reads("Access Denied")
  for (const command of ["go.locks.activate", "go.locks.inventory", "go.locks.returned"]) {
    expect([command, await visitor.does(command).first().getAttribute("aria-disabled")]).toEqual([command, "true"])
  }
  for (const other of ["/locks/inventory", "/locks/inventory/review", "/locks/process_returned", "/locks/bulk"]) {
    await visitor.follows(other)
    await visitor.isAt("/locks/manage_locks")
  }
})

it("fits a phone and has no axe findings in either theme", async () => {
  const [serial = ""] = await registered(1)
  const viewport = { width: 360, height: 740 }
  const visitor = await desk.visit({ role: Role.id.Admin, path, viewport, reducedMotion: "reduce" })
  visitor.expects(/404/)
  await visitor.sees("Activate Locks")
  await chooseFacility(facility(visitor), "Maple Street")
  for (const each of [serial, there.unknown]) {
    await field(visitor).fill(each)
    await visitor.page.getByRole("button", { name: /^Activate Lock/ }).click()
  }
  await inState(visitor, "activated", 1)
  await inState(visitor, "failed", 1)
  expect(await unsound(visitor.page)).toEqual([])
})
