import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { Role } from "#core/auth/roles.ts"
import { postgres } from "../../support/databases.ts"
import { makeCompany } from "../../support/fixture.ts"
import { startTestServer, type TestServer } from "../../support/testServer.ts"

type Fields = ReadonlyArray<readonly [string, string]>

const ticket: Fields = [
  ["subject", "Gate"],
  ["category", "Other"],
  ["description", "It is stuck."]
]

describe("forms with files", () => {
  let server: TestServer
  let owner = ""
  beforeAll(async () => {
    server = await startTestServer(postgres, makeCompany("acme"))
    owner = await server.enter("acme", Role.id.Owner)
  })
  afterAll(() => server.close())

  const send = async (path: string, fields: Fields, file?: string) => {
    const form = new FormData()
    for (const [name, value] of fields) form.append(name, value)
    if (file !== undefined) form.append("file", new File([file], "list.csv"))
    const sent = { method: "POST", headers: { authorization: owner }, body: form }
    const response = await fetch(`${server.address}/api${path}`, sent)
    return { status: response.status, json: (await response.json()) as unknown }
  }
  const refused = (path: string, message: string) => ({
    status: 400,
    json: { code: "Malformed", data: { issues: [{ path, message }] } }
  })

  it("refuse fields that they don't have, as JSON bodies do", async () => {
    const sent = await send("/customer-service/ticket", [...ticket, ["categroy", "Lock Inquiry"]])
    expect(sent).toMatchObject(refused("categroy", "Unknown field. Did you mean category?"))
    const tried = await send("/customer-service/ticket", [...ticket, ["dryRun", "true"]])
    const known = "subject, category, description, facilityIDs"
    expect(tried).toMatchObject(refused("dryRun", `Unknown field. Known fields: ${known}.`))
  })

  it("refuse a field that is there twice", async () => {
    const sent = await send("/customer-service/ticket", [...ticket, ["subject", "Door"]])
    expect(sent).toMatchObject(refused("subject", "Send this field only once."))
    const [row] = await server.sql((sql) => sql<{ n: number }>`SELECT count(*)::int AS n FROM tickets`)
    expect(row?.n).toBe(0)
  })

  it.each(["/facilities/import-csv?managementSoftware=2", "/users/import"])(
    "refuse a parameter that belongs in the query: %s",
    async (path) => {
      const message = "Unknown field. Send a file, and parameters in the query."
      expect(await send(path, [["trial", "true"]], "a,b")).toMatchObject(refused("trial", message))
    }
  )
})
