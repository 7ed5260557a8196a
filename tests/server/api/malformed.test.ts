import { Effect } from "effect"
import { afterAll, beforeAll, expect, it } from "vitest"
import { Role } from "#core/auth/roles.ts"
import { postgres } from "../../support/databases.ts"
import { makeCompany, makeFacility } from "../../support/fixture.ts"
import { startTestServer, type TestServer } from "../../support/testServer.ts"

interface Refused {
  readonly error: string
  readonly data: { readonly issues: ReadonlyArray<{ readonly path: string; readonly message: string }> }
}

let server: TestServer
let token = ""
let facilityID = 0
beforeAll(async () => {
  server = await startTestServer(
    postgres,
    Effect.gen(function* () {
      facilityID = yield* makeFacility((yield* makeCompany("acme")).companyID, "Maple St")
    })
  )
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

it("refuses unknown fields of a body with the nearest known one, but ignores those that clients have read", async () => {
  const sent = async (method: string, path: string, body: unknown) =>
    (await server.fetch(path, { token, method, body: JSON.stringify(body) })).json as Refused
  const issues = async (...request: Parameters<typeof sent>) => (await sent(...request)).data.issues
  const user = { userID: 1, firstName: "A", lastName: "B", roleID: 10, isActive: true, facilityIDs: [], email: "x@y.z" }
  expect((await sent("PUT", "/api/users/update-user", { ...user, emial: "x" })).error).toBe(
    "emial: Unknown field. Did you mean email?"
  )
  const row = { row: 1, serialCode: "10000001" }
  expect(await issues("POST", "/api/jobs/1/rows", { rows: [row, { ...row, serial_code: "1" }], dryRun: true })).toEqual(
    [
      { path: "rows.1.serial_code", message: "Unknown field. Did you mean serialCode?" },
      { path: "dryRun", message: "Unknown field. Send it as a query parameter." }
    ]
  )
  expect(await issues("PUT", "/api/companies/api-keys-show-once", { showOnce: true, x: 1 })).toEqual([
    { path: "x", message: "Unknown field. Known fields: showOnce." }
  ])
  const key = { name: "Gate", allFacilities: true, facilityIds: [], isActive: true }
  expect(await issues("POST", "/api/companies/add-api-key", { ...key, areas: { "1": { acessLevel: 1 } } })).toEqual([
    { path: "areas.1.acessLevel", message: "Unknown field. Did you mean accessLevel?" }
  ])
  const api = "/api/facilities"
  const { data } = (await server.fetch(`${api}/${facilityID}`, { token })).json as { readonly data: object }
  expect(await sent("PUT", `${api}/update`, { ...data, phoneNumber: "5550100200" })).toMatchObject({ success: true })
  expect(await sent("POST", `${api}/accept-facility-transfer`, { ...data, token: "x".repeat(40) })).toMatchObject({
    code: "TransferNotFound"
  })
  expect(await sent("POST", "/api/auth/validate-fms", data)).toMatchObject({ success: true })
  const { data: listed } = (await server.fetch(api, { token })).json as { readonly data: ReadonlyArray<object> }
  expect(listed).toMatchObject([{ mode: null }])
  expect(await sent("PUT", `${api}/update`, listed[0])).toMatchObject({ success: true, unchanged: true })
  const { data: me } = (await server.fetch("/api/auth/user", { token })).json as { readonly data: object }
  expect(await sent("PUT", "/api/auth/update-name", { ...me, firstName: "Ada" })).toMatchObject({ success: true })
})

it("refuses a body with a field twice, of which only the last would count", async () => {
  const issues = async (body: string) =>
    ((await server.fetch("/api/jobs/1/rows", { token, method: "POST", body })).json as Partial<Refused>).data?.issues
  const twice = (path: string) => [{ path, message: "Send this field only once." }]
  const row = '"row": 1, "serialCode"'
  expect(await issues(`{"rows": [], "rows": [{${row}: "10000001"}]}`)).toEqual(twice("rows"))
  expect(await issues(`{"rows": [{${row}: "1"}, {${row} : "a\\":\\\\", "serial\\u0043ode": "{"}]}`)).toEqual(
    twice("serialCode")
  )
  expect(await issues(`{"rows": [{${row}: "\\"row\\": 1"}, {${row}: "\\\\"}]}`)).toBeUndefined()
  expect(await issues('{"rows": ["')).toEqual([{ path: "", message: "Expected a valid JSON body" }])
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
  for (const path of ["/healthz", "/readyz", "/api/docs", "/api/openapi.json", "/API/Docs/", "/api/%64ocs"]) {
    const { status, headers } = await server.fetch(path, { method: "POST" })
    expect([path, status, headers.get("allow")]).toEqual([path, 405, "GET, HEAD"])
  }
  const policies = ["/api/docs", "/API/Docs/", "/api/%64ocs"].map(async (path) =>
    (await server.fetch(path)).headers.get("content-security-policy")
  )
  expect(new Set(await Promise.all(policies))).toEqual(new Set([expect.stringContaining("default-src 'none'")]))
  expect((await server.fetch("/api/locks/%ff", { token })).status).toBe(404)
})
