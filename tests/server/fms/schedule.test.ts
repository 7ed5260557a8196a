import { Clock, Effect, Redacted } from "effect"
import { SqlClient } from "effect/sql"
import { describe, expect, it } from "vitest"
import type { FacilityId } from "#core/base/ids.ts"
import { Fms, IntegrationMode } from "#core/fms/fmsSystems.ts"
import { FmsConnections } from "#server/fms/FmsConnections.ts"
import { FmsRuns } from "#server/fms/FmsRuns.ts"
import { FmsSchedule } from "#server/fms/FmsSchedule.ts"
import { dueSlots, slotsOf } from "#server/fms/slots.ts"
import { simulatedFields } from "#server/fms/simulators/simulatedFields.ts"
import { usualHomes, type TestHome } from "../../support/databases.ts"
import { makeCompany, makeFacility } from "../../support/fixture.ts"
import { movableClock, startTestServer, type TestServer } from "../../support/testServer.ts"
import { admin, openSimulator } from "./fmsPlace.ts"

const hour = 3_600_000

describe("slots", () => {
  it("are all slots after the last one up to now, in UTC", () => {
    const due = dueSlots(slotsOf("0 */6 * * *"), new Date("2026-03-01T05:59:59Z"), new Date("2026-03-01T18:00:00Z"))
    expect(due.map((slot) => slot.toISOString().slice(11, 16))).toEqual(["06:00", "12:00", "18:00"])
    expect(
      dueSlots(slotsOf("0 */6 * * *"), new Date("2026-03-01T18:00:00Z"), new Date("2026-03-01T23:59:59Z"))
    ).toEqual([])
  })

  it("are empty for an invalid cron expression", () => {
    expect(() => slotsOf("every day")).toThrow()
  })
})

/** One database for several servers in a row. */
const kept = async (home: TestHome) => {
  const { config, dispose } = await home.open()
  return { open: async () => ({ config, dispose: async () => undefined }), dispose }
}

describe.each(usualHomes)("the server's own tests, on $name", (home) => {
  it("take each slot once, over restarts, and the last of several that passed", async () => {
    const simulator = await openSimulator()
    const database = await kept(home)
    const clock = movableClock()
    const fms = { ...simulator.settings, schedule: "0 * * * *" }
    let facilityID: FacilityId
    const masterKey = Redacted.make("ab".repeat(32))
    const make = Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const { companyID } = yield* makeCompany("acme")
      facilityID = yield* makeFacility(companyID, "Maple St")
      yield* sql`UPDATE facilities SET management_software = ${Fms.id.Sitelink}`
      const fields = simulatedFields(Fms.id.Sitelink, "L1")
      yield* (yield* FmsConnections).write(companyID, facilityID, { mode: IntegrationMode.id.ViaFms, fields })
    })
    const start = (prepare: typeof make | typeof Effect.void) =>
      startTestServer({ open: database.open }, prepare as typeof make, { fms, clock, masterKey })
    const tick = (server: TestServer) =>
      server.run(
        Effect.gen(function* () {
          const begun = yield* (yield* FmsSchedule).tick
          yield* (yield* FmsRuns).takeUp
          return begun
        }).pipe(Effect.provideService(Clock.Clock, clock))
      )
    const results = async (server: TestServer) => {
      const token = await server.enter("acme", admin)
      return (await server.call(token, (api) => api.fms.results({ query: { facilityID } }))).data
    }
    const settled = async (server: TestServer, count: number) => {
      await expect.poll(async () => (await results(server)).length, { interval: 20, timeout: 10_000 }).toBe(count)
    }

    try {
      let server = await start(make)
      expect(await tick(server)).toBe(0)
      clock.advance(hour)
      await tick(server)
      await settled(server, 1)
      // The same slot again, before and after a restart.
      expect(await tick(server)).toBe(0)
      await server.close()
      server = await start(Effect.void)
      expect(await tick(server)).toBe(0)
      await server.close()
      // Slots missed while no server ran are made up for: of three, only the last.
      clock.advance(3 * hour)
      server = await start(Effect.void)
      await tick(server)
      await settled(server, 2)
      const [latest] = await results(server)
      expect(latest).toMatchObject({ result: true, manualTest: false })
      const slots = await server.sql((sql) => sql<{ state: string }>`SELECT state FROM fms_slots ORDER BY slot`)
      expect(slots.map(({ state }) => state)).toEqual(["first", "run", "passed", "passed", "run"])
      // A clock that was a day ahead for a while doesn't suspend the tests for a day.
      clock.advance(24 * hour)
      await tick(server)
      await settled(server, 3)
      clock.advance(-24 * hour)
      await tick(server)
      // The next slot may be so close that it counts as taken by a server whose clock is a little ahead.
      clock.advance(2 * hour)
      await tick(server)
      await settled(server, 4)
      await server.close()
    } finally {
      await database.dispose()
      await simulator.close()
    }
  }, 60_000)
})
