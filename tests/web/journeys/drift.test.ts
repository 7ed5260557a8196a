import { Effect } from "effect"
import { SqlClient } from "effect/sql"
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest"
import { groupedSerial } from "#core/base/serialText.ts"
import { Role } from "#core/auth/roles.ts"
import { type DriftIds, drifting, fillDrift, openDriftSimulator } from "../../server/drift/driftPlace.ts"
import { axeFindings } from "../support/axe.ts"
import type { VisitOptions } from "../support/Desk.ts"
import { desk, shareDesk } from "../support/shareDesk.ts"
import type { Visitor } from "../support/Visitor.ts"
import { layoutFaults, phone, unsoundAtEveryWidth } from "../support/unsound.ts"

const { Admin, CallCenterAgent, Personnel, Vendor } = Role.id

let simulator: Awaited<ReturnType<typeof openDriftSimulator>>
let at: DriftIds
let locks: ReadonlyArray<{ readonly id: number; readonly status: number; readonly unit: string | null }> = []

beforeAll(async () => {
  simulator = await openDriftSimulator()
})
afterAll(() => simulator.close())
shareDesk(
  () => ({ fms: simulator.settings }),
  Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    at = yield* fillDrift(simulator.address)
    locks = yield* sql<(typeof locks)[number]>`SELECT lock_id AS id, status::int AS status, unit FROM locks`
  })
)
/** Restores every lock to its original status and unit. */
beforeEach(() =>
  desk.server.run(
    Effect.flatMap(
      SqlClient.SqlClient,
      (sql) => sql`
        UPDATE locks l SET status = r.status, unit = r.unit, version = l.version + 1, updated_at = now()
        FROM json_to_recordset(${JSON.stringify(locks)}::text::json) AS r(id int, status smallint, unit text)
        WHERE l.lock_id = r.id AND (l.status <> r.status OR l.unit IS DISTINCT FROM r.unit)`
    )
  )
)

const visit = (facilityID: number, options: VisitOptions = {}) =>
  desk.visit({ role: Admin, path: `/facilities/${facilityID}/drift`, ...options })
const nextVisit = (facilityID: number, options: VisitOptions) =>
  desk.nextVisit({ role: Admin, path: `/facilities/${facilityID}/drift`, ...options })
const panel = ({ page }: Visitor) => page.locator(".drift")
const rows = (visitor: Visitor) => panel(visitor).locator(".list-row")
/** How many times the FMS was asked for the units of Maple Street. */
const asked = () => simulator.asked.filter((code) => code === "M1").length
/** A lock's current state on the server. */
const lockNow = async (serial: string) => {
  const [lock] = await desk.server.run(
    Effect.flatMap(
      SqlClient.SqlClient,
      (sql) => sql<{ status: number; unit: string | null }>`
        SELECT status::int AS status, unit FROM locks WHERE serial = ${serial}`
    )
  )
  return lock
}
const left = (visitor: Visitor, count: number) =>
  visitor.until(`${count} rows`, expect.poll(() => rows(visitor).count(), { timeout: 15_000 }).toBe(count))

