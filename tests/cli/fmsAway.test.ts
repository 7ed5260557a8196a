import { Effect } from "effect"
import { SqlClient } from "effect/sql"
import { expect, it, onTestFinished } from "vitest"
import { Role } from "#core/auth/roles.ts"
import { Fms, IntegrationMode } from "#core/fms/fmsSystems.ts"
import { FmsConnections } from "#server/fms/FmsConnections.ts"
import { simulatedFields } from "#server/fms/simulators/simulatedFields.ts"
import { openSlowFms } from "../server/fms/openSlowFms.ts"
import { postgres } from "../support/databases.ts"
import { emailOf, makeCompany, makeFacility, password } from "../support/fixture.ts"
import { startTestServer } from "../support/testServer.ts"
import { DelayingProxy } from "../web/support/DelayingProxy.ts"
import { built, machine } from "./support/lockdesk.ts"
import { keys, TerminalRun } from "./support/terminal.ts"

const fms = Fms.id.Yardi

it("waits for a server that is away during a test, and Ctrl+C says that the test continues", async () => {
  built()
  const slow = await openSlowFms()
  const server = await startTestServer(
    postgres,
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const { companyID } = yield* makeCompany("acme")
      const facilityID = yield* makeFacility(companyID, "Maple St")
      yield* sql`UPDATE facilities SET management_software = ${fms} WHERE facility_id = ${facilityID}`
      const fields = { ...simulatedFields(fms, "L1"), baseUrl: slow.address }
      yield* (yield* FmsConnections).write(companyID, facilityID, { mode: IntegrationMode.id.ViaFms, fields })
    }),
    { fms: { privateHosts: [new URL(slow.address).host], retries: 0 } }
  )
  onTestFinished(() => server.close())
  const proxy = await DelayingProxy.open(server.address)
  onTestFinished(() => proxy.close())
  const here = machine(proxy.address)
  onTestFinished(() => here.dispose())
  await here.run(["auth", "login", "--email", emailOf("acme", Role.id.Admin)], { stdin: password })

  const left = new TerminalRun(here, ["fms", "test", "--all"])
  await left.shows("Testing 0 of 1")
  left.type(keys.interrupt)
  expect(await left.ends(), left.screen.text).toBe(130)
  expect(left.screen.text).toMatch(/Run 1 continues on the server; see lockdesk fms results\./)

  const script = here.run(["fms", "test", "--all", "--json", "facilityName,result"])
  const run = new TerminalRun(here, ["fms", "test", "--all"])
  await run.shows("Testing 0 of 1")
  proxy.goDown()
  await run.shows("Waiting for the server (")
  slow.fail()
  proxy.comeBack()
  expect(await run.ends(), run.screen.text).toBe(9)
  expect(run.screen.text).toContain("0 of 1 are good.")
  const ended = await script
  expect([ended.code, JSON.parse(ended.stdout)]).toEqual([9, [{ facilityName: "Maple St", result: false }]])
})
