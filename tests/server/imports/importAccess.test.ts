import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest"
import { Role } from "#core/auth/roles.ts"
import { Fms } from "#core/fms/fmsSystems.ts"
import { facilityRoles } from "#core/facilities/facilityAccess.ts"
import { accessLevel } from "#core/auth/accessRules.ts"
import type { FacilityDetail } from "#core/facilities/FacilityDetail.ts"
import { AccessLevel, Area } from "#core/auth/permissions.ts"
import { usualHomes } from "../../support/databases.ts"
import { person } from "../../support/person.ts"
import { baseUrlOf, openSimulator } from "../fms/fmsPlace.ts"
import { csvOf, header, useImportPlace } from "./importPlace.ts"

const one = csvOf(header, "Maple St,5550100200,10 Maple St,,,")
const password = "s3cret-of-the-file"

describe.each(usualHomes)("import access and secrets, on $name", (home) => {
  let simulator: Awaited<ReturnType<typeof openSimulator>>
  beforeAll(async () => {
    simulator = await openSimulator({ slowness: 4_000 })
  })
  const options = {}
  const place = useImportPlace(home, () => Object.assign(options, { fms: simulator.settings }))
  afterAll(() => simulator.close())
  const { upload, uploaded, rows, committed, facilities, ask, sql, emptied, enter, company } = place
  beforeEach(() => emptied())

  it.each(Role.rows.map(({ id, label }) => [label, id] as const))(
    "lets %s do what the permissions say",
    async (_, role) => {
      const may = facilityRoles.has(role) && accessLevel(person(role), Area.id.Facilities) >= AccessLevel.id.Write
      const token = await enter("acme", role)
      const planned = await uploaded(csvOf(header, `Of ${role},5550100200,10 Maple St,,,`))
      const answer = await upload(one, { token })
      expect(answer.status).toBe(may ? 200 : 403)
      const path = `/facilities/imports/${planned.importID}`
      const tries: ReadonlyArray<readonly [string, string, unknown?]> = [
        ["GET", path],
        ["GET", `${path}/rows`],
        ["GET", `${path}/errors`],
        ["PUT", `${path}/rows/2`, { cells: [{ column: 3, text: "Ashgrove" }] }],
        ["PUT", `${path}/mapping`, { mapping: planned.columns.map(({ field }) => field) }],
        ["POST", `${path}/commit`],
        [
          "POST",
          "/facilities/import-facilities-SiteLink",
          { corporateCode: "D", corporateUsername: "d", corporatePassword: "x" }
        ]
      ]
      for (const [method, to, body] of tries) {
        const { status, code } = await ask(method, to, body, token)
        expect([to, may ? status !== 403 && status < 500 : status === 403, code]).toEqual([to, true, code])
      }
    }
  )

  it("shows no one another company's import, and requires a session and the features", async () => {
    const { importID } = await uploaded(one)
    const other = await enter("other", Role.id.Owner)
    const path = `/facilities/imports/${importID}`
    for (const [method, to, body] of [
      ["GET", path],
      ["GET", `${path}/rows`],
      ["GET", `${path}/errors`],
      ["PUT", `${path}/rows/2`, { cells: [{ column: 0, text: "Mine" }] }],
      ["PUT", `${path}/mapping`, { mapping: [] }],
      ["POST", `${path}/commit`],
      ["POST", `${path}/resume`],
      ["POST", `${path}/cancel`]
    ] as const) {
      expect([to, (await ask(method, to, body, other)).code]).toEqual([to, "ImportNotFound"])
    }
    expect((await ask("GET", path, undefined, "nobody")).status).toBe(401)
    const theirs = await upload(one, { token: other })
    // The same file and facility name in another company make a separate import.
    expect(theirs.data.importID).not.toBe(importID)
    await committed(importID)
    expect(await facilities(company.other)).toEqual([])
    const basic = await upload(one, { token: await enter("basic", Role.id.Owner) })
    expect(basic).toMatchObject({ status: 403, code: "FeatureNotIncluded" })
    expect((await upload(one, { software: Fms.id.Storage360 })).code).toBe("FmsFixed")
    expect((await upload(one, { software: 77 })).status).toBe(400)
  })

  it("keeps secrets in a file sealed, returns them to no one, and connects the facility with them", async () => {
    const file = csvOf(
      "Facility Name,Phone Number,Address,Corporate Code,Username,Password,Location Code",
      `Maple St,5550100200,10 Maple St,DEMO,demo,${password},L017`,
      `Oak Ave,5550100201,2 Oak Ave,DEMO,,${password},L018`,
      "Elm,5550100202,3 Elm Rd,,,,"
    )
    const planned = await uploaded(file, { software: Fms.id.Sitelink })
    expect(planned.counts).toEqual({ create: 2, update: 0, skip: 0, fail: 1 })
    expect(planned.columns[5]).toMatchObject({ field: "corporatePassword", secret: true, samples: [] })
    const planRows = await ask("GET", `/facilities/imports/${planned.importID}/rows`)
    expect((await rows(planned.importID)).map(({ secretsSet }) => secretsSet)).toEqual([[5], [5], []])
    const errors = await ask<{ csv: string }>("GET", `/facilities/imports/${planned.importID}/errors`)
    expect(errors.data.csv).toContain("Oak Ave,5550100201,2 Oak Ave,DEMO,,,L018")
    const kept = await sql(
      (sql) => sql<{ all: string }>`
        SELECT (SELECT string_agg(r::text, ' ') FROM job_rows r) || (SELECT string_agg(i::text, ' ') FROM imports i) ||
          (SELECT string_agg(a::text, ' ') FROM audit_records a) AS all`
    )
    const hex = Buffer.from(password).toString("hex")
    for (const text of [planRows.text, errors.text, JSON.stringify(planned), kept[0]?.all ?? ""]) {
      expect(text).not.toContain(password)
      expect(text).not.toContain(hex)
    }
    // A fixed row keeps its secret.
    await ask("PUT", `/facilities/imports/${planned.importID}/rows/3`, { cells: [{ column: 4, text: "demo" }] })
    const done = await committed(planned.importID)
    expect(done.counts.create).toBe(3)
    const left = await sql(
      (sql) =>
        sql`SELECT FROM job_rows r JOIN jobs USING (job_id) WHERE number = ${planned.importID} AND sealed IS NOT NULL`
    )
    expect(left).toEqual([])
    const [maple, oak, elm] = await facilities()
    const connection = async (id: number | undefined) => (await ask<FacilityDetail>("GET", `/facilities/${id}`)).data
    const wired = { mode: 1, secretsSet: ["corporatePassword"] }
    expect(await connection(maple?.facility_id)).toMatchObject({ ...wired, locationCode: "L017" })
    expect(await connection(oak?.facility_id)).toMatchObject({ ...wired, locationCode: "L018" })
    expect(await connection(elm?.facility_id)).toMatchObject({ mode: 2, locationCode: "" })
    // A file without software and credentials leaves the existing ones alone.
    const plain = await uploaded(csvOf(header, "Maple St,5550100200,10 Maple St,Ashgrove,,"))
    expect((await rows(plain.importID))[0]).toMatchObject({ outcome: "update", changes: ["city"] })
    await committed(plain.importID)
    expect(await connection(maple?.facility_id)).toMatchObject({ ...wired, locationCode: "L017" })
    expect((await facilities())[0]).toMatchObject({ management_software: Fms.id.Sitelink })
    expect(place.server.logged()).not.toContain(password)
  })

  const ssm = () => baseUrlOf(simulator.address, Fms.id.SsmCloud)
  const ways = [
    ["Storable Edge", "StorEDGE", (key: string) => ({ companyApiKey: `demo-key:${key}` }), "externalFacilityId"],
    [
      "Sitelink",
      "SiteLink",
      (key: string) => ({ corporateCode: "DEMO", corporateUsername: "demo:::L", corporatePassword: key }),
      "locationCode"
    ],
    [
      "SSM Cloud",
      "ssm",
      (key: string) => ({ baseUrl: ssm(), corporatePassword: key, corporateCode: "DEMO" }),
      "locationCode"
    ]
  ] as const

  it.each(ways)("asks %s for its facilities, and connects each one", async (_, call, body, code) => {
    const path = `/facilities/import-facilities-${call}`
    const wrong = await ask("POST", path, body("not-the-password"))
    expect(wrong).toMatchObject({ status: 422, code: "ImportFmsFailed", data: { stage: "auth" } })
    const answer = await ask("POST", path, body("simulator"))
    expect(answer).toMatchObject({ status: 200, data: { mode: 1, state: "planned" } })
    const { importID, total, counts } = answer.data
    expect(total).toBeGreaterThan(5)
    expect(counts).toEqual({ create: total, update: 0, skip: 0, fail: 0 })
    await committed(importID)
    const made = await facilities()
    expect(made).toHaveLength(total)
    const shown = await ask<FacilityDetail>("GET", `/facilities/${made[0]?.facility_id}`)
    expect(shown.data).toMatchObject({ mode: 1, secretsSet: ["corporatePassword"], [code]: "L001" })
    const [kept] = await sql(
      (sql) => sql<{ sealed: unknown }>`SELECT sealed FROM imports JOIN jobs USING (job_id) WHERE number = ${importID}`
    )
    expect(kept?.sealed).toBeNull()
    expect((await ask("POST", path, body("simulator"))).data.counts.skip).toBe(total)
    expect(place.server.logged()).not.toContain("not-the-password")
  })

  it("connects to no address that the installation doesn't allow", async () => {
    const answer = await ask("POST", "/facilities/import-facilities-ssm", {
      baseUrl: "http://127.0.0.1:1/",
      corporatePassword: "x"
    })
    expect(answer).toMatchObject({ status: 422, code: "ImportFmsFailed" })
    const wire = await ask("POST", "/facilities/import-facilities-SiteLink", { corporateCode: "D" })
    expect(wire.status).toBe(400)
  })
})
