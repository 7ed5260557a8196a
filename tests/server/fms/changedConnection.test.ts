import { Effect } from "effect"
import { SqlClient } from "effect/sql"
import { describe, expect, it, onTestFinished } from "vitest"
import type { FacilityId } from "#core/base/ids.ts"
import { Fms, IntegrationMode } from "#core/fms/fmsSystems.ts"
import { FmsConnections } from "#server/fms/FmsConnections.ts"
import { simulatedFields } from "#server/fms/simulators/simulatedFields.ts"
import { usualHomes } from "../../support/databases.ts"
import { makeCompany, makeFacility } from "../../support/fixture.ts"
import { startTestServer } from "../../support/testServer.ts"
import { admin, baseUrlOf, openSimulator } from "./fmsPlace.ts"
import { openSlowFms } from "./openSlowFms.ts"

const fms = Fms.id.Yardi

describe.each(usualHomes)("an FMS connection that is changed during its test, on $name", (home) => {
  const open = async () => {
    const slow = await openSlowFms()
    const simulator = await openSimulator()
    onTestFinished(() => simulator.close())
    let facilityID: FacilityId | undefined
    const server = await startTestServer(
      home,
      Effect.gen(function* () {
        const sql = yield* SqlClient.SqlClient
        const { companyID } = yield* makeCompany("acme")
        facilityID = yield* makeFacility(companyID, "Maple St")
        yield* sql`UPDATE facilities SET management_software = ${fms} WHERE facility_id = ${facilityID}`
        const fields = { ...simulatedFields(fms, "L1"), baseUrl: slow.address }
        yield* (yield* FmsConnections).write(companyID, facilityID, { mode: IntegrationMode.id.ViaFms, fields })
      }),
      { fms: { privateHosts: [slow.address, simulator.address].map((url) => new URL(url).host), retries: 0 } }
    )
    onTestFinished(() => server.close())
    const id = facilityID ?? expect.unreachable()
    const token = await server.enter("acme", admin)
    const { data: run } = await server.call(token, (api) => api.fms.test({ query: {}, payload: {} }))
    await expect.poll(slow.asked, { interval: 5, timeout: 10_000 }).toBe(1)
    const done = async () => {
      const show = () => server.call(token, (api) => api.fms.run({ params: { id: run.runID }, query: {} }))
      await expect.poll(async () => (await show()).data.state, { interval: 20, timeout: 10_000 }).toBe("done")
      const { data } = await server.call(token, (api) => api.fms.results({ query: {} }))
      return { run: (await show()).data, results: data.map(({ result }) => result) }
    }
    const edit = (payload: object) =>
      server.call(token, (api) =>
        api.facilities.update({ query: {}, payload: { facilityID: id, phoneNumber: "5550100200", ...payload } })
      )
    return { slow, simulator, edit, done }
  }

  it("is tested again with its new settings, and the result of the old ones doesn't count", async () => {
    const { slow, simulator, edit, done } = await open()
    await edit({ ...simulatedFields(fms, "L1"), baseUrl: baseUrlOf(simulator.address, fms) })
    slow.fail()
    expect(await done()).toMatchObject({ run: { total: 1, done: 1, failed: 0 }, results: [true] })
  })

  it("has no result if it now uses files", async () => {
    const { slow, edit, done } = await open()
    await edit({ mode: IntegrationMode.id.ViaCsv })
    slow.fail()
    expect(await done()).toMatchObject({ run: { total: 1, done: 0, failed: 0 }, results: [] })
  })
})
