import { Effect } from "effect"
import { SqlClient } from "effect/sql"
import { afterAll, afterEach, beforeAll, expect, it } from "vitest"
import { Role } from "#core/auth/roles.ts"
import { type DriftIds, fillDrift, openDriftSimulator } from "../../server/drift/driftPlace.ts"
import type { Desk } from "../support/Desk.ts"
import { holdBack } from "../support/holdBack.ts"
import { openDesk } from "../support/openDesk.ts"

let desk: Desk
let simulator: Awaited<ReturnType<typeof openDriftSimulator>>
let at: DriftIds

beforeAll(async () => {
  simulator = await openDriftSimulator()
  const fill = Effect.gen(function* () {
    at = yield* fillDrift(simulator.address)
  })
  desk = await openDesk({ fms: simulator.settings }, fill)
})
afterEach(() => desk.settle())
afterAll(async () => {
  await desk.close()
  await simulator.close()
})

it("fixes no further mismatches when its user acts for another company", async () => {
  const companies = await desk.server.run(
    Effect.flatMap(
      SqlClient.SqlClient,
      (sql) => sql<{ company_id: number; name: string }>`SELECT company_id, name FROM companies`
    )
  )
  const idOf = (name: string) => companies.find((company) => company.name === name)?.company_id
  const visitor = await desk.visit({
    role: Role.id.SiteAdmin,
    company: "other",
    path: `/facilities/${at.maple}/drift?companyID=${idOf("acme")}`
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
  await visitor.follows(`/dashboard?companyID=${idOf("small")}`)
  await visitor.sees("Dashboard")
  await visitor.page.getByText("small", { exact: true }).first().waitFor()
  await release()
  await visitor.settled()
  expect(changes).toHaveLength(1)
  expect(await visitor.page.locator("[data-toast]").count()).toBe(0)
})
