import { createHmac } from "node:crypto"
import { Effect } from "effect"
import { SqlClient } from "effect/sql"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { Fms, type FmsId, IntegrationMode, UnitStatus } from "#core/fms/fmsSystems.ts"
import { oauthSignature } from "#server/fms/connectors/oauth1.ts"
import { FmsConnections } from "#server/fms/FmsConnections.ts"
import { redacted } from "#server/fms/redact.ts"
import { simulatedFields } from "#server/fms/simulators/simulatedFields.ts"
import { simulatedUnits } from "#server/fms/simulators/simulatedUnits.ts"
import { postgres } from "../../support/databases.ts"
import { makeCompany, makeFacility } from "../../support/fixture.ts"
import { movableClock, startTestServer, type TestServer } from "../../support/testServer.ts"
import { admin, baseUrlOf, openSimulator, wires } from "./fmsPlace.ts"

describe("units from an FMS", () => {
  let simulator: Awaited<ReturnType<typeof openSimulator>>
  let server: TestServer
  let token = ""
  const clock = movableClock()
  const day = 86_400_000
  const ids = new Map<string, number>()
  beforeAll(async () => {
    simulator = await openSimulator()
    const make = Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const connections = yield* FmsConnections
      const { companyID } = yield* makeCompany("acme")
      const at = Effect.fnUntraced(function* (code: string, fms: FmsId) {
        const facilityID = yield* makeFacility(companyID, `${Fms.label(fms)} ${code}`)
        ids.set(`${fms} ${code}`, facilityID)
        yield* sql`UPDATE facilities SET management_software = ${fms} WHERE facility_id = ${facilityID}`
        const fields = simulatedFields(fms, code)
        yield* connections.write(companyID, facilityID, {
          mode: IntegrationMode.id.ViaFms,
          fields: fields.baseUrl === undefined ? fields : { ...fields, baseUrl: baseUrlOf(simulator.address, fms) }
        })
      })
      for (const fms of wires) {
        yield* at("U17", fms)
        yield* at("U17-data", fms)
        yield* at("U17-auth", fms)
      }
    })
    server = await startTestServer(postgres, make, { fms: simulator.settings, clock })
    token = await server.enter("acme", admin)
  })
  afterAll(async () => {
    await server.close()
    await simulator.close()
  })

  const unitsAt = (fms: FmsId, code: string) =>
    server.fetch(`/api/facilities/${ids.get(`${fms} ${code}`) ?? 0}/units`, { token })

  it.each(wires.map((fms) => [Fms.label(fms), fms] as const))("come from %s with their status", async (_, fms) => {
    const { status, json } = await unitsAt(fms, "U17")
    expect(status).toBe(200)
    const { data } = json as { data: ReadonlyArray<{ name: string; status: number }> }
    // Yardi's API doesn't report delinquency.
    const expected = simulatedUnits(1, "U17").map(({ name, status: known }) => ({
      name,
      status: fms === Fms.id.Yardi && known === UnitStatus.id.Delinquent ? UnitStatus.id.Default : known
    }))
    const plain = (units: ReadonlyArray<{ name: string; status: number }>) =>
      units.map(({ name, status: each }) => `${name} ${each}`).toSorted()
    expect(plain(data)).toEqual(plain(expected))
    expect(data.some((unit) => unit.status === UnitStatus.id.Vacant)).toBe(true)
  })

  it.each(wires.map((fms) => [Fms.label(fms), fms] as const))(
    "that %s lacks are reported as missing",
    async (name, fms) => {
      const { status, text } = await unitsAt(fms, "U17-data")
      expect(status).toBeGreaterThanOrEqual(400)
      expect(text).toContain(`${name} has no units for this facility`)
    }
  )

  it("are read again after a clock that was ahead is set back", async () => {
    const id = ids.get(`${Fms.id.Sitelink} U17`) ?? 0
    const read = async () => {
      const before = simulator.spent().answers
      expect((await unitsAt(Fms.id.Sitelink, "U17")).status).toBe(200)
      return simulator.spent().answers > before
    }
    clock.advance(day)
    token = await server.enter("acme", admin)
    await server.fetch(`/api/facilities/${id}/units-cache`, { method: "DELETE", token })
    expect([await read(), await read()]).toEqual([true, false])
    clock.advance(-day + 20 * 60_000)
    expect([await read(), await read()]).toEqual([true, false])
  })

  it("are read from Sitelink only as often as it allows, with the time of the next read", async () => {
    const id = ids.get(`${Fms.id.Sitelink} U17`) ?? 0
    await server.fetch(`/api/facilities/${id}/units-cache`, { method: "DELETE", token })
    const before = simulator.spent().answers
    const { text } = await unitsAt(Fms.id.Sitelink, "U17")
    expect(text).toMatch(/Calls are allowed again at \d{4}-/)
    expect(simulator.spent().answers).toBe(before)
    // A refused login reads no units, so the next read is allowed as soon as the credentials are right.
    for (const _ of [1, 2]) {
      expect((await unitsAt(Fms.id.Sitelink, "U17-auth")).text).toContain("Unable to Login to Sitelink by Storable")
    }
  })
})

describe("requests and responses", () => {
  it("are signed as in RFC 5849, including the query", () => {
    const base =
      "GET&https%3A%2F%2Fapi.example.com%2Fv1%2Fx%2Funits&oauth_consumer_key%3Dk%252By%26oauth_nonce%3Dn%26oauth_signature_method%3DHMAC-SHA1%26oauth_timestamp%3D1%26oauth_version%3D1.0%26page%3D2%26per_page%3D100"
    const signature = oauthSignature({
      method: "GET",
      url: new URL("https://api.example.com/v1/x/units?per_page=100&page=2"),
      key: "k+y",
      secret: "s e/c!",
      timestamp: 1,
      nonce: "n"
    })
    expect(signature).toBe(createHmac("sha1", "s%20e%2Fc%21&").update(base).digest("base64"))
  })

  it("are stored as valid text even if the bytes are not", () => {
    expect(redacted("one\u0000two\u001b[31m \ud83d end", {})).toBe("one two [31m \ufffd end")
  })

  it("are shown without submitted values, in any spelling, and without personal data", () => {
    const fields = { corporatePassword: 'p&"7<x>', corporateUsername: "desk-user" }
    const text = `<a>p&"7<x> p%26%227%3Cx%3E p&amp;&quot;7&lt;x&gt; ${Buffer.from(fields.corporatePassword).toString("base64")}</a> desk-user ann@example.com (555) 010-0123 10482233 A-101`
    const clean = redacted(text, fields)
    for (const gone of ["p&", "p%26", "7<x>", "desk-user", "ann@", "010-0123", "10482233"]) {
      expect(clean).not.toContain(gone)
    }
    expect(clean).toContain("A-101")
    expect(redacted("x".repeat(10_000), {}).length).toBe(600)
  })
})
