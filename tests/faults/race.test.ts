import { Effect } from "effect"
import { expect, it, onTestFinished } from "vitest"
import { Role } from "#core/auth/roles.ts"
import { homes } from "../support/databases.ts"
import { makeCompany, makeFacility, makeRegistered } from "../support/fixture.ts"
import { startTestServer } from "../support/testServer.ts"
import { connectClient, dataOf, signIn } from "./load.ts"

const most = 5
const asked = 24

it.each(homes)(
  "$name: concurrent calls for one lock, or for the last free place, end as if they ran one after another",
  async (home) => {
    let facilityIDs: ReadonlyArray<number> = []
    const serials = Array.from({ length: asked }, (_, at) => String(10_000_000 + at))
    const server = await startTestServer(
      home,
      Effect.gen(function* () {
        const { companyID } = yield* makeCompany("acme", { maxLocks: most })
        facilityIDs = yield* Effect.forEach(["Maple St", "Oak Ave", "Elm St", "Pine Rd"], (name) =>
          makeFacility(companyID, name)
        )
        yield* Effect.forEach(serials, (serial) => makeRegistered(serial, "1234"))
      })
    )
    onTestFinished(() => server.close())
    const client = connectClient(server.address)
    const worker = await signIn(client, Role.id.Admin)
    const keeper = await signIn(client, Role.id.SuperAdmin)
    const [first = 0, ...others] = facilityIDs

    // One lock at several facilities concurrently: one gets it, and the others learn where it is.
    const [contested = "", ...rest] = serials
    const attempts = await Promise.all(
      Array.from({ length: 12 }, (_, n) => client.activate(worker, contested, others[n % others.length] ?? 0))
    )
    const winner = attempts.filter(({ answer }) => answer?.status === 200 && !("unchanged" in Object(answer.json)))
    expect(winner).toHaveLength(1)
    for (const { answer, facilityID } of attempts) {
      // Requests for the winning facility succeed too.
      if (facilityID === winner[0]?.facilityID) {
        expect(answer).toMatchObject({ status: 200, json: { data: { facilityID } } })
        continue
      }
      expect(answer).toMatchObject({
        status: 409,
        json: { code: "LockAlreadyActive", data: { facilityID: winner[0]?.facilityID } }
      })
    }

    // More locks than a facility can have, concurrently: it gets exactly its limit.
    const crowd = await Promise.all(rest.map((serial) => client.activate(worker, serial, first)))
    expect(crowd.filter(({ answer }) => answer?.status === 200)).toHaveLength(most)
    for (const { answer } of crowd) {
      if (answer?.status === 200) continue
      expect(answer).toMatchObject({
        status: 422,
        json: { code: "LockLimitReached", data: { countedLocks: most, maxLocks: most } }
      })
    }

    // One shipment loaded from both ends concurrently: every lock counts as new once.
    const shipment = Array.from({ length: 1000 }, (_, at) => ({
      row: at + 1,
      serialCode: String(20_000_000 + at),
      unlockCode: "1234"
    }))
    const loads = await Promise.all(
      Array.from({ length: 8 }, (_, n) =>
        client.call("/api/registry/import", keeper.token, { rows: n % 2 === 0 ? shipment : shipment.toReversed() })
      )
    )
    expect(loads.map((answer) => answer?.status)).toEqual(loads.map(() => 200))
    const loaded = loads.map((answer) => dataOf<{ readonly loaded: number; readonly unchanged: number }>(answer))
    expect(loaded.reduce((sum, { loaded: fresh }) => sum + fresh, 0)).toBe(shipment.length)
    expect(new Set(loaded.map(({ loaded: fresh, unchanged }) => fresh + unchanged))).toEqual(new Set([shipment.length]))
    await client.close()
  }
)
