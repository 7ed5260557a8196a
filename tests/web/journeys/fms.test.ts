import { Effect } from "effect"
import { SqlClient } from "effect/sql"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { Role } from "#core/auth/roles.ts"
import { Tier } from "#core/companies/tiers.ts"
import { fmsColumns } from "#core/fms/fmsColumns.ts"
import { Fms, type FmsId, IntegrationMode } from "#core/fms/fmsSystems.ts"
import { FmsSchedule } from "#server/fms/FmsSchedule.ts"
import { makeCompany } from "../../support/fixture.ts"
import { openSimulator } from "../../server/fms/fmsPlace.ts"
import { axeFindings } from "../support/axe.ts"
import { connectFms } from "../support/connectFms.ts"
import { fillDesk } from "../support/deskData.ts"
import { holdBack } from "../support/holdBack.ts"
import { desk, shareDesk } from "../support/shareDesk.ts"
import type { Visitor } from "../support/Visitor.ts"
import { unsound } from "../support/unsound.ts"

let simulator: Awaited<ReturnType<typeof openSimulator>>

const connect = (name: string, fms: FmsId, code: string, password?: string) =>
  Effect.map(connectFms(simulator, name, fms, code, password), ({ facilityID }) => facilityID)

/** Harbor Point fails until it is fixed: its Sitelink password has expired. */
let harbor = 0
beforeAll(async () => {
  simulator = await openSimulator({ latency: [100, 300] })
})
afterAll(() => simulator.close())
shareDesk(
  () => ({ fms: simulator.settings }),
  Effect.gen(function* () {
    yield* fillDesk
    yield* makeCompany("small", { tier: Tier.id.LocksOnly })
    yield* connect("Maple Street", Fms.id.Yardi, "Y1")
    harbor = yield* connect("Harbor Point", Fms.id.Sitelink, "L2", "expired")
    yield* connect("North Loop", Fms.id.DoorSwap, "D3")
  })
)

const rows = ({ page }: Visitor) => page.locator(".fms-table tbody tr")
/** The rows' texts, in order. */
const results = async (visitor: Visitor): Promise<ReadonlyArray<string>> =>
  (await rows(visitor).allInnerTexts()).map((text) => text.replace(/\s+/g, " "))

describe("a facility whose FMS fails", () => {
  it("can still be edited, and saves new FMS fields with a warning while the FMS is down", async () => {
    const visitor = await desk.visit({ role: Role.id.Admin, path: `/facilities/${harbor}` })
    const { page } = visitor
    const save = async () => {
      await page.getByRole("button", { name: "4 FMS" }).click()
      await visitor.does("form.submit").click()
    }
    await page.getByLabel(/^Phone Number/).fill("5550100277")
    await save()
    await visitor.reads("Facility edited successfully")
    await visitor.isAt("/facilities")
    await visitor.goTo(`/facilities/${harbor}?step=fms`)
    await page.getByLabel(/^Location Code/).fill("L2-http")
    await page.getByLabel(/^Password/).fill("simulator")
    await visitor.does("form.submit").click()
    await visitor.reads(
      "Saved, but the FMS connection could not be verified: Unable to connect to Sitelink by Storable."
    )
    await visitor.isAt("/facilities")
    // The test that runs in the background after saving is done.
    const open = () => desk.server.sql((sql) => sql`SELECT FROM fms_runs WHERE state <> 'done'`)
    await expect.poll(open, { interval: 20, timeout: 15_000 }).toEqual([])
    await desk.server.run(connect("Harbor Point", Fms.id.Sitelink, "L2", "expired"))
    await desk.server.sql((sql) => sql`DELETE FROM fms_results WHERE facility_id = ${harbor}`)
  })
})