describe("mismatches across facilities", () => {
  it("are on one screen, found in the palette, filtered, and recomputed when a lock changes", async () => {
    const visitor = await desk.visit({ role: Admin, path: "/dashboard" })
    // One facility's FMS fails, and one is read from files only.
    visitor.expects(/503|422/)
    const { page } = visitor
    await visitor.reads("Search a lock to show details.")
    await visitor.synced()
    await visitor.runs("Go to Unit and lock mismatches")
    await visitor.isAt("/facilities/drift")
    await visitor.reads(/\d+ mismatches at \d+ facilit/)
    await visitor.reads("1 facility couldn't be compared")
    expect(await page.locator(".drift-reasons dt").innerText()).toMatch(
      /^Couldn't load the facility's units: .*Enter the credentials again\.$/
    )
    expect(await axeFindings(page)).toEqual([])
    await page.getByLabel("Search facilities and units").fill("maple")
    await left(visitor, 6)
    await visitor.does("drift.kind").first().click()
    await visitor.until("fewer", expect.poll(() => rows(visitor).count(), { timeout: 15_000 }).toBeLessThan(6))
    await visitor.isAt(/drift=/)
    const before = await rows(visitor).count()
    // A lock that someone else changed is compared again: otherwise its fix would be refused.
    const token = await desk.server.enter("acme", Role.id.Owner)
    const { data } = await desk.server.call(token, (api) => api.drift.show({ params: { id: at.maple }, query: {} }))
    const lockID = data[0]?.fix.lockID ?? expect.unreachable()
    const again = page.waitForResponse((response) => response.url().includes(`/facilities/${at.maple}/drift`))
    await desk.server.call(token, (api) => api.lockChanges.update({ query: {}, payload: { lockID, color: -256 } }))
    await again
    await rows(visitor)
      .first()
      .getByRole("button", { name: /^(Set to|Put) / })
      .click()
    await left(visitor, before - 1)
    await visitor.press("z")
    await left(visitor, before)
  })
})

