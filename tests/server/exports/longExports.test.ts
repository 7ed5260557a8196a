import { once } from "node:events"
import { request } from "node:http"
import { Effect } from "effect"
import { SqlClient } from "effect/sql"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { Role } from "#core/auth/roles.ts"
import { AccessLevel, Area } from "#core/auth/permissions.ts"
import { Tier } from "#core/companies/tiers.ts"
import { exportRowsHeader } from "#core/exports/exportFormats.ts"
import type { CompanyId, UserId } from "#core/base/ids.ts"
import { Sessions } from "#server/auth/Sessions.ts"
import { Keyring } from "#server/secrets/Keyring.ts"
import { homes } from "../../support/databases.ts"
import { makeCompany } from "../../support/fixture.ts"
import { startTestServer, type TestServer } from "../../support/testServer.ts"
import { makeSearchData, searchCompany } from "../../bench/searchData.ts"
import { readSheet } from "./readSheet.ts"

const size = 12_000

/** Gives the locks real combinations, which the search data doesn't have. */
const sealCodes = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const locks = yield* sql<{
    companyID: CompanyId
    serial: string
  }>`SELECT company_id AS "companyID", serial FROM locks`
  const [{ companyID } = expect.unreachable()] = locks
  const { seal } = yield* (yield* Keyring).companyCodes(companyID)
  const sealed = locks.map(({ serial }) => ({ serial, code: Buffer.from(seal(serial, 1, "0042")).toString("hex") }))
  yield* sql`
    UPDATE locks l SET sealed = decode(s.code, 'hex')
    FROM json_to_recordset(${JSON.stringify(sealed)}::json) AS s(serial text, code text) WHERE l.serial = s.serial`
})

