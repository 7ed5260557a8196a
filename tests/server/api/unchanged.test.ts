import { Effect } from "effect"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { Role } from "#core/auth/roles.ts"
import { usualHomes } from "../../support/databases.ts"
import { makeCompany, makeFacility } from "../../support/fixture.ts"
import { startTestServer, type TestServer } from "../../support/testServer.ts"

describe.each(usualHomes)("repeating a change, on $name", (home) => {
  let server: TestServer
  let token = ""
  let facilityID = 0
  beforeAll(async () => {
    server = await startTestServer(
      home,
      Effect.gen(function* () {
        facilityID = yield* makeFacility((yield* makeCompany("acme")).companyID, "Maple St")
      })
    )
    token = await server.enter("acme", Role.id.Owner)
    const created = await server.fetch("/api/companies/add-api-key", {
      method: "POST",
      token,
      body: { name: "Gate", facilityIds: [], allFacilities: true, isActive: true }
    })
    expect(created.status, created.text).toBe(200)
  })
  afterAll(() => server.close())

  const records = () =>
    server.sql((sql) =>
      Effect.map(sql<{ n: number }>`SELECT count(*)::int AS n FROM audit_records`, ([row]) => row?.n ?? 0)
    )

  const changes: ReadonlyArray<readonly [string, method: string, path: string, body: () => object | undefined]> = [
    ["a facility", "PUT", "/api/facilities/update", () => ({ facilityID, phoneNumber: "5550100200" })],
    ["the vacant release action", "PUT", "/api/settings/update-assigned-vacant", () => ({ status: 1001 })],
    ["the overlock release action", "PUT", "/api/settings/update-assigned-over-lock", () => ({ status: 1001 })],
    ["showing API secrets only once", "PUT", "/api/companies/api-keys-show-once", () => ({ showOnce: true })],
    ["revoking a key", "POST", "/api/companies/api-keys/1/revoke", () => undefined]
  ]

  it.each(changes)("of %s reports it as unchanged, and records nothing", async (_, method, path, body) => {
    const change = () => server.fetch(path, { method, token, body: body() })
    const first = await change()
    expect(first.status, first.text).toBe(200)
    expect(first.json).not.toHaveProperty("unchanged")
    const before = await records()
    const again = await change()
    expect(again).toMatchObject({ status: 200, json: { success: true, unchanged: true } })
    expect(await records()).toBe(before)
  })
})
