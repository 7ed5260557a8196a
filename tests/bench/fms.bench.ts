import { Effect, Logger, Redacted } from "effect"
import { SqlClient } from "effect/sql"
import { Role } from "#core/auth/roles.ts"
import { UserId } from "#core/base/ids.ts"
import { Fms, type FmsId, IntegrationMode } from "#core/fms/fmsSystems.ts"
import { Sessions } from "#server/auth/Sessions.ts"
import { FmsConnections } from "#server/fms/FmsConnections.ts"
import { FmsRuns } from "#server/fms/FmsRuns.ts"
import { simulatedFields } from "#server/fms/simulators/simulatedFields.ts"
import { startSimulator } from "#server/fms/simulators/startSimulator.ts"
import { startServer } from "#server/main.ts"
import { makeCompany, makeFacility, userIn } from "../support/fixture.ts"
import { baseUrlOf } from "../server/fms/fmsPlace.ts"
import type { Bench, BenchRow } from "./Bench.ts"
import { type BenchHome, onBothHomes } from "./benchHomes.ts"

const facilities = 400
const simulators = 8
const concurrency = 8

/** Both have a base URL per facility, so facilities can be spread over simulators. */
const systems: ReadonlyArray<FmsId> = [Fms.id.SsmCloud, Fms.id.Yardi]

/** 400 facilities on eight simulators, tested at concurrency 8: the total time, and the simulators' own time. */
const testAll = ({ folder, url }: BenchHome) =>
  Effect.scoped(
    Effect.gen(function* () {
      const started = yield* Effect.forEach(Array.from({ length: simulators }), (_, nth) =>
        startSimulator({ seed: nth + 1, latency: [30, 120] })
      )
      let ours = 0
      const run = Effect.gen(function* () {
        const sql = yield* SqlClient.SqlClient
        const connections = yield* FmsConnections
        const runs = yield* FmsRuns
        const { companyID, users } = yield* makeCompany("acme")
        for (let nth = 0; nth < facilities; nth += 1) {
          const facilityID = yield* makeFacility(companyID, `Facility ${nth}`)
          const fms = systems[nth % systems.length] ?? Fms.id.SsmCloud
          yield* sql`UPDATE facilities SET management_software = ${fms} WHERE facility_id = ${facilityID}`
          const { address } = started[nth % simulators] ?? { address: "" }
          const fields = { ...simulatedFields(fms, `B${nth}`), baseUrl: baseUrlOf(address, fms) }
          yield* connections.write(companyID, facilityID, { mode: IntegrationMode.id.ViaFms, fields })
        }
        const sessions = yield* Sessions
        const userID = userIn(users, Role.id.Admin)
        const token = yield* sessions.create({
          userID: UserId.make(userID),
          client: "terminal",
          remember: false,
          fromSso: false
        })
        const session = yield* sessions.find(token, undefined)
        if (session === null) return yield* Effect.die(new Error("the session is gone"))
        const began = performance.now()
        const { runID } = yield* runs.start(session.user, { concurrency })
        while ((yield* runs.show(session.user, runID)).state === "running") yield* Effect.sleep(50)
        ours = performance.now() - began
        const done = yield* runs.show(session.user, runID)
        if (done.done !== facilities || done.failed > 0) return yield* Effect.die(new Error("a test failed"))
      })
      const privateHosts = started.map(({ address }) => new URL(address).host)
      const options = {
        data: folder,
        port: 0,
        fms: { privateHosts, concurrency, retries: 0 },
        ...(url === undefined ? {} : { databaseUrl: Redacted.make(url) })
      }
      yield* startServer(options, run)
      const millis = started.reduce((sum, simulator) => sum + simulator.spent().millis, 0)
      const calls = started.reduce((sum, simulator) => sum + simulator.spent().answers, 0)
      return { ours, baseline: millis / concurrency, calls }
    })
  ).pipe(Effect.provide(Logger.layer([])))

/** Background tests of 400 connections (001 §4), compared with only waiting for the FMS. */
export const bench: Bench = {
  name: "fms",
  run: async () => {
    const results: Array<BenchRow> = []
    await onBothHomes(async (home) => {
      const { ours, baseline, calls } = await Effect.runPromise(testAll(home))
      results.push({
        what: `${home.name}, ${facilities} facilities on ${simulators} simulators at concurrency ${concurrency}`,
        unit: "ms",
        ours,
        baseline,
        baselineName: `the simulators' own latencies divided by ${concurrency}`,
        goal: { atMost: 1.2 },
        note: `${calls} calls`
      })
    })
    return results
  }
}