describe.each(homes)("long exports, on $name", (home) => {
  let server: TestServer
  let token = ""
  beforeAll(async () => {
    server = await startTestServer(home, Effect.andThen(makeSearchData(size), sealCodes))
    token = await server.enter(searchCompany, Role.id.Admin)
  }, 120_000)
  afterAll(() => server.close())

  const start = (body: unknown, as = token, query = "") => {
    const { port } = new URL(server.address)
    const sent = request({
      port,
      method: "POST",
      path: `/api/locks/export${query}`,
      headers: { authorization: as, "content-type": "application/json" }
    })
    sent.on("error", () => undefined)
    sent.end(JSON.stringify(body))
    return sent
  }

  it("contain every row once, in search order", async () => {
    const response = await fetch(`${server.address}/api/locks/export`, {
      method: "POST",
      headers: { authorization: token, "content-type": "application/json" },
      body: JSON.stringify({ format: "xlsx", sort: "unitNumber=desc", columns: ["serialCode", "unitNumber"] })
    })
    const { rows } = await readSheet(new Uint8Array(await response.arrayBuffer()))
    expect(rows).toHaveLength(size + 1)
    expect(new Set(rows.map(([serial]) => serial)).size).toBe(size + 1)
    const { data } = await server.call(token, (api) =>
      api.locks.search({ query: { sort: "unitNumber=desc", count: 100, page: 100 } })
    )
    expect(rows.slice(9_901, 10_001)).toEqual(data.map(({ serialCode, unitNumber }) => [serialCode, unitNumber]))
  }, 60_000)

  it("end when the client disconnects, and read nothing more", async () => {
    const threads = () => process.getActiveResourcesInfo().filter((name) => name === "MessagePort").length
    const before = threads()
    const sent = start({ format: "xlsx" })
    const [response] = (await once(sent, "response")) as [import("node:http").IncomingMessage]
    await once(response, "readable")
    expect(threads()).toBeGreaterThan(before)
    sent.destroy()
    await expect.poll(threads, { timeout: 10_000 }).toBe(before)
    // The next request succeeds, so neither the export slot nor the database is still held.
    expect((await server.call(token, (api) => api.locks.search({ query: {} }))).totalCount).toBe(size)
  }, 60_000)

  const withSql = (change: (sql: SqlClient.SqlClient) => Effect.Effect<unknown, unknown>) =>
    Effect.flatMap(SqlClient.SqlClient, change)
  /** Changes what a user may do, as another process would. */
  const changing = (change: (sql: SqlClient.SqlClient, userID: UserId) => Effect.Effect<unknown, unknown>) =>
    Effect.fnUntraced(function* (userID: UserId) {
      yield* withSql((sql) => change(sql, userID))
      yield* Effect.flatMap(Sessions, ({ forget }) => forget(null))
    })
  /** The number of exports that have begun. */
  const recorded = async () => {
    const [row] = await server.run(
      Effect.flatMap(
        SqlClient.SqlClient,
        (sql) => sql<{ n: number }>`SELECT count(*)::int AS n FROM audit_records WHERE action = 'exports.locks'`
      )
    )
    return row?.n ?? 0
  }
  /** Exports everything, makes a change before the first row is written, and returns whether the file was complete. */
  const isComplete = async (
    [own, companyID]: readonly [string, number?],
    change: (userID: UserId, own: string) => Promise<void>
  ) => {
    const session = await server.run(Effect.flatMap(Sessions, (sessions) => sessions.peek(own)))
    const userID = session?.user.userID ?? expect.unreachable()
    // Only three files are created at a time, so the fourth waits before its first row.
    const before = await recorded()
    const others = [1, 2, 3].map(() => start({ format: "xlsx" }))
    await expect.poll(recorded, { interval: 5, timeout: 10_000 }).toBe(before + 3)
    const sent = start({ format: "xlsx" }, own, companyID === undefined ? "" : `?companyID=${companyID}`)
    const ended = new Promise<boolean>((end) => {
      sent.once("error", () => end(false))
      sent.once("response", (response) => {
        expect(response.headers[exportRowsHeader]).toBe(String(size))
        response.once("error", () => end(false)).once("close", () => end(response.complete))
        response.resume()
      })
    })
    await expect.poll(recorded, { interval: 5, timeout: 10_000 }).toBe(before + 4)
    await change(userID, own)
    for (const other of others) other.destroy()
    return ended
  }

  it("stop when the session has ended or sees less, instead of sending the rest", async () => {
    const end = (userID: UserId) => Effect.flatMap(Sessions, (sessions) => sessions.endAllOf(userID))
    const hideCodes = changing((sql) => sql`UPDATE companies SET hide_lock_codes = true`)
    const restrict = changing((sql, id) => sql`UPDATE users SET facility_ids = '{1}' WHERE user_id = ${id}`)
    const asBefore = withSql((sql) => sql`UPDATE companies SET hide_lock_codes = false, hide_lock_codes_flag = true`)
    for (const change of [end, hideCodes, restrict]) {
      await server.run(Effect.asVoid(asBefore))
      const own = await server.enter(searchCompany, Role.id.Personnel)
      expect(await isComplete([own], (userID) => server.run(Effect.asVoid(change(userID))))).toBe(false)
    }
  }, 60_000)

  it("stop when their user may no longer act for the company", async () => {
    const { companyID } = (await server.call(token, (api) => api.auth.user({ query: {} }))).data
    await server.run(makeCompany("the site", { hideLockCodes: false }))
    const own = await server.enter("the site", Role.id.SiteAdmin)
    const demote = changing((sql, userID) => sql`UPDATE users SET role_id = ${Role.id.Admin} WHERE user_id = ${userID}`)
    expect(await isComplete([own, companyID], (userID) => server.run(demote(userID)))).toBe(false)
  }, 60_000)

  it("continue when their user enters the password again, which replaces the token", async () => {
    const own = await server.enter(searchCompany, Role.id.CallCenterAgent)
    const again = async (_userID: UserId, old: string) => {
      const { token: fresh } = await server.run(Effect.flatMap(Sessions, (sessions) => sessions.reauthenticate(old)))
      expect(fresh).not.toBe(old)
    }
    expect(await isComplete([own], again)).toBe(true)
  }, 60_000)

  it("do not block other calls", async () => {
    const sent = start({ format: "xlsx" })
    const [response] = (await once(sent, "response")) as [import("node:http").IncomingMessage]
    let over = false
    response.resume().once("end", () => (over = true))
    let answered = 0
    while (!over) {
      await server.call(token, (api) => api.locks.search({ query: {} }))
      answered += 1
    }
    expect(answered).toBeGreaterThan(5)
  }, 60_000)

  it("stop when the plan of an API key no longer includes the API", async () => {
    const { secret } = (
      await server.call(token, (api) =>
        api.apiKeys.add({
          query: {},
          payload: {
            name: "Nightly",
            facilityIds: [],
            allFacilities: true,
            isActive: true,
            areas: { [Area.id.Locks]: { accessLevel: AccessLevel.id.Read } }
          }
        })
      )
    ).data
    const downgrade = changing((sql) => sql`UPDATE companies SET tier = ${Tier.id.LocksOnly}`)
    expect(await isComplete([secret], (userID) => server.run(downgrade(userID)))).toBe(false)
  }, 60_000)
})
