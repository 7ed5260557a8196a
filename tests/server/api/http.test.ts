import { Effect } from "effect"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { Role } from "#core/auth/roles.ts"
import type { FacilityId } from "#core/base/ids.ts"
import { contractCalls } from "../../support/contract.ts"
import { usualHomes } from "../../support/databases.ts"
import { emailOf, makeCompany, makeFacility, makeLock, makeRegistered, password } from "../../support/fixture.ts"
import { startTestServer, type TestServer } from "../../support/testServer.ts"
import { type ExamplePaths, exampleRequests } from "./exampleRequests.ts"
import { importPaths } from "./importPaths.ts"
import { subdomainPaths } from "./subdomainPaths.ts"

/**
 * The documents' calls, copied by hand (000 §7, 001 §7, 002 §7); those for undo, jobs, the registry and the log are our own.
 */
const documented = `
  POST /auth/login
  POST /auth/logout
  GET /auth/user
  GET /auth/token-from-user
  GET /auth/user-from-token
  GET /auth/store
  PUT /auth/forgot-password
  PUT /auth/update-password-with-token
  PUT /auth/update-name
  PUT /auth/update-email
  PUT /auth/update-password
  PUT /auth/confirm-email
  GET /utils/feature-flag
  GET /locks
  GET /locks/whole
  GET /locks/search
  GET /locks/{id}
  GET /locks/logs
  GET /locks/logs/{id}
  POST /locks/activate-lock
  POST /locks/reveal-unlock-code
  PUT /locks/update-lock
  PUT /locks/transfer-lock
  POST /locks/undo
  POST /locks/undo-many
  POST /locks/assign-inventory-locks
  POST /locks/bulk-activate
  POST /locks/process-lock-returns
  POST /locks/historic-process-locks-reports
  GET /reports/returned-locks/facilities/{id}
  GET /reports/returned-locks/reports/{id}
  POST /jobs/activate
  POST /jobs/assign
  POST /jobs/set-status
  POST /jobs/set-unit
  POST /jobs/set-color
  POST /jobs/{id}/undo
  POST /utils/error-report
  POST /jobs/{id}/rows
  POST /jobs/{id}/plan
  POST /jobs/{id}/apply
  POST /jobs/{id}/resume
  POST /jobs/{id}/cancel
  GET /jobs
  GET /jobs/{id}
  GET /jobs/{id}/rows
  GET /jobs/{id}/failed
  GET /facilities
  GET /facilities/last-integration-test-result-for-user
  POST /facilities/run-integration-tests
  GET /facilities/integration-test-runs/{id}
  GET /facilities/integration-test-results
  POST /auth/validate-fms
  GET /settings/profile
  PUT /settings/update-locks-per-unit
  PUT /settings/update-hide-lock-codes
  PUT /settings/update-email-view-lock-codes-report
  PUT /settings/update-client-timeout
  PUT /settings/update-mobile-timeout
  PUT /settings/update-company
  POST /companies/force-logout-company-users
  GET /roles
  POST /viewing/start
  POST /viewing/end
  PUT /roles/{role}
  POST /roles/{role}/reset
  GET /users
  POST /users/add-user
  PUT /users/update-user
  POST /users/send-invitation
  GET /users/roles
  GET /users/validate-unique-email
  GET /companies
  GET /companies/of-lock/{serialCode}
  POST /registry/import
  GET /outbox
  GET /outbox/{id}
  GET /outbox/{id}/file
  GET /notices
  POST /notices/read
  POST /notices/broadcast
  GET /audit
  GET /audit/own
  GET /audit/verify
  GET /facilities/addresses
  GET /facilities/{id}
  POST /facilities/add
  PUT /facilities/update
  DELETE /facilities/{id}
  POST /companies/toggle-exclude-facility
  POST /facilities/initiate-facility-transfer
  DELETE /facilities/{id}/transfer
  GET /facilities/facility-token
  POST /facilities/accept-facility-transfer
  GET /facilities/{id}/units
  DELETE /facilities/{id}/units-cache
  POST /locks/export
  POST /exports/rows
  POST /jobs/transfer
  POST /customer-service/ticket
  POST /customer-service/bulk-activation-ticket
  GET /customer-service/tickets
  GET /customer-service/tickets/{id}/images/{image}
  GET /facilities/{id}/drift
  GET /settings/automations
  PUT /settings/update-assigned-over-lock
  PUT /settings/update-assigned-vacant
  POST /locks/unlock-code-delivered
  GET /companies/api-keys
  POST /companies/add-api-key
  PUT /companies/update-api-key
  POST /companies/api-keys/{id}/show
  POST /companies/api-keys/{id}/rotate
  POST /companies/api-keys/{id}/revoke
  PUT /companies/api-keys-show-once
  GET /companies/webhooks
  POST /companies/webhooks
  PUT /companies/webhooks/{id}
  DELETE /companies/webhooks/{id}
  POST /companies/webhooks/{id}/rotate
  POST /companies/webhooks/{id}/test
  GET /companies/webhooks/{id}/deliveries
  POST /companies/webhook-deliveries/{id}/replay
${importPaths}${subdomainPaths}`