describe("mismatches at one facility", () => {
  it("are found and fixed by keyboard only, from the palette to the last finding, and undone", async () => {
    const visitor = await desk.visit({ role: Admin, path: "/dashboard" })
    await visitor.reads("Search a lock to show details.")
    await visitor.synced()
    await visitor.openPalette("disagree")
    await visitor.row("Show mismatches of a facility").waitFor()
    await visitor.press("Enter")
    await visitor.row("Maple Street").waitFor()
    await visitor.page.keyboard.type("maple")
    await visitor.press("Enter")
    await visitor.isAt(`/facilities/${at.maple}/drift`)
    await visitor.reads("6 mismatches")
    await left(visitor, 6)
    const before = asked()
    await visitor.tabTo(visitor.does("units.refresh"))
    await visitor.press("Enter")
    await visitor.until("the FMS asked again", expect.poll(asked).toBeGreaterThan(before) as Promise<void>)
    await visitor.press("j", "f")
    await visitor.reads(/is now Available$/)
    await visitor.reads("5 mismatches")
    expect(await lockNow(drifting.paidOverlocked)).toEqual({ status: 1001, unit: null })
    await visitor.press("z")
    await visitor.reads("6 mismatches")
    expect(await lockNow(drifting.paidOverlocked)).toEqual({ status: 1004, unit: "A-1" })
    // Each finding's details and CLI command are one key away.
    await visitor.press("Home", "Space")
    await visitor.reads(
      `A-1 is not delinquent, and ${groupedSerial(drifting.paidOverlocked)} (Assigned Overlock) keeps its tenant out.`
    )
    await visitor.reads(`lockdesk locks set-status ${drifting.paidOverlocked} Available`)
    expect(await axeFindings(visitor.page)).toEqual([])
    await visitor.press("Escape")
    for (let count = 5; count >= 0; count -= 1) {
      await visitor.press("Home", "f")
      if (count > 0) await left(visitor, count)
    }
    await visitor.reads("No mismatches")
  })

  it("are found and fixed with the mouse only, in the facility form, kind by kind", async () => {
    const visitor = await desk.visit({ role: Admin, path: "/facilities" })
    await visitor.page.getByText("Maple Street").first().click()
    await visitor.sees("Unit and lock mismatches")
    await panel(visitor).getByRole("button", { name: "Compare now" }).click()
    await visitor.reads("6 mismatches")
    await visitor.reads("8 units of SSM Cloud and 10 locks compared.")
    await panel(visitor).getByRole("button", { name: "Two locks in one unit: 1" }).click()
    await left(visitor, 1)
    await visitor.isAt(new RegExp(`^/facilities/${at.maple}\\?.*drift=two-locks`))
    const second = groupedSerial(drifting.secondOfTwo)
    await panel(visitor)
      .getByRole("button", { name: `Set ${second} to Available: Two locks in one unit: A-4` })
      .click()
    await visitor.reads("5 mismatches")
    await visitor.reads("No mismatches of this kind left.")
    expect(await lockNow(drifting.secondOfTwo)).toEqual({ status: 1001, unit: null })
    await panel(visitor).getByRole("button", { name: "Two locks in one unit: 0" }).click()
    await left(visitor, 5)
    await panel(visitor)
      .getByRole("button", { name: /^Put 7100 000\d on A-2: Delinquent without a lock: A-2$/ })
      .click()
    await visitor.reads("4 mismatches")
    await panel(visitor)
      .getByRole("button", { name: /^Set unit to A-6: / })
      .click()
    await visitor.reads("3 mismatches")
    expect(await lockNow(drifting.misspelled)).toEqual({ status: 1006, unit: "A-6" })
  })

  it("are fixed together after a confirmation, by key, palette and bar, and undone as one change", async () => {
    const visitor = await visit(at.maple)
    await left(visitor, 6)
    await visitor.synced()
    const { page } = visitor
    const bar = page.getByRole("group", { name: "Selected rows" })
    await visitor.press("j", "x", "j", "x")
    await bar.getByText("2 selected").waitFor()
    await visitor.openPalette()
    await page.locator("dialog.palette").getByText("2 mismatches", { exact: true }).waitFor()
    await visitor.row("Fix 2 mismatches").waitFor()
    await visitor.press("Escape", "f")
    const question = page.getByRole("dialog", { name: "Fix 2 mismatches?" })
    await question.getByText(`Set ${groupedSerial(drifting.paidOverlocked)} to Available`).waitFor()
    expect(await axeFindings(page)).toEqual([])
    await visitor.press("Escape")
    await left(visitor, 6)
    await bar.getByRole("button", { name: "Fix 2 mismatches" }).click()
    await question.getByRole("button", { name: "Fix 2 mismatches" }).click()
    await visitor.reads("2 of 2 mismatches fixed.")
    await visitor.reads("Undo: z")
    await left(visitor, 4)
    await bar.waitFor({ state: "hidden" })
    expect(await lockNow(drifting.paidOverlocked)).toEqual({ status: 1001, unit: null })
    await visitor.press("z")
    await visitor.reads("Undone: Fix 2 mismatches.")
    await left(visitor, 6)
    expect(await lockNow(drifting.paidOverlocked)).toEqual({ status: 1004, unit: "A-1" })
    // Findings that need a person are counted but skipped, and rows no longer shown are not acted on.
    await visitor.runs("Select every row")
    await bar.getByText("6 selected").waitFor()
    await panel(visitor).getByRole("button", { name: "Two locks in one unit: 1" }).click()
    await bar.getByText("1 selected").waitFor()
  })

  it("make no FMS call until a facility's panel is opened", async () => {
    const token = await desk.server.enter("acme", Role.id.Owner)
    await desk.server.fetch(`/api/facilities/${at.maple}/units-cache`, { method: "DELETE", token })
    const before = asked()
    const visitor = await desk.visit({ role: Admin, path: `/facilities/${at.maple}` })
    await visitor.reads("Compares the locks here with the units of SSM Cloud")
    await visitor.settled()
    expect([asked() - before, await rows(visitor).count()]).toEqual([0, 0])
    expect(await axeFindings(visitor.page)).toEqual([])
    await panel(visitor).getByRole("button", { name: "Compare now" }).click()
    await visitor.reads("6 mismatches")
    expect(asked() - before).toBe(1)
    const focused = await visitor.page.evaluate(() => document.activeElement?.id)
    expect(focused).toBe("drift-title")
    // The response is cached: the next person to open the panel makes no call.
    const next = await desk.nextVisit({ role: Admin, path: `/facilities/${at.maple}` })
    await panel(next).getByRole("button", { name: "Compare now" }).click()
    await next.reads("6 mismatches")
    expect(asked() - before).toBe(1)
  })

  it("update after another user's change, and reload from the FMS on request", async () => {
    const visitor = await visit(at.maple)
    await visitor.reads("6 mismatches")
    const token = await desk.server.enter("acme", Role.id.Owner)
    const { data } = await desk.server.call(token, (api) => api.drift.show({ params: { id: at.maple }, query: {} }))
    const fix = async (nth: number): Promise<void> => {
      const lockID = data[nth]?.fix.lockID ?? expect.unreachable()
      const payload = { lockID, secondaryLockStatus: 1001 } as const
      await desk.server.call(token, (api) => api.lockChanges.update({ query: {}, payload }))
    }
    await fix(0)
    await visitor.reads("5 mismatches")
    const before = simulator.unitsOf.get("M1") ?? []
    simulator.unitsOf.set(
      "M1",
      before.filter(({ name }) => name !== "A-3")
    )
    await visitor.does("units.refresh").click()
    await visitor.reads("4 mismatches")
    await visitor.reads("7 units of SSM Cloud")
    simulator.unitsOf.set("M1", before)
    await visitor.does("units.refresh").click()
    await visitor.reads("5 mismatches")
    // An open question doesn't fix what someone else has fixed, or changed otherwise, meanwhile.
    await visitor.press("Home", "x", "j", "x", "f")
    const question = (count: string) => visitor.page.getByRole("dialog", { name: `Fix ${count}?` })
    await question("2 mismatches").waitFor()
    await fix(1)
    await question("1 mismatch").getByRole("button", { name: "Fix 1 mismatch" }).click()
    await visitor.reads("1 of 1 mismatch fixed.")
  })

  it("ask the person for what only they know: a lock's unit", async () => {
    await desk.server.run(
      Effect.flatMap(
        SqlClient.SqlClient,
        (sql) => sql`UPDATE locks SET unit = 'Z-9' WHERE serial = ${drifting.misspelled}`
      )
    )
    const visitor = await visit(at.maple)
    await left(visitor, 6)
    await visitor.synced()
    await visitor.press("End", "f")
    await visitor.paletteBox.waitFor()
    await visitor.reads("Set the unit of a lock")
    await visitor.page.keyboard.type("A-6")
    await visitor.press("Enter")
    await visitor.reads("5 mismatches")
    expect(await lockNow(drifting.misspelled)).toEqual({ status: 1006, unit: "A-6" })
  })

  it("are explained when there are none, when nothing can be compared, and when the FMS sent nothing", async () => {
    const visitor = await visit(at.elm)
    await visitor.reads("No mismatches")
    expect(await axeFindings(visitor.page)).toEqual([])
    await visitor.follows(`/facilities/${at.pine}/drift`)
    await visitor.reads("Yardi doesn't report delinquent tenants")
    await visitor.follows(`/facilities/${at.none}/drift`)
    await visitor.reads("This facility has no management software to compare its locks with.")
    await visitor.follows(`/facilities/${at.file}`)
    await visitor.reads("doesn't report units")
    await visitor.follows("/facilities/2000000000/drift")
    await visitor.reads("There is no facility 2000000000, or you don't have access to it.")
    visitor.expects(/503/)
    await visitor.follows(`/facilities/${at.oak}/drift`)
    await visitor.reads("Unable to Login to SSM Cloud. Enter the credentials again. It failed at this step: auth.")
    expect(await axeFindings(visitor.page)).toEqual([])
    // A lock change must not make the server retry an FMS that has just failed.
    const spent = simulator.spent().answers
    const token = await desk.server.enter("acme", Role.id.Owner)
    const { data } = await desk.server.call(token, (api) =>
      api.locks.search({ query: { filter: `text=${drifting.spare}` } })
    )
    const lockID = data[0]?.lockID ?? expect.unreachable()
    await desk.server.call(token, (api) => api.lockChanges.update({ query: {}, payload: { lockID, color: -256 } }))
    await visitor.does("units.refresh").click()
    await visitor.until("a second answer", expect.poll(() => simulator.spent().answers).toBeGreaterThan(spent))
    expect(simulator.spent().answers).toBe(spent + 1)
  })

  it("stay visible when the server goes offline, with an error", async () => {
    const visitor = await visit(at.maple)
    visitor.expects(/./)
    await expect.poll(() => rows(visitor).count()).toBe(6)
    // Everything the fix needs is loaded.
    await visitor.settled()
    desk.proxy.goDown()
    await visitor.press("j", "f")
    await visitor.reads("Can't reach the server.")
    expect(await rows(visitor).count()).toBe(6)
    desk.proxy.comeBack()
    await visitor.press("f")
    await visitor.reads("5 mismatches")
  })

  it("are visible to every role that sees lock statuses; fixes follow the role's permissions", async () => {
    const personnel = await visit(at.maple, { role: Personnel })
    await personnel.reads("6 mismatches")
    await personnel.press("j", "f")
    await personnel.reads("5 mismatches")
    // Call-center agents can't set a lock to Available: the server refuses, and nothing changes.
    const agent = await nextVisit(at.maple, { role: CallCenterAgent })
    agent.expects(/422/)
    await agent.reads("5 mismatches")
    await agent.press("j", "f")
    await agent.reads("You cannot change a lock from Assigned Vacant to Available.")
    await agent.reads("5 mismatches")
    const vendor = await nextVisit(at.maple, { role: Vendor })
    await vendor.reads("Access Denied")
    await vendor.isAt("/facilities")
    await vendor.openPalette("Go to Unit and lock mismatches")
    const row = vendor.page.getByRole("option", { name: /Unit and lock mismatches/ })
    expect(await row.first().getAttribute("aria-disabled")).toBe("true")
    const small = await nextVisit(at.small, { company: "small" })
    await small.reads("is not in your plan.")
    expect(await axeFindings(small.page)).toEqual([])
    const generous = await nextVisit(at.generous, { company: "generous" })
    await generous.reads("The company's plan doesn't include units")
  })
})

