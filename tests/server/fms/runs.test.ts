import { Effect } from "effect"
import { SqlClient } from "effect/sql"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { Role, type RoleId } from "#core/auth/roles.ts"
import { type CompanyId, type FacilityId, FmsRunId } from "#core/base/ids.ts"
import { Tier } from "#core/companies/tiers.ts"
import type { FmsRunRequest } from "#core/fms/FmsRun.ts"
import { FmsResultId } from "#core/fms/FmsTestResult.ts"
import { Fms, type FmsId, IntegrationMode } from "#core/fms/fmsSystems.ts"
import { FmsConnections } from "#server/fms/FmsConnections.ts"
import { FmsRuns } from "#server/fms/FmsRuns.ts"
import { simulatedFields } from "#server/fms/simulators/simulatedFields.ts"
import { usualHomes } from "../../support/databases.ts"
import { makeCompany, makeFacility } from "../../support/fixture.ts"
import { startTestServer, type TestServer } from "../../support/testServer.ts"
import { admin, baseUrlOf, openSimulator } from "./fmsPlace.ts"

/** Creates a facility with an FMS connection to the simulator at an address. */
const makeConnected = Effect.fn(function* (
  address: string,
  companyID: CompanyId,
  name: string,
  fms: FmsId,
  code: string,
  mode: (typeof IntegrationMode.ids)[number] = IntegrationMode.id.ViaFms
) {
  const sql = yield* SqlClient.SqlClient
  const facilityID = yield* makeFacility(companyID, name)
  yield* sql`UPDATE facilities SET management_software = ${fms} WHERE facility_id = ${facilityID}`
  const fields = simulatedFields(fms, code)
  yield* (yield* FmsConnections).write(companyID, facilityID, {
    mode,
    fields: fields.baseUrl === undefined ? fields : { ...fields, baseUrl: baseUrlOf(address, fms) }
  })
  return facilityID
})