describe("the FMS Integration Status table", () => {
  it("tests with the mouse only: progress, count, reason, and a link to fix it", async () => {
    const visitor = await desk.visit({ role: Role.id.Admin, path: "/dashboard" })
    await visitor.sees("FMS Integration Status")
    await rows(visitor).first().waitFor()
    expect(await results(visitor)).toEqual([
      expect.stringMatching(/^Harbor Point .*Not tested yet/),
      expect.stringMatching(/^Maple Street .*Not tested yet/),
      expect.stringMatching(/^North Loop DoorSwap CSV only/)
    ])
    await visitor.page.getByRole("button", { name: "Test FMS" }).click()
    await visitor.reads("Testing ...")
    await visitor.reads("1 Errors were Found")
    await visitor.reads("Unable to Login to Sitelink by Storable")
    // Failures come first.
    await expect
      .poll(() => results(visitor))
      .toEqual([
        expect.stringMatching(/^Harbor Point Sitelink by Storable Unable to Login .*Never Expire.* (AM|PM) Manual/),
        expect.stringMatching(/^Maple Street Yardi Good .* Manual/),
        expect.stringMatching(/^North Loop/)
      ])
    expect(await axeFindings(visitor.page)).toEqual([])
    const hint = visitor.page.getByRole("link", {
      name: "Please set your password to Never Expire on Sitelink by Storable"
    })
    expect(await hint.getAttribute("href")).toBe(`/facilities/${harbor}?from=Dashboard`)
    await visitor.page.getByRole("link", { name: "Edit Harbor Point" }).click()
    await visitor.isAt(`/facilities/${harbor}?from=Dashboard`.replace("?from=Dashboard", ""))
    expect(new URL(visitor.page.url()).searchParams.get("from")).toBe("Dashboard")
  })

  it("is searched, filtered and sorted through the URL, and tests what is shown", async () => {
    const visitor = await desk.visit({ role: Role.id.Admin, path: "/dashboard" })
    const { page } = visitor
    await rows(visitor).first().waitFor()
    const names = async () => (await results(visitor)).map((text) => text.split(" ").slice(0, 2).join(" "))
    const shows = (...wanted: ReadonlyArray<string>) =>
      visitor.until(wanted.join(), expect.poll(names, { timeout: 15_000 }).toEqual(wanted))
    await visitor.runs("Show only failing FMS tests")
    await shows("Harbor Point")
    await visitor.isAt(/fmsResult=failed/)
    await visitor.reads("1 of 3 shown")
    expect(await axeFindings(page)).toEqual([])
    await page.reload()
    await shows("Harbor Point")
    await page.getByRole("button", { name: /^Only failing/ }).click()
    await page.getByLabel("FMS", { exact: true }).selectOption("DoorSwap")
    await shows("North Loop")
    await page.getByLabel("FMS", { exact: true }).selectOption("All")
    await page.getByLabel("Sort by").selectOption("FMS")
    await shows("North Loop", "Harbor Point", "Maple Street")
    await page.getByLabel("Search facilities").fill("MAPLE")
    await shows("Maple Street")
    await page.getByRole("button", { name: "Test 1 shown" }).click()
    await visitor.reads("All FMS tests passed")
    await page.getByLabel("Search facilities").fill("nowhere")
    await visitor.reads("No facilities match your search and filters.")
  })

  it("shows the results in the palette with the same words and without codes", async () => {
    const visitor = await desk.visit({ role: Role.id.Admin, path: "/dashboard" })
    await visitor.sees("FMS Integration Status")
    await visitor.runs("Show FMS test results")
    const answer = visitor.page.locator(".palette-answer")
    await answer.waitFor()
    const cells = (texts: ReadonlyArray<string>) => texts.map((text) => text.replace(/\s+/g, " "))
    expect(cells(await answer.getByRole("columnheader").allInnerTexts())).toEqual(
      fmsColumns(String).map(({ heading }) => heading)
    )
    expect(cells(await answer.locator("tbody tr").allInnerTexts())).toContainEqual(
      expect.stringMatching(
        /^Harbor Point Sitelink by Storable.* Unable to Login to Sitelink by Storable auth .* (AM|PM) UTC Manual Enter the/
      )
    )
  })

  it("tests the shown facilities, also on a page that is already fully loaded", async () => {
    const visitor = await desk.visit({ role: Role.id.Admin, path: "/dashboard" })
    for (let nth = 0; nth < 3; nth += 1) {
      await visitor.page.reload()
      await rows(visitor).first().waitFor()
      await visitor.page.getByRole("button", { name: "Test FMS" }).click()
      await visitor.reads("Testing ...")
      await visitor.reads("1 Errors were Found")
      await visitor.page.locator(".fms-progress").waitFor({ state: "hidden" })
      expect(await visitor.page.getByText("FMS tests are running.").count()).toBe(0)
    }
  })

  it("has nothing to test for facilities read from files, with any software", async () => {
    const setMode = (mode: number) =>
      desk.server.run(
        Effect.flatMap(
          SqlClient.SqlClient,
          (sql) => sql`UPDATE facility_fms SET mode = ${mode} WHERE facility_id IN (
            SELECT facility_id FROM facilities WHERE name = 'Maple Street')`
        )
      )
    await setMode(IntegrationMode.id.ViaCsv)
    const visitor = await desk.visit({ role: Role.id.Admin, path: "/dashboard" })
    const maple = rows(visitor).filter({ hasText: "Maple Street" })
    await maple.getByText("CSV only").waitFor()
    expect(await maple.getByRole("button").count()).toBe(0)
    await setMode(IntegrationMode.id.ViaFms)
  })

  it("tests from any screen through the palette, which reports the result", async () => {
    const visitor = await desk.visit({ role: Role.id.Admin, path: "/facilities" })
    await visitor.reads("Harbor Point")
    await visitor.runs("Test FMS")
    await visitor.reads("FMS tests are running.")
    await visitor.reads("Unable to Login to Sitelink by Storable")
    await visitor.isAt("/facilities")
  })

  it("never has a header without rows while it appears", async () => {
    const visitor = await desk.visit({ role: Role.id.Admin, path: "/facilities" })
    await visitor.sees("Facilities")
    await visitor.page.evaluate(() => {
      const noteEmpty = (): void => {
        if (document.querySelector(".fms-table:not(:has(tbody tr))")) document.title = "a header without rows"
      }
      new MutationObserver(noteEmpty).observe(document.body, { childList: true, subtree: true })
    })
    await visitor.follows("/dashboard")
    await rows(visitor).nth(2).waitFor()
    expect(await visitor.page.title()).not.toBe("a header without rows")
  })

  it("tests from any screen even while the testing chunk is still loading", async () => {
    const visitor = await desk.visit({ role: Role.id.Admin })
    const load = await holdBack(visitor, /\/assets\/FmsTester-[^/]*\.js$/)
    await visitor.goTo("/facilities")
    await visitor.reads("Harbor Point")
    await visitor.runs("Test FMS")
    await visitor.paletteBox.waitFor({ state: "detached" })
    await load()
    await visitor.reads("FMS tests are running.")
    // The next test changes what they test.
    await visitor.reads("Unable to Login to Sitelink by Storable")
  })

  it("tests one facility by keyboard only, and reports success", async () => {
    await desk.server.run(connect("Harbor Point", Fms.id.Sitelink, "L2"))
    const visitor = await desk.visit({ role: Role.id.Admin, path: "/dashboard" })
    await visitor.reads("1 Errors were Found")
    const again = visitor.page.getByRole("button", { name: "Test Harbor Point" })
    for (let nth = 0; nth < 60 && !(await again.evaluate((it) => it === document.activeElement)); nth += 1) {
      await visitor.press("Tab")
    }
    await visitor.press("Enter")
    await visitor.reads("All FMS tests passed")
    await visitor.reads("0 Errors were Found")
    const count = visitor.page.getByText("0 Errors were Found")
    const go = await visitor.page.evaluate(() => getComputedStyle(document.documentElement).getPropertyValue("--go"))
    expect(await count.evaluate((it) => getComputedStyle(it).color)).toBe(
      await visitor.page.evaluate((color) => {
        const probe = document.body.appendChild(document.createElement("i"))
        probe.style.color = color
        const shown = getComputedStyle(probe).color
        probe.remove()
        return shown
      }, go)
    )
    expect((await results(visitor)).map((text) => text.split(" ").slice(0, 2).join(" "))).toEqual([
      "Harbor Point",
      "Maple Street",
      "North Loop"
    ])
  })

  it("tests only the selected facilities by keyboard only", async () => {
    const visitor = await desk.visit({ role: Role.id.Admin, path: "/dashboard" })
    await rows(visitor).first().waitFor()
    const { page } = visitor
    await visitor.tabTo(page.getByRole("checkbox", { name: "Choose Maple Street" }))
    await visitor.press("Space")
    await visitor.tabTo(page.getByRole("checkbox", { name: "Choose Harbor Point" }))
    await visitor.press("Space")
    const bar = page.getByRole("group", { name: "Selected rows" })
    await bar.getByText("2 selected").waitFor()
    await visitor.press("Space")
    await bar.getByText("1 selected").waitFor()
    expect(await page.getByRole("checkbox", { name: "Choose North Loop" }).count()).toBe(0)
    const asked = page.waitForRequest(
      (request) => request.method() === "POST" && /run-integration-tests/.test(request.url())
    )
    await visitor.tabTo(bar.getByRole("button", { name: "Test 1 facility" }))
    await visitor.press("Enter")
    const { facilityIDs } = (await asked).postDataJSON() as { facilityIDs: ReadonlyArray<number> }
    expect(facilityIDs).toHaveLength(1)
    expect(facilityIDs).not.toContain(harbor)
    await visitor.reads("All FMS tests passed")
    expect(await axeFindings(visitor.page)).toEqual([])
  })

  it("tests the selected facilities from the palette and the button, showing their count, until the selection is cleared", async () => {
    const visitor = await desk.visit({ role: Role.id.Owner, path: "/dashboard" })
    await rows(visitor).first().waitFor()
    const { page } = visitor
    const asked = () =>
      page
        .waitForRequest((request) => request.method() === "POST" && /run-integration-tests/.test(request.url()))
        .then((request) => (request.postDataJSON() as { facilityIDs?: ReadonlyArray<number> } | null)?.facilityIDs)
    await page.getByRole("rowheader", { name: "Harbor Point", exact: true }).waitFor()
    await page.getByRole("checkbox", { name: "Choose Harbor Point" }).click()
    await page.getByRole("button", { name: "Test 1 facility" }).first().waitFor()
    await visitor.openPalette()
    await page.locator("dialog.palette").getByText("1 facility", { exact: true }).waitFor()
    await visitor.row("Test FMS of 1 facility").waitFor()
    await page.keyboard.type("> test fms")
    const one = asked()
    await visitor.row("Test FMS of 1 facility").click()
    expect(await one).toEqual([harbor])
    await visitor.reads("1 facility tested.")
    // All testable facilities, then none.
    await visitor.runs("Select every row")
    await page.getByRole("button", { name: "Test 2 facilities" }).first().waitFor()
    await visitor.openPalette()
    await visitor.row("Test FMS of 2 facilities").waitFor()
    await visitor.press("Escape")
    await visitor.press("Escape")
    await page.getByRole("button", { name: "Test 2 facilities" }).first().waitFor({ state: "hidden" })
    const all = asked()
    await page.getByRole("button", { name: "Test FMS" }).click()
    expect(await all).not.toEqual([harbor])
    await visitor.reads("2 facilities tested.")
  })

  it("tests from the palette", async () => {
    const visitor = await desk.visit({ role: Role.id.Owner, path: "/dashboard" })
    await rows(visitor).first().waitFor()
    await visitor.press("Control+k")
    await visitor.page.keyboard.type("> test fms")
    await visitor.page
      .getByRole("option", { name: /Test FMS/ })
      .first()
      .waitFor()
    await visitor.press("Enter")
    await visitor.reads("All FMS tests passed")
  })

  it("shows results of another user's test as they arrive", async () => {
    const visitor = await desk.visit({ role: Role.id.Admin, path: "/dashboard" })
    await visitor.reads("0 Errors were Found")
    await desk.server.run(connect("Maple Street", Fms.id.Yardi, "Y1", "wrong"))
    const token = await desk.server.enter("acme", Role.id.Owner)
    await desk.server.call(token, (api) => api.fms.test({ query: {}, payload: {} }))
    await visitor.reads("Unable to Login to Yardi")
    await visitor.reads("1 Errors were Found")
  })

  it("marks tests the server started automatically", async () => {
    const visitor = await desk.visit({ role: Role.id.Admin, path: "/dashboard" })
    await rows(visitor).first().waitFor()
    await desk.server.run(Effect.flatMap(FmsSchedule, (schedule) => schedule.testNow))
    await visitor.reads("Automatic")
  })

  it("lets restricted roles view, but not test or edit", async () => {
    const visitor = await desk.visit({ role: Role.id.CallCenterAgent, path: "/dashboard" })
    await rows(visitor).first().waitFor()
    const button = visitor.page.getByRole("button", { name: "Test FMS" })
    expect(await button.getAttribute("aria-disabled")).toBe("true")
    expect(await button.getAttribute("title")).toContain("Insufficient Permissions")
    expect(await visitor.page.getByRole("link", { name: /^Edit / }).count()).toBe(0)
    expect(await visitor.page.getByRole("button", { name: /^Test Harbor/ }).count()).toBe(0)
  })

  it("is under the upgrade prompt if the plan doesn't include it", async () => {
    const visitor = await desk.visit({ role: Role.id.Admin, company: "small", path: "/dashboard" })
    await visitor.reads("is not in your plan.")
    expect(await visitor.page.locator(".upgrade-under").getAttribute("inert")).not.toBeNull()
    expect(await axeFindings(visitor.page)).toEqual([])
  })

  it("shows the latest result, even while the previous toast is visible", async () => {
    await desk.server.run(connect("Harbor Point", Fms.id.Sitelink, "L2", "expired"))
    await desk.server.run(connect("Maple Street", Fms.id.Yardi, "Y1", "wrong"))
    const visitor = await desk.visit({ role: Role.id.Admin, path: "/dashboard" })
    await rows(visitor).first().waitFor()
    const error = visitor.page.locator("[data-toast=error]")
    const test = (facility: string) =>
      visitor.page.getByRole("button", { name: `Test ${facility}` }).evaluate((it) => (it as HTMLElement).click())
    await test("Harbor Point")
    await error.filter({ hasText: "Unable to Login to Sitelink by Storable" }).waitFor()
    // A focused toast stays.
    await error.getByRole("button").focus()
    await test("Maple Street")
    await error.filter({ hasText: "Unable to Login to Yardi" }).waitFor()
    expect(await error.count()).toBe(1)
    await visitor.page.getByRole("button", { name: "Test FMS" }).evaluate((it) => (it as HTMLElement).click())
    await error.filter({ hasText: "2 facilities failed the FMS test" }).waitFor()
    await visitor.press("n")
    const inbox = visitor.page.getByRole("dialog", { name: "Notices" })
    await inbox.getByText("Unable to Login to Sitelink by Storable").waitFor()
    await inbox.getByText("Unable to Login to Yardi").waitFor()
    await desk.server.run(connect("Harbor Point", Fms.id.Sitelink, "L2"))
  })

  it("says the status is unavailable when the server goes offline, and recovers with the next test", async () => {
    const visitor = await desk.visit({ role: Role.id.Admin, path: "/dashboard", fresh: true })
    visitor.expects(/./)
    await rows(visitor).first().waitFor()
    desk.proxy.goDown()
    await visitor.page.getByRole("button", { name: "Test FMS" }).click()
    await visitor.reads("Unable to get FMS status")
    expect(await rows(visitor).count()).toBe(0)
    desk.proxy.comeBack()
    await visitor.page.getByRole("button", { name: "Test FMS" }).click()
    await visitor.reads("1 Errors were Found")
  })

  it.each([360, 1280])("fits with the longest name of a facility at %i px", async (width) => {
    await desk.server.sql((sql) => sql`UPDATE facilities SET name = repeat('W', 100) WHERE facility_id = ${harbor}`)
    const visitor = await desk.visit({ role: Role.id.Admin, path: "/dashboard", viewport: { width, height: 760 } })
    await visitor.page.getByLabel(/^Choose W/).waitFor()
    expect(await unsound(visitor.page)).toEqual([])
  })
})
