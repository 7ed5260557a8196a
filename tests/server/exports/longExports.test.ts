import { once } from "node:events"
import { request } from "node:http"
import { Effect } from "effect"
import { SqlClient } from "effect/sql"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { Role } from "#core/auth/roles.ts"
import type { UserId } from "#core/base/ids.ts"
import { Sessions } from "#server/auth/Sessions.ts"
import { homes } from "../../support/databases.ts"
import { startTestServer, type TestServer } from "../../support/testServer.ts"
import { makeSearchData, searchCompany } from "../../bench/searchData.ts"
import { readSheet } from "./readSheet.ts"

const size = 12_000

describe.each(homes)("long exports, on $name", (home) => {
  let server: TestServer
  let token = ""
  beforeAll(async () => {
    server = await startTestServer(home, makeSearchData(size))
    token = await server.enter(searchCompany, Role.id.Admin)
  }, 120_000)
  afterAll(() => server.close())

  const start = (body: unknown, as = token) => {
    const { port } = new URL(server.address)
    const sent = request({
      port,
      method: "POST",
      path: "/api/locks/export",
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

  it("stop when the session has ended or sees less, instead of sending the rest", async () => {
    const end = (userID: UserId) => Effect.flatMap(Sessions, (sessions) => sessions.endAllOf(userID))
    const hide = (userID: UserId) =>
      Effect.gen(function* () {
        const sql = yield* SqlClient.SqlClient
        yield* sql`UPDATE users SET facility_ids = '{1}' WHERE user_id = ${userID}`
        const sessions = yield* Sessions
        for (const id of yield* sessions.idsOf(userID)) yield* sessions.forget(id)
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
    for (const change of [end, hide]) {
      const own = await server.enter(searchCompany, Role.id.Personnel)
      const { userID } = (await server.call(own, (api) => api.auth.user({ query: {} }))).data
      // Only three files are created at a time, so the fourth waits before its first row.
      const before = await recorded()
      const others = [1, 2, 3].map(() => start({ format: "xlsx" }))
      await expect.poll(recorded, { interval: 5, timeout: 10_000 }).toBe(before + 3)
      const sent = start({ format: "xlsx" }, own)
      const ended = new Promise<boolean>((end) => {
        sent.once("error", () => end(false))
        sent.once("response", (response) => {
          response.once("error", () => end(false)).once("close", () => end(response.complete))
          response.resume()
        })
      })
      await expect.poll(recorded, { interval: 5, timeout: 10_000 }).toBe(before + 4)
      await server.run(change(userID))
      for (const other of others) other.destroy()
      expect(await ended).toBe(false)
    }
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
})