describe.each(usualHomes)("tests of FMS connections, on $name", (home) => {
  let simulator: Awaited<ReturnType<typeof openSimulator>>
  let server: TestServer
  let token = ""
  let good: FacilityId
  let bad: FacilityId
  let file: FacilityId
  let theirs: FacilityId
  let companyID: CompanyId
  let otherToken = ""
  beforeAll(async () => {
    simulator = await openSimulator({ latency: [1, 5] })
    server = await startTestServer(
      home,
      Effect.gen(function* () {
        const acme = yield* makeCompany("acme")
        const other = yield* makeCompany("other")
        yield* makeCompany("small", { tier: Tier.id.LocksOnly })
        companyID = acme.companyID
        const at = (company: CompanyId, name: string, fms: FmsId, code: string, mode?: 1 | 2) =>
          makeConnected(simulator.address, company, name, fms, code, mode)
        good = yield* at(companyID, "Maple St", Fms.id.Sitelink, "L1")
        bad = yield* at(companyID, "Elm St", Fms.id.Yardi, "L2-auth")
        file = yield* at(companyID, "Oak St", Fms.id.Sitelink, "L3", IntegrationMode.id.ViaCsv)
        yield* makeFacility(companyID, "No FMS")
        theirs = yield* at(other.companyID, "Theirs", Fms.id.SsmCloud, "L4")
      }),
      { fms: simulator.settings }
    )
    token = await server.enter("acme", admin)
    otherToken = await server.enter("other", admin)
  })
  afterAll(async () => {
    await server.close()
    await simulator.close()
  })

  /** Runs tests and waits for the last one. */
  const tested = async (request: FmsRunRequest = {}, as = token) => {
    const { data: run } = await server.call(as, (api) => api.fms.test({ query: {}, payload: request }))
    await expect.poll(async () => (await showRun(run.runID, as)).state, { interval: 20, timeout: 10_000 }).toBe("done")
    return showRun(run.runID, as)
  }
  const showRun = async (id: FmsRunId, as = token) =>
    (await server.call(as, (api) => api.fms.run({ params: { id }, query: {} }))).data
  const last = async (as = token) => (await server.call(as, (api) => api.fms.lastResults({ query: {} }))).data

  it("test every facility with a connection, and keep the latest result of each by ID", async () => {
    expect(await last()).toEqual({})
    expect(await tested()).toMatchObject({ total: 2, done: 2, failed: 1, manualTest: true })
    const results = await last()
    expect(Object.keys(results).sort()).toEqual([String(good), String(bad)].sort())
    expect(results[String(good)]).toMatchObject({
      facilityName: "Maple St",
      managementSoftwareName: "Sitelink by Storable",
      result: true,
      errorMessage: null,
      manualTest: true,
      previousResult: null,
      simulated: false
    })
    expect(results[String(bad)]).toMatchObject({
      result: false,
      errorCode: 401,
      errorMessage: "Unable to Login to Yardi",
      nextAction: "Enter the credentials again."
    })
    // The user who ran the test sees the result; the facility's other managers get a notice.
    const inbox = async (role: RoleId) => {
      const as = await server.enter("acme", role)
      return (await server.call(as, (api) => api.notices.list({ query: {} }))).data.map(({ message }) => message)
    }
    const failing = "The FMS connection of Elm St has started to fail."
    await expect.poll(() => inbox(Role.id.Owner)).toEqual([failing])
    expect(await Promise.all([inbox(admin), inbox(Role.id.CallCenterAgent)])).toEqual([[], []])
  })

  it("test the named ones, and return the history newest first", async () => {
    expect(await tested({ facilityIDs: [bad] })).toMatchObject({ total: 1, failed: 1 })
    const { data } = await server.call(token, (api) => api.fms.results({ query: { facilityID: bad } }))
    expect(data.map(({ previousResult }) => previousResult)).toEqual([false, null])
    const { data: rest } = await server.call(token, (api) =>
      api.fms.results({ query: { facilityID: bad, from: FmsResultId.make(data[0]?.resultID ?? 0) } })
    )
    expect(rest).toHaveLength(1)
    const since = data[0]?.timestamp ?? ""
    const { data: lately } = await server.call(token, (api) => api.fms.results({ query: { since } }))
    expect(lately.map(({ facilityID }) => facilityID)).toEqual([bad])
  })

  it("test connections changed since then, and those never tested", async () => {
    const now = new Date().toISOString()
    expect(
      await server.refused(token, (api) => api.fms.test({ query: {}, payload: { changedSince: now } }))
    ).toMatchObject({
      _tag: "FmsNothingToTest"
    })
    await server.run(
      Effect.gen(function* () {
        const connections = yield* FmsConnections
        const { mode, fields } = yield* connections.shown(companyID, bad)
        yield* connections.write(companyID, bad, { mode, fields: { ...fields, corporateUsername: "L2" } })
      })
    )
    expect(await tested({ changedSince: now })).toMatchObject({ total: 1, failed: 1 })
    const result = (await last())[String(bad)]
    expect(result).toMatchObject({ stage: "facility", previousResult: false })
  })

  it("have nothing to test for files, and do not know facilities of another company", async () => {
    expect(
      await server.refused(token, (api) => api.fms.test({ query: {}, payload: { facilityIDs: [file] } }))
    ).toMatchObject({ _tag: "FmsNothingToTest" })
    expect(
      await server.refused(token, (api) => api.fms.test({ query: {}, payload: { facilityIDs: [good, theirs] } }))
    ).toMatchObject({ _tag: "FacilityNotFound", data: { facilityID: theirs } })
    const closed = await server.run(
      Effect.gen(function* () {
        const sql = yield* SqlClient.SqlClient
        const facilityID = yield* makeFacility(companyID, "Closed St")
        yield* sql`UPDATE facilities SET is_active = FALSE WHERE facility_id = ${facilityID}`
        return facilityID
      })
    )
    expect(
      await server.refused(token, (api) => api.fms.test({ query: {}, payload: { facilityIDs: [closed] } }))
    ).toMatchObject({ _tag: "FacilityNotFound", data: { facilityID: closed, inactive: "Closed St" } })
  })

  it("show each company only its own runs and results", async () => {
    const run = await tested({}, otherToken)
    expect(await server.refused(token, (api) => api.fms.run({ params: { id: run.runID }, query: {} }))).toMatchObject({
      _tag: "FmsRunNotFound"
    })
    expect(Object.keys(await last(otherToken))).toEqual([String(theirs)])
    const { data } = await server.call(token, (api) => api.fms.results({ query: { runID: run.runID } }))
    expect(data).toEqual([])
  })

  it.each([
    [Role.id.Admin, null],
    [Role.id.Owner, null],
    [Role.id.Personnel, "AccessDenied"],
    [Role.id.CallCenterAgent, "AccessDenied"],
    [Role.id.RestrictedPersonnel, "AccessDenied"],
    [Role.id.Vendor, "AccessDenied"]
  ] as const)("need Write on Facilities: role %d", async (role, refusal) => {
    const as = await server.enter("acme", role)
    if (refusal === null) expect((await tested({ facilityIDs: [good] }, as)).failed).toBe(0)
    else
      expect(await server.refused(as, (api) => api.fms.test({ query: {}, payload: {} }))).toMatchObject({
        _tag: refusal
      })
    // Every user can read the results.
    expect(Object.keys(await last(as))).toContain(String(good))
  })

  it("depend on the plan", async () => {
    const small = await server.enter("small", admin)
    const query = {}
    expect(await server.refused(small, (api) => api.fms.lastResults({ query }))).toMatchObject({
      _tag: "FeatureNotIncluded"
    })
    expect(await server.refused(small, (api) => api.fms.test({ query, payload: {} }))).toMatchObject({
      _tag: "FeatureNotIncluded"
    })
  })

  it("cover only a restricted user's facilities", async () => {
    const as = await server.enter("acme", Role.id.Personnel)
    await server.run(
      Effect.flatMap(
        SqlClient.SqlClient,
        (sql) => sql`UPDATE users SET facility_ids = ${[bad]}::int[] WHERE email LIKE 'personnel@acme%'`
      )
    )
    const confined = await server.enter("acme", Role.id.Personnel)
    expect(Object.keys(await last(confined))).toEqual([String(bad)])
    expect(as).not.toBe(confined)
  })

  it("seal the credentials, and tell a form which ones are set", async () => {
    const kept = await server.run(
      Effect.gen(function* () {
        const sql = yield* SqlClient.SqlClient
        const rows = yield* sql<{ sealed: Uint8Array }>`SELECT sealed FROM facility_fms`
        return {
          text: rows.map(({ sealed }) => Buffer.from(sealed).toString("latin1")).join(),
          shown: yield* (yield* FmsConnections).shown(companyID, good)
        }
      })
    )
    expect(kept.text).not.toContain("simulator")
    expect(kept.shown.secretsSet).toEqual(["corporatePassword"])
    expect(JSON.stringify(kept.shown.fields)).not.toContain("simulator")
    expect(kept.shown.fields.locationCode).toBe("L1")
  })

  it.each([
    ["whose lease has ended", "-1 minute"],
    ["with a lease from before the clock was set back", "1 day"]
  ])("continue an abandoned run %s, each facility once", async (_, end) => {
    const runID = await server.run(
      Effect.gen(function* () {
        const sql = yield* SqlClient.SqlClient
        const [run] = yield* sql<{ run_id: FmsRunId }>`
          INSERT INTO fms_runs (company_id, facility_ids, state, runner, runs_until, created_at)
          VALUES (${companyID}, ${[good, bad]}::int[], 'running', 'gone', now() + ${end}::interval, now())
          RETURNING run_id`
        yield* sql`
          INSERT INTO fms_results (company_id, facility_id, run_id, fms, ok, latency_ms, calls, simulated, manual, tested_at)
          VALUES (${companyID}, ${bad}, ${run?.run_id ?? 0}, 13, true, 1, 1, false, false, now())`
        yield* (yield* FmsRuns).takeUp
        return run?.run_id ?? 0
      })
    )
    await expect
      .poll(async () => (await showRun(FmsRunId.make(runID))).state, { interval: 20, timeout: 10_000 })
      .toBe("done")
    expect(await showRun(FmsRunId.make(runID))).toMatchObject({ total: 2, done: 2, failed: 0, manualTest: false })
    const { data } = await server.call(token, (api) => api.fms.results({ query: { runID: FmsRunId.make(runID) } }))
    expect(data.map(({ facilityID }) => facilityID).sort()).toEqual([good, bad].sort())
  })

  it("skip a facility that was deleted meanwhile, and report no failure of one", async () => {
    const gone = await server.run(makeConnected(simulator.address, companyID, "Gone St", Fms.id.Yardi, "L2-auth"))
    const left = await server.run(makeConnected(simulator.address, companyID, "Left St", Fms.id.Yardi, "L2-auth"))
    const runID = await server.run(
      Effect.gen(function* () {
        const sql = yield* SqlClient.SqlClient
        const [run] = yield* sql<{ run_id: FmsRunId }>`
          INSERT INTO fms_runs (company_id, facility_ids, state, runner, runs_until, created_at)
          VALUES (${companyID}, ${[good, gone, left]}::int[], 'running', 'gone', now() + interval '40 seconds', now())
          RETURNING run_id`
        // Tested before it was deleted.
        yield* sql`
          INSERT INTO fms_results (company_id, facility_id, run_id, fms, ok, stage, latency_ms, calls, simulated, manual, tested_at)
          VALUES (${companyID}, ${left}, ${run?.run_id ?? 0}, 13, false, 'auth', 1, 1, false, false, now())`
        return FmsRunId.make(run?.run_id ?? 0)
      })
    )
    for (const id of [gone, left])
      await server.call(token, (api) => api.facilities.remove({ params: { id }, query: {} }))
    await server.run(
      Effect.gen(function* () {
        const sql = yield* SqlClient.SqlClient
        yield* sql`UPDATE fms_runs SET runs_until = NULL WHERE run_id = ${runID}`
        yield* (yield* FmsRuns).takeUp
      })
    )
    await expect.poll(async () => (await showRun(runID)).state, { interval: 20, timeout: 10_000 }).toBe("done")
    const tested = await server.run(
      Effect.flatMap(
        SqlClient.SqlClient,
        (sql) => sql<{ id: FacilityId }>`SELECT facility_id AS id FROM fms_results WHERE run_id = ${runID} ORDER BY 1`
      )
    )
    expect(tested.map(({ id }) => id)).toEqual([good, left])
    const owner = await server.enter("acme", Role.id.Owner)
    const { data } = await server.call(owner, (api) => api.notices.list({ query: {} }))
    expect(data.filter(({ message }) => /Gone St|Left St/.test(message))).toEqual([])
  })

  it("use no more calls than a day allows", async () => {
    await server.sql((sql) => sql`UPDATE fms_calls SET calls = 500 WHERE facility_id = ${good}`)
    const before = simulator.spent().answers
    await tested({ facilityIDs: [good] })
    const result = (await last())[String(good)]
    expect(result).toMatchObject({ result: false, stage: "budget", code: "daily-calls", callsUsed: 0 })
    expect(result?.nextAction).toMatch(/\d{4}-\d\d-\d\d 00:00 UTC\.$/)
    expect(simulator.spent().answers).toBe(before)
  })
})
