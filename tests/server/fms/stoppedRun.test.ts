import { Effect, Redacted } from "effect"
import { SqlClient } from "effect/sql"
import { describe, expect, it } from "vitest"
import { Fms, IntegrationMode } from "#core/fms/fmsSystems.ts"
import { FmsConnections } from "#server/fms/FmsConnections.ts"
import { simulatedFields } from "#server/fms/simulators/simulatedFields.ts"
import { usualHomes } from "../../support/databases.ts"
import { makeCompany, makeFacility } from "../../support/fixture.ts"
import { startTestServer } from "../../support/testServer.ts"
import { admin, baseUrlOf, openSimulator } from "./fmsPlace.ts"

const fms = Fms.id.Yardi

describe.each(usualHomes)("a run of FMS tests whose server stops, on $name", (home) => {
  it("keeps the finished tests, and continues with the rest", async () => {
    const fast = await openSimulator()
    const slow = await openSimulator({ latency: [60_000, 60_000] })
    const { config, dispose } = await home.open()
    const place = { open: async () => ({ config, dispose: async () => undefined }) }
    const privateHosts = [fast, slow].map(({ address }) => new URL(address).host)
    const options = (timeout: number) => ({
      masterKey: Redacted.make("ab".repeat(32)),
      fms: { privateHosts, timeout, retries: 0 }
    })
    const facilities: Array<number> = []
    const make = Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const { companyID } = yield* makeCompany("acme")
      for (const { address } of [fast, slow]) {
        const facilityID = yield* makeFacility(companyID, `Facility ${facilities.length}`)
        yield* sql`UPDATE facilities SET management_software = ${fms} WHERE facility_id = ${facilityID}`
        const fields = { ...simulatedFields(fms, "L1"), baseUrl: baseUrlOf(address, fms) }
        yield* (yield* FmsConnections).write(companyID, facilityID, { mode: IntegrationMode.id.ViaFms, fields })
        facilities.push(facilityID)
      }
    })
    try {
      const first = await startTestServer(place, make, options(60_000))
      const token = await first.enter("acme", admin)
      const { data: run } = await first.call(token, (api) => api.fms.test({ query: {}, payload: { concurrency: 1 } }))
      // With a concurrency of 1, the fast one is done when the slow one is called.
      await expect.poll(() => slow.spent().answers, { interval: 5, timeout: 10_000 }).toBe(1)
      await first.close()
      const asked = fast.spent().answers

      const second = await startTestServer(place, Effect.void as never, options(500))
      const again = await second.enter("acme", admin)
      const show = async () =>
        (await second.call(again, (api) => api.fms.run({ params: { id: run.runID }, query: {} }))).data
      await expect.poll(async () => (await show()).state, { interval: 20, timeout: 10_000 }).toBe("done")
      expect(await show()).toMatchObject({ total: 2, done: 2, failed: 1 })
      const { data } = await second.call(again, (api) => api.fms.results({ query: { runID: run.runID } }))
      expect(data.map(({ facilityID, result }) => [facilityID, result]).reverse()).toEqual([
        [facilities[0], true],
        [facilities[1], false]
      ])
      expect(fast.spent().answers).toBe(asked)
      await second.close()
    } finally {
      await dispose()
      await fast.close()
      await slow.close()
    }
  }, 60_000)
})
