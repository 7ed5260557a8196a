import { Effect } from "effect"
import { expect, it, onTestFinished } from "vitest"
import { Role } from "#core/auth/roles.ts"
import { homes } from "../support/databases.ts"
import { makeCompany, makeFacility, makeRegistered } from "../support/fixture.ts"
import { startTestServer } from "../support/testServer.ts"
import { connectClient, signIn } from "./load.ts"

const most = 5
const asked = 24

it.each(homes)(
  "$name: calls that meet at one lock, or at the last free place, are done as if one after the other",
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
    const [first = 0, ...others] = facilityIDs

    // One lock at several facilities at once: one gets it, and each of the others is told where it is.
    const [contested = "", ...rest] = serials
    const attempts = await Promise.all(
      Array.from({ length: 12 }, (_, n) => client.activate(worker, contested, others[n % others.length] ?? 0))
    )
    const winner = attempts.filter(({ answer }) => answer?.status === 200)
    expect(winner).toHaveLength(1)
    for (const { answer } of attempts) {
      if (answer?.status === 200) continue
      expect(answer).toMatchObject({
        status: 409,
        json: { code: "LockAlreadyActive", data: { facilityID: winner[0]?.facilityID } }
      })
    }

    // More locks than a facility may have, at once: it gets as many as it may.
    const crowd = await Promise.all(rest.map((serial) => client.activate(worker, serial, first)))
    expect(crowd.filter(({ answer }) => answer?.status === 200)).toHaveLength(most)
    for (const { answer } of crowd) {
      if (answer?.status === 200) continue
      expect(answer).toMatchObject({
        status: 422,
        json: { code: "LockLimitReached", data: { countedLocks: most, maxLocks: most } }
      })
    }
    await client.close()
  }
)
