import { once } from "node:events"
import { request } from "node:http"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { Role } from "#core/auth/roles.ts"
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

  const start = (body: unknown) => {
    const { port } = new URL(server.address)
    const sent = request({
      port,
      method: "POST",
      path: "/api/locks/export",
      headers: { authorization: token, "content-type": "application/json" }
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

  it("do not block other calls", async () => {
    const sent = start({ format: "xlsx" })
    const [response] = (await once(sent, "response")) as [import("node:http").IncomingMessage]
    let over = false
    response.resume().once("end", () => (over = true))
    let answered = 0
    let slowest = 0
    while (!over) {
      const began = performance.now()
      await server.call(token, (api) => api.locks.search({ query: {} }))
      slowest = Math.max(slowest, performance.now() - began)
      answered += 1
    }
    expect(answered).toBeGreaterThan(5)
    expect(slowest).toBeLessThan(1000)
  }, 60_000)
})
