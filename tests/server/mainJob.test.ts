import { Effect } from "effect"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { Role } from "#core/auth/roles.ts"
import type { FacilityId } from "#core/base/ids.ts"
import { homes } from "../support/databases.ts"
import { makeCompany, makeFacility, makeRegistered } from "../support/fixture.ts"
import { startTestServer, type TestServer } from "../support/testServer.ts"

describe.each(homes)("the main job, on $name", (home) => {
  let server: TestServer
  let facilityID: FacilityId
  beforeAll(async () => {
    server = await startTestServer(
      home,
      Effect.gen(function* () {
        const { companyID } = yield* makeCompany("acme")
        facilityID = yield* makeFacility(companyID, "Maple St")
        yield* makeRegistered("10482233", "0042")
      })
    )
  })
  afterAll(() => server.close())

  it("activates, finds, reveals and proves who saw it", async () => {
    const token = await server.signIn("acme", Role.id.Admin)
    const { data: lock } = await server.call(token, (api) =>
      api.locks.activate({ query: {}, payload: { serialCode: "10482233", facilityID } })
    )
    const found = await server.call(token, (api) => api.locks.search({ query: { filter: "text=1048" } }))
    expect(found.data.map(({ lockID }) => lockID)).toEqual([lock.lockID])
    expect(found.data[0]?.unlockCode).toBeNull()
    const { data: revealed } = await server.call(token, (api) =>
      api.locks.reveal({ query: {}, payload: { serialCode: "10482233", reason: "Tenant requested code" } })
    )
    expect(revealed.unlockCode).toBe("0042")
    const records = await server.call(token, (api) => api.audit.list({ query: { subject: "10482233" } }))
    expect(records.data.map(({ action, userName }) => [action, userName])).toEqual([
      ["reveals.approve", "Admin acme"],
      ["locks.activate", "Admin acme"]
    ])
    expect(records.data[0]?.seq).toBe(revealed.auditSeq)
    const { data: verified } = await server.call(token, (api) => api.audit.verify({ query: {} }))
    expect(verified.broken).toBeNull()
    const again = await server.call(token, (api) =>
      api.locks.activate({ query: {}, payload: { serialCode: "10482233", facilityID } })
    )
    expect(again).toMatchObject({ unchanged: true, data: { serialCode: "10482233", facilityName: "Maple St" } })
  })
})
