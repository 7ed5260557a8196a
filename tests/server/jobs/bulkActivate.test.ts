import { Effect } from "effect"
import { SqlClient } from "effect/sql"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { Role } from "#core/auth/roles.ts"
import { type FacilityId, JobId } from "#core/base/ids.ts"
import { usualHomes } from "../../support/databases.ts"
import { makeCompany, makeFacility, makeLock } from "../../support/fixture.ts"
import { startTestServer, type TestServer } from "../../support/testServer.ts"

describe.each(usualHomes)("bulk activation of a batch, on $name", (home) => {
  let server: TestServer
  let owner = ""
  let maple: FacilityId
  let oak: FacilityId
  let theirs: FacilityId
  beforeAll(async () => {
    server = await startTestServer(
      home,
      Effect.gen(function* () {
        const acme = yield* makeCompany("acme")
        const other = yield* makeCompany("other")
        maple = yield* makeFacility(acme.companyID, "Maple St")
        oak = yield* makeFacility(acme.companyID, "Oak Ave")
        theirs = yield* makeFacility(other.companyID, "Theirs")
        const facts = { code: "1234", status: 1001 as const }
        yield* makeLock({ ...facts, companyID: acme.companyID, facilityID: maple, serial: "50000002" })
        yield* makeLock({ ...facts, companyID: other.companyID, facilityID: theirs, serial: "50000003" })
      })
    )
    owner = await server.enter("acme", Role.id.Owner)
    const keeper = await server.enter("acme", Role.id.SuperAdmin)
    const rows = ["50000001", "50000002", "50000003", "50000004", "50000005"].map((serialCode, nth) => ({
      row: nth + 1,
      serialCode,
      unlockCode: "0042",
      batchID: nth < 4 ? " BOX-1 " : "BOX-2"
    }))
    const { data } = await server.call(keeper, (api) => api.registry.import({ payload: { rows } }))
    expect(data).toMatchObject({ loaded: 5, refused: [] })
  })
  afterAll(() => server.close())

  const bulk = async (batchID: string, facilityID?: FacilityId | null, token = owner) => {
    const body = { batchID, ...(facilityID === undefined ? {} : { facilityID }) }
    const answer = await server.fetch("/api/locks/bulk-activate", { method: "POST", token, body })
    return {
      status: answer.status,
      text: answer.text,
      ...(answer.json as { code?: string; data: Record<string, unknown> })
    }
  }

  it("activates what it can, reports why others failed, and reveals nothing of another company's locks", async () => {
    const done = await bulk("BOX-1", maple)
    expect(done).toMatchObject({
      status: 200,
      data: {
        jobID: expect.any(Number),
        successLocks: [
          { serialCode: "50000001", color: -4144960, updatedOn: expect.stringMatching(/Z$/), error: null },
          { serialCode: "50000004", color: -4144960, updatedOn: expect.stringMatching(/Z$/), error: null }
        ],
        unchangedLocks: [{ serialCode: "50000002", error: null }],
        errorLocks: []
      }
    })
    expect(done.text).not.toContain("50000003")
    const { data: job } = await server.call(owner, (api) =>
      api.jobs.show({ params: { id: JobId.make(Number(done.data["jobID"])) }, query: {} })
    )
    expect(job).toMatchObject({ kind: "activate", source: "batch BOX-1", state: "done", applied: 2, failed: 0 })
    // Repeated, all are already active there; at another facility, that is why they fail.
    const again = await bulk("BOX-1", maple)
    expect(again.data).toMatchObject({ successLocks: [], unchangedLocks: [{}, {}, {}], errorLocks: [] })
    expect((await bulk("BOX-1", oak)).data).toMatchObject({
      successLocks: [],
      errorLocks: Array.from({ length: 3 }, () => ({ error: "This lock is already activated at Maple St" }))
    })
  })

  it("activates into the inventory, from which a lock can be activated at a facility", async () => {
    const done = await bulk("BOX-2", null)
    expect(done.data).toMatchObject({ successLocks: [{ serialCode: "50000005" }], errorLocks: [] })
    const found = await server.call(owner, (api) => api.locks.search({ query: { filter: "inventory=true" } }))
    expect(found.data.map(({ serialCode }) => serialCode)).toEqual(["50000005"])
    // Omitting the facility doesn't mean the inventory.
    expect(await bulk("BOX-2")).toMatchObject({ status: 400, code: "Malformed" })
    expect((await bulk("BOX-2", null)).data).toMatchObject({
      unchangedLocks: [{ serialCode: "50000005", error: null }],
      errorLocks: []
    })
    expect((await bulk("BOX-2", maple)).data).toMatchObject({ successLocks: [{ serialCode: "50000005" }] })
  })

  it("finds nothing for an unknown batch, and refuses another company's facility", async () => {
    for (const batchID of ["BOX-9", "box-1", "%"]) {
      expect((await bulk(batchID, maple)).data).toEqual({
        jobID: null,
        successLocks: [],
        unchangedLocks: [],
        errorLocks: []
      })
    }
    expect(await bulk("BOX-1", theirs)).toMatchObject({ status: 404, code: "FacilityNotFound" })
    expect((await bulk("", maple)).status).toBe(400)
    expect(await bulk("BOX-1", maple, await server.enter("acme", Role.id.Vendor))).toMatchObject({
      status: 403,
      code: "AccessDenied"
    })
  })

  it("distinguishes two long batch names that differ only at the end", async () => {
    const long = "BOX-".padEnd(90, "7")
    const keeper = await server.enter("acme", Role.id.SuperAdmin)
    const rows = ["a", "b"].map((end, nth) => ({
      row: nth + 1,
      serialCode: String(50_000_101 + nth),
      unlockCode: "0042",
      batchID: `${long}${end}`
    }))
    await server.call(keeper, (api) => api.registry.import({ payload: { rows } }))
    const first = await bulk(`${long}a`, maple)
    const second = await bulk(`${long}b`, maple)
    expect(first.data["successLocks"]).toMatchObject([{ serialCode: "50000101" }])
    expect(second.data["successLocks"]).toMatchObject([{ serialCode: "50000102" }])
    const jobs = await server.run(
      Effect.flatMap(
        SqlClient.SqlClient,
        (sql) => sql<{ fingerprint: string }>`SELECT fingerprint FROM jobs WHERE source LIKE ${`batch ${long}%`}`
      )
    )
    expect(new Set(jobs.map(({ fingerprint }) => fingerprint)).size).toBe(2)
  })

  it("plans a dry run of its own, beside an unfinished batch with any name", async () => {
    const keeper = await server.enter("acme", Role.id.SuperAdmin)
    const rows = ["BOX-3", "BOX-3 dry run"].map((batchID, nth) => ({
      row: nth + 1,
      serialCode: String(50_000_201 + nth),
      unlockCode: "0042",
      batchID
    }))
    await server.call(keeper, (api) => api.registry.import({ payload: { rows } }))
    expect((await bulk("BOX-3 dry run", maple)).data["successLocks"]).toMatchObject([{ serialCode: "50000202" }])
    const unfinished = Effect.flatMap(
      SqlClient.SqlClient,
      (sql) => sql`UPDATE jobs SET state = 'applying' WHERE source = 'batch BOX-3 dry run'`
    )
    await server.run(unfinished)
    const body = { batchID: "BOX-3", facilityID: maple }
    const tried = await server.fetch("/api/locks/bulk-activate?dryRun=true", { method: "POST", token: owner, body })
    expect(tried).toMatchObject({ status: 200, json: { data: { successLocks: [{ serialCode: "50000201" }] } } })
  })

  const register = async (batchID: string, first: number, count: number) => {
    const keeper = await server.enter("acme", Role.id.SuperAdmin)
    const rows = Array.from({ length: count }, (_, nth) => ({
      row: nth + 1,
      serialCode: String(first + nth),
      unlockCode: "0042",
      batchID
    }))
    await server.call(keeper, (api) => api.registry.import({ payload: { rows } }))
  }

  it("gives the same result to requests for the same batch at the same time", async () => {
    await register("BOX-4", 50_000_301, 40)
    const several = await Promise.all(Array.from({ length: 4 }, () => bulk("BOX-4", maple)))
    for (const { status, data } of several) {
      expect([status, data["jobID"], data["errorLocks"]]).toEqual([200, several[0]?.data["jobID"], []])
      expect(data["successLocks"]).toHaveLength(40)
    }
  })

  it("says how far it came if its session ends, and continues when it is repeated", async () => {
    await register("BOX-5", 50_000_401, 2)
    const token = await server.enter("acme", Role.id.Admin)
    // The server remembers the session for a few seconds. A job doesn't rely on that.
    expect((await bulk("BOX-9", maple, token)).status).toBe(200)
    await server.sql(
      (sql) =>
        sql`UPDATE sessions SET ended_at = now() WHERE user_id IN (SELECT user_id FROM users WHERE role_id = ${Role.id.Admin})`
    )
    const stopped = await bulk("BOX-5", maple, token)
    expect(stopped).toMatchObject({ status: 409, code: "JobUnfinished", data: { done: 0, total: 2 } })
    const again = await bulk("BOX-5", maple, await server.enter("acme", Role.id.Admin))
    expect(again).toMatchObject({ status: 200, data: { jobID: stopped.data["jobID"], successLocks: [{}, {}] } })
  })
})
