import { Effect } from "effect"
import { SqlClient } from "effect/sql"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { Role } from "#core/auth/roles.ts"
import { CompanyId } from "#core/base/ids.ts"
import { takeWriteLock } from "#server/locks/lockWorkingSetSql.ts"
import { homes, postgres, usualHomes } from "../../support/databases.ts"
import { makeCompany, userIn } from "../../support/fixture.ts"
import { startTestServer, type TestServer } from "../../support/testServer.ts"

interface Answer {
  readonly status: number
  readonly code?: string
  readonly data: Readonly<Record<string, unknown>>
}

const usePlace = (home: (typeof homes)[number]) => {
  let server: TestServer
  let owner = ""
  const ids = { company: CompanyId.make(1), user: 0 }
  beforeAll(async () => {
    server = await startTestServer(
      home,
      Effect.gen(function* () {
        const { companyID, users } = yield* makeCompany("acme")
        ids.company = companyID
        ids.user = userIn(users, Role.id.Personnel)
      })
    )
    owner = await server.enter("acme", Role.id.Owner, { client: "terminal" })
  })
  afterAll(() => server.close())
  const send = async (method: string, path: string, body?: object): Promise<Answer> => {
    const { status, json } = await server.fetch(`/api${path}`, { method, token: owner, body })
    return { status, ...(json as object) } as Answer
  }
  const records = async (subject: string) =>
    (await server.call(owner, (api) => api.audit.list({ query: { subject, count: 500 } }))).data
  const verified = async () => (await server.call(owner, (api) => api.audit.verify({ query: {} }))).data.broken
  return {
    send,
    records,
    verified,
    ids,
    run: <A, E>(effect: Effect.Effect<A, E, SqlClient.SqlClient>) => server.run(effect)
  }
}

const atOnce = <A>(count: number, make: (nth: number) => Promise<A>) =>
  Promise.all(Array.from({ length: count }, (_, nth) => make(nth)))

describe.each(usualHomes)("a facility, on $name", (home) => {
  const { run, send, records, ids } = usePlace(home)

  it("accepts an outdated edit whose notification list was saved already, and refuses and records others", async () => {
    const listed = (notificationPreference: number) => ({
      userReportNotifications: [{ userId: ids.user, notificationType: 1, notificationPreference }]
    })
    const form = { facilityName: "Noted", phoneNumber: "5550100200", ...listed(2) }
    const { facilityID, version } = (await send("POST", "/facilities/add", form)).data
    const edit = { facilityID, version, street: "1 Noted Street", ...listed(2) }
    const saved = { status: 200, data: { version: Number(version) + 1 } }
    expect(await send("PUT", "/facilities/update", edit)).toMatchObject(saved)
    expect(await send("PUT", "/facilities/update", edit)).toMatchObject({ ...saved, unchanged: true })
    expect(await send("PUT", "/facilities/update", { ...edit, ...listed(1) })).toMatchObject({
      status: 409,
      code: "FacilityChangedMeanwhile"
    })
    const changes = (await records(`facility:${String(facilityID)}`)).map(
      ({ payload }) => JSON.parse(payload) as object
    )
    expect(changes).toMatchObject([{ changed: "street" }, {}])
  })

  it("is never added to a company that does not exist, nor moved to one", async () => {
    const kept = await run(
      Effect.gen(function* () {
        const sql = yield* SqlClient.SqlClient
        const add = (company: CompanyId, name: string) =>
          sql`INSERT INTO facilities (company_id, name, created_at) VALUES (${ids.company}, ${`${name} 1`}, now()), (${company}, ${`${name} 2`}, now())`
        yield* add(ids.company, "Maple")
        for (const write of [
          add(CompanyId.make(2_000_000_000), "Oak"),
          sql`UPDATE facilities SET company_id = 2000000000 WHERE company_id = ${ids.company} AND name = 'Maple 2'`
        ]) {
          const { reason } = yield* Effect.flip(write)
          expect(String(reason.cause)).toContain("company 2000000000 of a facility does not exist")
        }
        return yield* sql`SELECT company_id AS company, name FROM facilities WHERE name ~ '^(Maple|Oak) ' ORDER BY name`
      })
    )
    expect(kept).toEqual([
      { company: ids.company, name: "Maple 1" },
      { company: ids.company, name: "Maple 2" }
    ])
  })
})