const allowed = "https://console.example"
const requestId = /^[0-9a-z-]{8,40}$/

describe.each(usualHomes)("the server over HTTP, on $name", (home) => {
  let server: TestServer
  let owner = ""
  let facilityID: FacilityId
  beforeAll(async () => {
    server = await startTestServer(
      home,
      Effect.gen(function* () {
        const { companyID } = yield* makeCompany("acme", { hideLockCodes: false })
        facilityID = yield* makeFacility(companyID, "Maple St")
        yield* makeLock({ companyID, facilityID, serial: "10000001", code: "9142", status: 1001 })
        yield* makeRegistered("10000002", "9143")
      }),
      { allowedOrigins: [allowed], storeAddress: "https://store.example/locks" }
    )
    owner = await server.enter("acme", Role.id.Owner)
  })
  afterAll(() => server.close())

  it("documents every call, and no other, as valid JSON", async () => {
    const { status, json, headers } = await server.fetch("/api/openapi.json")
    expect(status).toBe(200)
    expect(headers.get("content-type")).toContain("application/json")
    const { openapi, info, paths } = json as {
      openapi: string
      info: { title: string }
      paths: Record<string, Record<string, { responses: object }>>
    }
    expect(openapi).toMatch(/^3\./)
    expect(info.title).toBe("Lockdesk")
    const { components, security } = json as { components: { securitySchemes: object }; security: unknown }
    expect(components.securitySchemes).toMatchObject({
      apiKey: { type: "http", scheme: "bearer" },
      session: { type: "http", scheme: "bearer" }
    })
    expect(security).toEqual([{ apiKey: [] }, { session: [] }])
    const described = Object.entries(paths).flatMap(([path, operations]) =>
      Object.keys(operations).map((method) => `${method.toUpperCase()} ${path}`)
    )
    const expected = documented
      .trim()
      .split("\n")
      .map((line) => line.trim().replace(" ", " /api"))
    expect(described.toSorted()).toEqual(expected.toSorted())
    expect(contractCalls).toHaveLength(expected.length)
    for (const operation of Object.values(paths).flatMap((operations) => Object.values(operations))) {
      expect(Object.keys(operation.responses)).toEqual(expect.arrayContaining(["200", "400", "500", "503"]))
    }
  })

  it("documents requests that are complete and well-formed", async () => {
    const { paths } = (await server.fetch("/api/openapi.json")).json as { readonly paths: ExamplePaths }
    for (const { path, method, example, query } of exampleRequests(paths)) {
      const { text } = await server.fetch(`${path}?${query}`, { method, token: owner, body: example })
      // Calls without a dry run say only that; without one, they would change what other tests use.
      if (text.includes("This call has no dry run")) continue
      expect(text, `${method} ${path}`).not.toMatch(/"code":"(Malformed|\w+Missing|\w+Required)"/)
    }
  })

  it("serves the API reference and health checks", async () => {
    const docs = await server.fetch("/api/docs")
    expect([docs.status, docs.headers.get("content-type")]).toEqual([200, expect.stringContaining("text/html")])
    expect(docs.text).toMatch(/^<!doctype html>/i)
    expect(await server.fetch("/healthz")).toMatchObject({ status: 200, json: { status: "ok" } })
    expect(await server.fetch("/readyz")).toMatchObject({ status: 200, json: { status: "ready" } })
  })

  it("returns the store address and the feature flags", async () => {
    expect((await server.fetch("/api/auth/store")).json).toEqual({ success: true, data: "https://store.example/locks" })
    const flag = async (name: string) =>
      (await server.fetch(`/api/utils/feature-flag?flag=${name}`, { token: owner })).json
    expect(await flag("HideLockCodes")).toEqual({ success: true, data: true })
    expect(await flag("2")).toEqual({ success: true, data: false })
    expect(await flag("3")).toEqual({ success: true, data: true })
    for (const name of ["", "1", "hidelockcodes", "constructor"])
      expect(await flag(name)).toMatchObject({ code: "Malformed" })
  })

  it("gives every failure a message, code and request id, equal to that in its header", async () => {
    const ids = new Set<string>()
    const failures = [
      await server.fetch("/api/locks"),
      await server.fetch("/api/nothing", { token: owner }),
      await server.fetch("/nothing"),
      await server.fetch("/api/locks?count=x", { token: owner }),
      await server.fetch("/api/locks/999999", { token: owner }),
      await server.fetch("/api/audit", { token: await server.enter("acme", Role.id.Vendor) }),
      await server.fetch("/api/locks", { method: "DELETE", token: owner }),
      await server.fetch("/api/auth/login", { method: "POST", body: "{" }),
      await server.fetch("/api/auth/login", { method: "POST", body: '"text"' }),
      await server.fetch("/api/auth/login", { method: "POST" })
    ]
    for (const { json, headers } of failures) {
      const body = json as { error: string; code: string; requestId: string; data?: unknown }
      expect(Object.keys(body).filter((key) => !["error", "code", "requestId", "data"].includes(key))).toEqual([])
      expect(body.error).toMatch(/^\S/)
      expect(body.code).toMatch(/^[A-Z]\w+$/)
      expect(body.requestId).toMatch(requestId)
      expect(headers.get("x-request-id")).toBe(body.requestId)
      expect(headers.get("content-type")).toContain("application/json")
      expect(headers.get("cache-control")).toBe("no-store")
      ids.add(body.requestId)
    }
    expect(failures.map(({ status }) => status)).toEqual([401, 404, 404, 400, 404, 403, 405, 400, 400, 400])
    expect(ids.size).toBe(failures.length)
    const fine = await server.fetch("/api/auth/user", { token: owner, headers: { "x-request-id": "chosen-by-me" } })
    expect(fine.headers.get("x-request-id")).toMatch(requestId)
  })

  it("sends headers against sniffing, caching and framing", async () => {
    for (const path of ["/api/locks", "/api/auth/store", "/api/nothing"]) {
      const { headers } = await server.fetch(path, { token: owner })
      expect(headers.get("cache-control")).toBe("no-store")
      expect(headers.get("x-content-type-options")).toBe("nosniff")
      expect(headers.get("referrer-policy")).toBe("no-referrer")
      expect(headers.get("x-frame-options")).toBe("DENY")
      expect(headers.get("set-cookie")).toBeNull()
    }
  })

  it("allows browsers of the allowed origins, and no others", async () => {
    const cors = async (origin: string, method = "GET") => {
      const { headers, status } = await server.fetch("/api/auth/user", { method, token: owner, headers: { origin } })
      return {
        status,
        origin: headers.get("access-control-allow-origin"),
        credentials: headers.get("access-control-allow-credentials")
      }
    }
    expect(await cors(allowed)).toEqual({ status: 200, origin: allowed, credentials: "true" })
    expect(await cors(allowed, "OPTIONS")).toEqual({ status: 204, origin: allowed, credentials: "true" })
    for (const origin of [
      "https://evil.example",
      "null",
      `${allowed}.evil.example`,
      "https://console.example:8443",
      "http://console.example",
      "*"
    ]) {
      expect([origin, await cors(origin)]).toEqual([origin, { status: 200, origin: null, credentials: null }])
      expect([origin, (await cors(origin, "OPTIONS")).origin]).toEqual([origin, null])
    }
    const preflight = await server.fetch("/api/locks/reveal-unlock-code", {
      method: "OPTIONS",
      headers: {
        origin: allowed,
        "access-control-request-method": "POST",
        "access-control-request-headers": "authorization,content-type"
      }
    })
    expect(preflight.headers.get("access-control-allow-methods")).toContain("POST")
    expect(preflight.headers.get("access-control-allow-headers")).toMatch(/authorization.*content-type/)
    const failed = await server.fetch("/api/auth/user", { headers: { origin: allowed } })
    expect([failed.status, failed.headers.get("access-control-allow-origin")]).toEqual([401, allowed])
  })

  it("answers HEAD like GET without a body, and other methods with those it takes", async () => {
    const head = await server.fetch("/api/auth/user", { method: "HEAD", token: owner })
    expect([head.status, head.text]).toEqual([200, ""])
    expect((await server.fetch("/api/auth/user", { method: "HEAD" })).status).toBe(401)
    expect((await server.fetch("/healthz", { method: "HEAD" })).status).toBe(200)
    for (const method of ["DELETE", "PATCH", "PUT", "POST", "OPTIONS"]) {
      const { status, headers, json } = await server.fetch("/api//audit/", { method, token: owner })
      expect([method, status, headers.get("allow")]).toEqual([method, 405, "GET, HEAD"])
      expect(json).toMatchObject({ code: "MethodNotAllowed", error: "This endpoint takes GET, HEAD." })
    }
    for (const path of ["/api/locks/1/2", "/api", "/api/../api/nothing", "/api/apilocks"]) {
      expect([path, (await server.fetch(path, { token: owner })).status]).toEqual([path, 404])
    }
  })

  it.each([
    "/API/locks",
    "/api/locks/",
    "/api//locks",
    "/%61pi/locks",
    "/api/%6cocks",
    "/api/locks;x=1",
    "/api/./locks"
  ])("guards and marks %s like the plain path, if it is one", async (path) => {
    for (const [token, statuses] of [
      [owner, [200, 400, 404]],
      ["no-such-token", [401, 404]]
    ] as const) {
      const { status, headers } = await server.fetch(path, { token })
      expect(statuses).toContain(status)
      expect(headers.get("cache-control")).toBe("no-store")
    }
  })

  it("reads JSON up to the size limit", async () => {
    const post = (body: string, headers: Record<string, string>) =>
      server.fetch("/api/locks/activate-lock", { method: "POST", token: owner, body, headers })
    for (const type of ["text/plain", "application/x-www-form-urlencoded", "multipart/form-data; boundary=x"]) {
      const answer = await post("serialCode=1", { "content-type": type })
      expect([type, answer.status, answer.json]).toMatchObject([
        type,
        415,
        { code: "WrongContentType", error: "This endpoint expects JSON." }
      ])
    }
    const large = await post(JSON.stringify({ serialCode: "1".repeat(1024 * 1024 + 1) }), {
      "content-type": "application/json"
    })
    expect([large.status, large.json]).toMatchObject([413, { code: "TooLarge", data: { maxBytes: 1024 * 1024 } }])
    const deep = await post(`${"[".repeat(50_000)}${"]".repeat(50_000)}`, { "content-type": "application/json" })
    expect([deep.status, deep.json]).toMatchObject([400, { code: "Malformed" }])
    expect((await server.fetch("/healthz")).status).toBe(200)
  })

  describe("when a statement fails", () => {
    const calls = [
      ["GET", "/facilities", undefined],
      ["GET", "/locks", undefined],
      ["GET", "/locks/search", undefined],
      ["GET", "/locks/search?count=5000", undefined],
      ["GET", "/locks/1", undefined],
      ["POST", "/locks/activate-lock", { serialCode: "10000002" }]
    ] as const

    it.each(calls)("%s %s reveals nothing about the database", async (method, path, body) => {
      const sql = (text: string) => server.sql((client) => client.unsafe(text))
      await sql("ALTER TABLE facilities RENAME COLUMN name TO secret_column")
      const answer = await server.fetch(`/api${path}`, {
        method,
        token: owner,
        ...(body === undefined ? {} : { body: { ...body, facilityID } })
      })
      await sql("ALTER TABLE facilities RENAME COLUMN secret_column TO name")
      expect(answer.status).toBe(500)
      expect(answer.json).toEqual({
        error: "Something went wrong on our end",
        code: "ServerFault",
        requestId: answer.headers.get("x-request-id")
      })
      const { requestId } = answer.json as { requestId: string }
      const line = server
        .logged()
        .split("\n")
        .find((text) => text.includes("A request failed") && text.includes(requestId))
      expect(line).toContain("f.name")
    })

    it("sign-in reveals nothing about it either, and the log contains neither password nor token nor combination", async () => {
      const sql = (text: string) => server.sql((client) => client.unsafe(text))
      await sql("ALTER TABLE sessions RENAME COLUMN remember TO secret_column")
      const body = { email: emailOf("acme", Role.id.Admin), password }
      const answer = await server.fetch("/api/auth/login", { method: "POST", body })
      await sql("ALTER TABLE sessions RENAME COLUMN secret_column TO remember")
      expect([answer.status, answer.json]).toMatchObject([500, { error: "Something went wrong on our end" }])
      expect(answer.text).not.toMatch(/secret_column|sessions|column|sql/i)
      for (const secret of [password, owner, "9142", "9143", "argon2id"]) expect(server.logged()).not.toContain(secret)
    })
  })
})
