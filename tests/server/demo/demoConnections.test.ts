import { Effect } from "effect"
import { SqlClient } from "effect/sql"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { Role } from "#core/auth/roles.ts"
import type { FacilityId } from "#core/base/ids.ts"
import { simulatorPassword } from "#core/fms/fmsSimulators.ts"
import { Fms } from "#core/fms/fmsSystems.ts"
import type { FacilityImport } from "#core/imports/FacilityImport.ts"
import { mainCompany } from "#server/demo/demoCompanies.ts"
import { seedDemo } from "#server/demo/seedDemo.ts"
import { postgres } from "../../support/databases.ts"
import { makeCompany } from "../../support/fixture.ts"
import { startTestServer, type TestServer } from "../../support/testServer.ts"
import { now } from "./demoServer.ts"

/** The request for each account that lists its facilities. */
const accounts = [
  [Fms.id.StorableEdge, "StorEDGE", { companyApiKey: simulatorPassword }],
  [
    Fms.id.Sitelink,
    "SiteLink",
    { corporateCode: "DEMO", corporateUsername: "demo", corporatePassword: simulatorPassword }
  ],
  [
    Fms.id.SsmCloud,
    "ssm",
    // An unreachable host: connecting to it, instead of to the simulators, would fail.
    { baseUrl: "https://ssm.invalid", corporateCode: "DEMO", corporatePassword: simulatorPassword }
  ]
] as const

describe("demonstration connections", () => {
  let server: TestServer
  let token = ""
  beforeAll(async () => {
    const fill = Effect.andThen(seedDemo({ size: 500, seed: 1, now }), makeCompany("acme"))
    server = await startTestServer(postgres, fill, { fms: { simulators: true, retries: 0 } })
    const { data } = await server.call(null, (api) =>
      api.auth.login({ payload: { email: `owner@${mainCompany.domain}`, password: "lockdesk-demo" } })
    )
    token = data.token
  })
  afterAll(() => server.close())

  const list = (way: string, body: object, as = token) =>
    server.fetch(`/api/facilities/import-facilities-${way}`, { method: "POST", token: as, body })
  const validate = (body: object, as = token) =>
    server.fetch("/api/auth/validate-fms", { method: "POST", token: as, body })

  it.each(accounts)("list the facilities of account %i, which are then connected to the simulators", async (...of) => {
    const [fms, way, body] = of
    const { status, json, text } = await list(way, body)
    expect([status, text]).toEqual([200, expect.stringContaining('"success":true')])
    const { data } = json as { data: FacilityImport }
    expect(data.counts.create).toBeGreaterThan(4)
    await server.fetch(`/api/facilities/imports/${data.importID}/commit`, { method: "POST", token })
    const made = () =>
      server.run(
        Effect.flatMap(
          SqlClient.SqlClient,
          (sql) => sql<{ facilityID: FacilityId; simulated: boolean }>`
            SELECT facility_id AS "facilityID", c.simulated FROM facilities f JOIN facility_fms c USING (facility_id)
            WHERE f.management_software = ${fms} AND f.name LIKE '% Storage %'`
        )
      )
    await expect.poll(made, { interval: 50, timeout: 10_000 }).toHaveLength(data.counts.create)
    const [first] = await made()
    const units = await server.fetch(`/api/facilities/${first?.facilityID ?? 0}/units`, { token })
    expect([units.status, units.json]).toMatchObject([200, { fromFms: true }])
  })

  const anyAccount = { corporateCode: "ANY", corporateUsername: "anybody", corporatePassword: simulatorPassword }
  it.each([
    ["Storable Edge", Fms.id.StorableEdge, { externalFacilityId: "E7", ...anyAccount }],
    ["Sitelink", Fms.id.Sitelink, { locationCode: "L7", ...anyAccount }],
    ["Hummingbird", Fms.id.Hummingbird, { externalFacilityId: "H7", ...anyAccount }],
    ["WebSelfStorage", Fms.id.WebSelfStorage, { externalFacilityId: "7", ...anyAccount }],
    ["SSM Cloud", Fms.id.SsmCloud, { baseUrl: "https://ssm.invalid", locationCode: "S7", ...anyAccount }],
    [
      "Yardi",
      Fms.id.Yardi,
      { externalFacilityId: "Y7", baseUrl: "https://yardi.invalid", databaseName: "d", serverName: "s", ...anyAccount }
    ]
  ] as const)("of %s use the simulators, with any account but only their password", async (_, fms, fields) => {
    const good = await validate({ managementSoftware: fms, ...fields })
    expect(good.json).toMatchObject({ data: { result: true, simulated: true } })
    const wrong = await validate({ managementSoftware: fms, ...fields, corporatePassword: "wrong" })
    expect(wrong.json).toMatchObject({ data: { result: false, stage: "auth", simulated: true } })
  })

  it("are not used by others: another company of the same server calls its vendor", async () => {
    const other = await server.enter("acme", Role.id.Owner)
    const [, way, body] = accounts[2]
    expect((await list(way, body, other)).json).toMatchObject({ code: "ImportFmsFailed", data: { stage: "dns" } })
    const { json } = await validate({ managementSoftware: Fms.id.SsmCloud, ...body }, other)
    expect(json).toMatchObject({ data: { result: false, stage: "dns", simulated: false } })
  })
})
