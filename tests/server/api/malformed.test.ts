import { Effect } from "effect"
import { afterAll, beforeAll, expect, it } from "vitest"
import { Role } from "#core/auth/roles.ts"
import { postgres } from "../../support/databases.ts"
import { makeCompany } from "../../support/fixture.ts"
import { startTestServer, type TestServer } from "../../support/testServer.ts"

interface Refused {
  readonly error: string
  readonly data: { readonly issues: ReadonlyArray<{ readonly path: string; readonly message: string }> }
}

let server: TestServer
let token = ""
beforeAll(async () => {
  server = await startTestServer(postgres, Effect.asVoid(makeCompany("acme")))
  token = await server.enter("acme", Role.id.Owner)
})
afterAll(() => server.close())

it("lists every problem of a malformed request, but not of thousands of rows", async () => {
  const refused = async (path: string, body?: object) => {
    const post = body === undefined ? {} : { method: "POST", body: JSON.stringify(body) }
    return (await server.fetch(path, { token, ...post })).json as Refused
  }
  const { error, data } = await refused("/api/locks/activate-lock", { facilityID: "1" })
  expect(data.issues).toEqual([
    { path: "serialCode", message: "Missing key" },
    { path: "facilityID", message: "Expected number" }
  ])
  expect(error).toBe("serialCode: Missing key. facilityID: Expected number")
  const query = await refused("/api/locks/search?count=x&page=y")
  expect(query.data.issues).toEqual([
    { path: "count", message: "Expected a number" },
    { path: "page", message: "Expected a number" }
  ])
  const unknown = await refused(
    "/api/locks/search?count=5&filtr=status%3DLost&page=1&page=2&dryRun=true&companyID=1&x="
  )
  expect(unknown.data.issues).toEqual([
    { path: "filtr", message: "Unknown parameter. Did you mean filter?" },
    { path: "page", message: "Give this parameter only once." },
    {
      path: "x",
      message: "Unknown parameter. This endpoint takes companyID, filter, sort, count, page, shouldCache."
    }
  ])
  expect((await refused("/api/auth/store?y=1")).error).toBe("y: Unknown parameter.")
  const rows = Array.from({ length: 5000 }, () => ({ row: "a", serialCode: 1 }))
  expect((await refused("/api/jobs/1/rows", { rows })).data.issues).toHaveLength(20)
})

it("refuses a compressed body, and says that it may not be", async () => {
  const headers = { "content-type": "application/json", "content-encoding": "gzip" }
  const answer = await server.fetch("/api/locks/activate-lock", { method: "POST", token, body: "anything", headers })
  expect([answer.status, answer.headers.get("accept-encoding"), answer.json]).toMatchObject([
    415,
    "identity",
    { code: "BodyEncoded", error: "The body of a request can't be compressed or encoded." }
  ])
})

it("answers a wrong method outside the calls with 405, and a path with a wrong escape sequence with 404", async () => {
  for (const path of ["/healthz", "/readyz", "/api/docs", "/api/openapi.json"]) {
    const { status, headers } = await server.fetch(path, { method: "POST" })
    expect([path, status, headers.get("allow")]).toEqual([path, 405, "GET, HEAD"])
  }
  expect((await server.fetch("/api/locks/%ff", { token })).status).toBe(404)
})
