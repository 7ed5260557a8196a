import { Effect } from "effect"
import { SqlClient } from "effect/sql"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { Role } from "#core/auth/roles.ts"
import type { JobId } from "#core/base/ids.ts"
import { LockStatus } from "#core/locks/lockStatuses.ts"
import { postgres } from "../../support/databases.ts"
import { makeCompany, makeFacility, makeLock } from "../../support/fixture.ts"
import { startTestServer, type TestServer } from "../../support/testServer.ts"

const [active, lost] = ["10000001", "10000002"] as const

describe.each([postgres])("activation by a user restricted to some facilities, on $name", (home) => {
  let server: TestServer
  let confined = ""
  let maple = 0
  beforeAll(async () => {
    server = await startTestServer(
      home,
      Effect.gen(function* () {
        const { companyID } = yield* makeCompany("acme")
        maple = yield* makeFacility(companyID, "Maple St")
        const oak = yield* makeFacility(companyID, "Oak Ave")
        const facts = { companyID, facilityID: oak, code: "1234" }
        yield* makeLock({ ...facts, serial: active, status: LockStatus.id.Available })
        yield* makeLock({ ...facts, serial: lost, status: LockStatus.id.Lost, active: false })
        const sql = yield* SqlClient.SqlClient
        yield* sql`UPDATE users SET facility_ids = ARRAY[${maple}::int] WHERE role_id = ${Role.id.Personnel}`
      })
    )
    confined = await server.enter("acme", Role.id.Personnel)
  })
  afterAll(() => server.close())

  const send = (path: string, body?: unknown) =>
    server.fetch(`/api${path}`, { token: confined, ...(body === undefined ? {} : { method: "POST", body }) })

  it.each([
    [active, 409, "LockAlreadyActive", { lockID: null, facilityID: null, facilityName: "another facility" }],
    [lost, 422, "LockNotAvailable", { lockID: null }]
  ])("of %s, which is at another facility, names neither lock nor facility", async (serialCode, status, code, data) => {
    const answer = await send("/locks/activate-lock", { serialCode, facilityID: maple })
    expect([answer.status, answer.json]).toEqual([status, expect.objectContaining({ code, data })])
    expect(answer.text).not.toContain("Oak")
  })

  it("says in a job that it is at another facility", async () => {
    const made = await send("/jobs/activate", { facilityID: maple, source: "box", fingerprint: "confined-box" })
    const { jobID } = (made.json as { data: { jobID: JobId } }).data
    await send(`/jobs/${jobID}/rows`, { rows: [{ row: 1, serialCode: active }] })
    await send(`/jobs/${jobID}/plan`, {})
    const planned = await send(`/jobs/${jobID}/rows`)
    expect(planned.text).toContain("This lock is already activated at another facility")
    expect(planned.text).not.toContain("Oak")
  })
})