describe.each(homes)("concurrent changes of one row, on $name", (home) => {
  const { send, records, verified, ids } = usePlace(home)

  it("of a user are all made, one after another, each recording the previous one", async () => {
    const answers = await atOnce(12, (nth) =>
      send("PUT", "/users/update-user", { userID: ids.user, lastName: `Name ${nth}` })
    )
    expect(answers.map(({ status }) => status)).toEqual(Array<number>(12).fill(200))
    expect(answers.map(({ data }) => Number(data["version"])).toSorted((a, b) => a - b)).toEqual(
      Array.from({ length: 12 }, (_, nth) => nth + 2)
    )
    const made = (await records(`user:${ids.user}`)).map(({ payload }) => JSON.parse(payload) as Record<string, string>)
    // Newest first: each record's previous value is the value of the record before it.
    expect(made.slice(0, -1).map(({ fromLastName }) => fromLastName)).toEqual(
      made.slice(1).map(({ lastName }) => lastName)
    )
    expect(made).toHaveLength(12)
    expect(await verified()).toBeNull()
  })

  it("of a user and of a subdomain, based on one version: one of eight succeeds", async () => {
    const { data: user } = await send("PUT", "/users/update-user", { userID: ids.user, lastName: "Before" })
    const portal = { displayName: "Before", subdomainUrl: "before", facilityIDs: [] }
    const { data: subdomain } = await send("POST", "/companies/subdomains", portal)
    const edits = {
      user: (nth: number) =>
        send("PUT", "/users/update-user", { userID: ids.user, lastName: `Name ${nth}`, version: user["version"] }),
      subdomain: (nth: number) =>
        send("PUT", "/companies/subdomains", { ...subdomain, displayName: `Name ${nth}`, facilityIDs: [] })
    }
    for (const [what, edit] of Object.entries(edits)) {
      const answers = await atOnce(8, edit)
      const statuses = answers.map(({ status }) => status).toSorted((a, b) => a - b)
      expect([what, ...statuses]).toEqual([what, 200, ...Array<number>(7).fill(409)])
    }
  })

  it("of different settings lose nothing", async () => {
    const answers = await Promise.all([
      send("PUT", "/settings/update-company", { contactName: "Dana Reyes" }),
      send("PUT", "/settings/update-company", { contactEmail: "dana@acme.example.com" }),
      send("PUT", "/settings/update-company", { contactPhone: "5125550100" }),
      send("PUT", "/settings/update-company", { companyName: "Acme Storage" }),
      send("PUT", "/settings/update-company", { timeZone: "America/Chicago" }),
      send("PUT", "/settings/update-mobile-timeout?mobileTimeout=600")
    ])
    expect(answers.map(({ status }) => status)).toEqual(Array<number>(6).fill(200))
    expect((await send("GET", "/settings/profile")).data).toMatchObject({
      contactName: "Dana Reyes",
      contactEmail: "dana@acme.example.com",
      contactPhone: "5125550100",
      companyName: "Acme Storage",
      timeZone: "America/Chicago",
      mobileTimeout: 600
    })
    expect(await records("settings")).toHaveLength(6)
    expect(await verified()).toBeNull()
  })
})

describe("a change that involves only one row", () => {
  const { send, ids, run } = usePlace(postgres)

  it("does not wait for the company's write lock", async () => {
    const { data } = await send("POST", "/companies/subdomains", {
      displayName: "Before",
      subdomainUrl: "turn",
      facilityIDs: []
    })
    const answers = await run(
      Effect.flatMap(SqlClient.SqlClient, (sql) =>
        sql.withTransaction(
          Effect.gen(function* () {
            yield* takeWriteLock(sql, ids.company)
            return [
              yield* Effect.promise(() =>
                send("PUT", "/users/update-user", { userID: ids.user, lastName: "Meanwhile" })
              ),
              yield* Effect.promise(() => send("PUT", "/companies/subdomains", { ...data, displayName: "Meanwhile" }))
            ]
          })
        )
      )
    )
    expect(answers.map(({ status }) => status)).toEqual([200, 200])
  })
})
