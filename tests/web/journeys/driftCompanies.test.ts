import { Effect } from "effect"
import { afterAll, beforeAll, expect, it } from "vitest"
import { Role } from "#core/auth/roles.ts"
import { type DriftIds, fillDrift, openDriftSimulator } from "../../server/drift/driftPlace.ts"
import { companyIdOf } from "../support/companyIdOf.ts"
import { holdBack } from "../support/holdBack.ts"
import { desk, shareDeskWithNewPages } from "../support/shareDesk.ts"

let simulator: Awaited<ReturnType<typeof openDriftSimulator>>
let at: DriftIds

beforeAll(async () => {
  simulator = await openDriftSimulator()
})
afterAll(() => simulator.close())
shareDeskWithNewPages(
  () => ({ fms: simulator.settings }),
  Effect.gen(function* () {
    at = yield* fillDrift(simulator.address)
  })
)

it("fixes no further mismatches when its user acts for another company", async () => {
  const visitor = await desk.visit({
    role: Role.id.SiteAdmin,
    company: "other",
    path: `/facilities/${at.maple}/drift?companyID=${await companyIdOf(desk, "acme")}`
  })
  await visitor.reads("6 mismatches")
  await visitor.press("Home", "x", "j", "x", "f")
  const question = visitor.page.getByRole("dialog", { name: "Fix 2 mismatches?" })
  const changes: Array<string> = []
  visitor.page.on("request", (request) => {
    if (request.method() === "PUT") changes.push(request.url())
  })
  const release = await holdBack(visitor, /\/locks\/update-lock/)
  await question.getByRole("button", { name: "Fix 2 mismatches" }).click()
  await visitor.reads("Fixing…")
  await expect.poll(() => changes.length).toBe(1)
  await visitor.follows(`/dashboard?companyID=${await companyIdOf(desk, "small")}`)
  await visitor.sees("Dashboard")
  await visitor.page.getByText("small", { exact: true }).first().waitFor()
  await release()
  await visitor.settled()
  expect(changes).toHaveLength(1)
  expect(await visitor.page.locator("[data-toast]").count()).toBe(0)
})

it("says on paper which mismatches it lists, and that some facilities couldn't be compared", async () => {
  const visitor = await desk.visit({ role: Role.id.Admin, company: "acme", path: "/facilities/drift?drift=two-locks" })
  const { page } = visitor
  // One facility's FMS fails, and one is read from files only.
  visitor.expects(/503|422/)
  await visitor.reads("1 facility couldn't be compared")
  await page.evaluate(() => {
    window.print = () => {
      const facts = [...document.querySelectorAll(".print-sheet li")].map((each) => each.textContent)
      Object.assign(window, { printed: facts })
      dispatchEvent(new Event("afterprint"))
    }
  })
  await visitor.press("Shift+P")
  const printed = () => page.evaluate(() => (window as { printed?: ReadonlyArray<string> }).printed)
  await expect.poll(printed).toContain("Filter: Two locks in one unit, without 1 facility that couldn't be compared")
})