describe("at every width", () => {
  it("has no layout or axe findings", async () => {
    const visitor = await visit(at.maple, { viewport: phone })
    // Runs axe at the phone layout only; screens.test.ts covers the wide ones.
    const sound = async (name: string, faultsOf?: typeof layoutFaults): Promise<void> =>
      expect([name, await unsoundAtEveryWidth(visitor.page, faultsOf)]).toEqual([name, []])
    await left(visitor, 6)
    await visitor.press("j")
    await sound("drift")
    await visitor.press("Space")
    await visitor.reads("keeps its tenant out.")
    await sound("drift-peek")
    await visitor.goTo(`/facilities/${at.maple}`)
    await visitor.reads("Compares the locks here")
    await visitor.heading("Unit and lock mismatches").scrollIntoViewIfNeeded()
    await sound("drift-closed")
    await visitor.follows(`/facilities/${at.maple}?drift=two-locks`)
    await visitor.reads("6 mismatches")
    await visitor.heading("Unit and lock mismatches").scrollIntoViewIfNeeded()
    await sound("drift-form")
    await visitor.goTo(`/facilities/${at.elm}/drift`)
    await visitor.reads("No mismatches")
    await sound("drift-agrees")
    visitor.expects(/503|422/)
    await visitor.goTo("/facilities/drift")
    await visitor.reads(/\d+ mismatches at \d+ facilit/)
    await rows(visitor).first().waitFor()
    // Fully visible: neither clipped by its row nor overlapping the row below.
    const outside = () =>
      rows(visitor).evaluateAll((all) =>
        all.flatMap((row) => {
          const frame = row.getBoundingClientRect()
          const right = row.querySelector(".list-menu")?.getBoundingClientRect().left ?? frame.right
          return [...row.querySelectorAll(".btn, p, .serial")].flatMap((part) => {
            const { top, bottom, right: edge } = part.getBoundingClientRect()
            const cut = part.matches(".btn") && !part.closest(".list-menu") && part.scrollWidth > part.clientWidth
            const over = !part.closest(".list-menu") && edge > right + 1
            return cut || over || top < frame.top - 1 || bottom > frame.bottom + 1
              ? [`outside: ${part.textContent}`]
              : []
          })
        })
      )
    await sound("drift-all", async (page) => [...(await layoutFaults(page)), ...(await outside())])
  }, 180_000)
})
