import { Effect } from "effect"
import { SqlClient } from "effect/sql"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { driftKinds } from "#core/drift/driftKinds.ts"
import type { FacilityDrift } from "#core/drift/Finding.ts"
import { mainCompany } from "#server/demo/demoCompanies.ts"
import { seedDemo } from "#server/demo/seedDemo.ts"
import { homes } from "../../support/databases.ts"
import { startTestServer, type TestServer } from "../../support/testServer.ts"
import { now, size } from "./demoServer.ts"

describe("drift in the demonstration", () => {
  let server: TestServer
  let token = ""
  let facilities: ReadonlyArray<{ readonly id: number }> = []
  beforeAll(async () => {
    const home = homes.find(({ name }) => name === "embedded")
    if (home === undefined) throw new Error("the embedded database is gone")
    server = await startTestServer(home, seedDemo({ size, seed: 1, now }), { fms: { simulators: true } })
    const { data } = await server.call(null, (api) =>
      api.auth.login({ payload: { email: `owner@${mainCompany.domain}`, password: "lockdesk-demo" } })
    )
    token = data.token
    facilities = await server.run(
      Effect.flatMap(
        SqlClient.SqlClient,
        (sql) => sql<{ id: number }>`
          SELECT f.facility_id AS id FROM facilities f JOIN companies c USING (company_id)
          WHERE c.name = ${mainCompany.name} AND f.is_active AND f.management_software <> 0 ORDER BY 1`
      )
    )
  })
  afterAll(() => server.close())

  it("shows every kind of finding, in a few units of many, the same each time", async () => {
    const all = async () => {
      const told: Array<FacilityDrift> = []
      for (const { id } of facilities) {
        const { status, json } = await server.fetch(`/api/facilities/${id}/drift`, { token })
        // Some of its connections have something wrong with them, and some come by file.
        expect([200, 422, 503]).toContain(status)
        if (status === 200) told.push(json as FacilityDrift)
      }
      return told
    }
    const told = await all()
    expect(told.length).toBeGreaterThan(2)
    const found = told.flatMap(({ data }) => data)
    expect(new Set(found.map(({ kind }) => kind))).toEqual(new Set(driftKinds.map(({ kind }) => kind)))
    const units = told.reduce((sum, each) => sum + each.units, 0)
    expect(found.length).toBeLessThan(units / 3)
    await server.run(Effect.flatMap(SqlClient.SqlClient, (sql) => sql`DELETE FROM facility_units`))
    expect((await all()).flatMap(({ data }) => data)).toEqual(found)
  })
})
