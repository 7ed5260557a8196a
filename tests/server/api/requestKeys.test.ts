import { Effect } from "effect"
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from "vitest"
import { Api } from "#core/api/Api.ts"
import { repeatedHeader, requestKeyHeader, madeOnce } from "#core/auth/RequestKey.ts"
import { Role } from "#core/auth/roles.ts"
import { purgeExpired } from "#server/auth/purgeExpired.ts"
import { usualHomes } from "../../support/databases.ts"
import { makeCompany, makeFacility } from "../../support/fixture.ts"
import { movableClock, startTestServer, type TestServer } from "../../support/testServer.ts"

/** Each call that creates something, with a table that gains a row. */
const creating: Readonly<Record<string, { readonly path: string; readonly table: string; readonly body: object }>> = {
  "users.add": {
    path: "/api/users/add-user",
    table: "users",
    body: { firstName: "Dana", lastName: "Reyes", email: "dana@example.com", roleID: 5, facilityAllIDs: true }
  },
  "facilities.add": {
    path: "/api/facilities/add",
    table: "facilities",
    body: { facilityName: "Elm Yard", phoneNumber: "5550100200" }
  },
  "apikeys.add": {
    path: "/api/companies/add-api-key",
    table: "api_keys",
    body: { name: "Gate", facilityIds: [], allFacilities: true, isActive: true }
  },
  "webhooks.add": {
    path: "/api/companies/webhooks",
    table: "webhooks",
    body: { url: "https://hooks.example.com/lockdesk", events: ["lock.revealed"] }
  },
  "subdomains.create": {
    path: "/api/companies/subdomains",
    table: "subdomains",
    body: { displayName: "Harbor", subdomainUrl: "harbor-rooms" }
  },
  "companies.create": {
    path: "/api/companies/accounts",
    table: "companies",
    body: {
      companyName: "Harbor",
      ownerFirstName: "Hana",
      ownerLastName: "Okafor",
      ownerEmail: "hana@example.com"
    }
  },
  "support.bulkActivationTicket": {
    path: "/api/customer-service/bulk-activation-ticket",
    table: "tickets",
    body: { subject: "Bulk activation", description: "Please activate box BOX-101." }
  },
  "notices.broadcast": {
    path: "/api/notices/broadcast",
    table: "notices",
    body: { audience: 1, message: "Lockdesk restarts at 9 pm." }
  },
  "transfers.initiate": {
    path: "/api/facilities/initiate-facility-transfer",
    table: "facility_transfers",
    body: { facilityID: 1, email: "admin@harbor.example.com" }
  }
}

/** The creation of an API key with a name. */
const apiKey = (name: string) => {
  const { path, table, body } = creating["apikeys.add"] ?? { path: "", table: "", body: {} }
  return { path, table, body: { ...body, name } }
}

describe.each(usualHomes)("requests with a key, on $name", (home) => {
  let server: TestServer
  let token = ""
  const clock = movableClock()
  beforeAll(async () => {
    server = await startTestServer(
      home,
      Effect.gen(function* () {
        const { companyID } = yield* makeCompany("acme")
        yield* makeFacility(companyID, "Maple St")
      }),
      { clock }
    )
    token = await server.enter("acme", Role.id.SuperAdmin)
  })
  afterAll(() => server.close())

  const rows = (table: string) =>
    server.sql((sql) =>
      Effect.map(sql<{ n: number }>`SELECT count(*)::int AS n FROM ${sql(table)}`, ([row]) => row?.n ?? 0)
    )
  const send = (path: string, body: object, key: string, as = token) =>
    server.fetch(path, { method: "POST", token: as, body, headers: { [requestKeyHeader]: key } })

  it.each(Object.entries(creating))("%s creates one row, and a repeat gets the first response", async (name, call) => {
    const before = await rows(call.table)
    const first = await send(call.path, call.body, `key-${name}`)
    expect(first.status, first.text).toBe(200)
    expect(await rows(call.table)).toBeGreaterThan(before)
    const made = await rows(call.table)
    const repeat = await send(call.path, call.body, `key-${name}`)
    expect(repeat.status).toBe(200)
    expect(repeat.json).toEqual(first.json)
    expect(repeat.headers.get(repeatedHeader)).toBe("true")
    expect(await rows(call.table)).toBe(made)
  })

  it("covers every call of the contract that honors a key", () => {
    const declared = Object.values(Api.groups).flatMap(({ identifier, endpoints }) =>
      Object.values(endpoints)
        .filter(madeOnce)
        .map((endpoint) => `${identifier}.${endpoint.identifier}`)
    )
    // A ticket is sent as a form and is tested below.
    expect(declared.filter((name) => name !== "support.ticket").toSorted()).toEqual(
      Object.keys(creating)
        .map((name) => (name === "apikeys.add" ? "apiKeys.add" : name))
        .toSorted()
    )
  })

  it("creates one ticket when the form is sent twice", async () => {
    const before = await rows("tickets")
    const ticket = async () => {
      const form = new FormData()
      for (const [name, value] of Object.entries({ subject: "Gate", category: "Other", description: "It is stuck." })) {
        form.append(name, value)
      }
      const response = await fetch(`${server.address}/api/customer-service/ticket`, {
        method: "POST",
        headers: { authorization: token, [requestKeyHeader]: "ticket" },
        body: form
      })
      return (await response.json()) as unknown
    }
    const first = await ticket()
    expect(await ticket()).toEqual(first)
    expect(await rows("tickets")).toBe(before + 1)
  })

  it("creates one row when the same request arrives eight times at once", async () => {
    const { path, table, body } = apiKey("At once")
    const before = await rows(table)
    const answers = await Promise.all(Array.from({ length: 8 }, () => send(path, body, "at-once")))
    expect(answers.map(({ status }) => status)).toEqual(Array<number>(8).fill(200))
    for (const { json } of answers) expect(json).toEqual(answers[0]?.json)
    expect(await rows(table)).toBe(before + 1)
  })

  it("refuses a key reused for a different request, and a malformed key", async () => {
    const { path, body } = apiKey("First")
    await send(path, body, "other")
    const other = await send(path, { ...body, name: "Another" }, "other")
    expect(other).toMatchObject({ status: 400, json: { code: "Malformed" } })
    expect(await send(path, body, "two words")).toMatchObject({ status: 400, json: { code: "Malformed" } })
  })

  it("treats another user's request with the same key as a different one", async () => {
    const { path, table, body } = apiKey("Mine")
    await send(path, body, "whose")
    const made = await rows(table)
    const owner = await server.enter("acme", Role.id.Owner)
    const theirs = await send(path, { ...body, name: "Theirs" }, "whose", owner)
    expect([theirs.status, theirs.headers.get(repeatedHeader)]).toEqual([200, null])
    expect(await rows(table)).toBe(made + 1)
  })

  it("keeps no key of a refused request", async () => {
    const { path } = creating["subdomains.create"] ?? { path: "" }
    const taken = { displayName: "Portal", subdomainUrl: "taken" }
    await send(path, taken, "first")
    expect(await send(path, taken, "second")).toMatchObject({ status: 409, json: { code: "SubdomainUrlTaken" } })
    expect(await send(path, { ...taken, subdomainUrl: "free" }, "second")).toMatchObject({ status: 200 })
  })

  it.each(["apikeys.add", "webhooks.add"])(
    "%s keeps its secret with what it creates, if the server stops after that",
    async (name) => {
      const { path, table, body } = creating[name] ?? expect.unreachable()
      // Nothing is stored about a request after its transaction, as if the server were killed in between.
      await server.sql(
        (sql) => sql`
      CREATE FUNCTION only_at_once() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
        IF TG_OP = 'INSERT' THEN PERFORM set_config('test.claimed', pg_current_xact_id()::text, true); RETURN NEW; END IF;
        IF current_setting('test.claimed', true) = pg_current_xact_id()::text THEN RETURN NEW; END IF;
        RETURN NULL;
      END $$`
      )
      await server.sql(
        (sql) => sql`
      CREATE TRIGGER only_at_once BEFORE INSERT OR UPDATE ON request_keys FOR EACH ROW EXECUTE FUNCTION only_at_once()`
      )
      onTestFinished(() => server.sql((sql) => sql`DROP FUNCTION only_at_once CASCADE`).then(() => undefined))
      const other =
        name === "apikeys.add" ? { ...body, name: "Stopped" } : { ...body, url: "https://hooks.example.com/other" }
      const first = await send(path, other, `stopped-${name}`)
      expect(first.status, first.text).toBe(200)
      const made = await rows(table)
      const repeat = await send(path, other, `stopped-${name}`)
      expect([repeat.status, repeat.headers.get(repeatedHeader)]).toEqual([200, "true"])
      expect(repeat.json).toEqual(first.json)
      expect(await rows(table)).toBe(made)
    }
  )

  it("reports after an hour that the request was already saved, and creates nothing", async () => {
    const { path, table, body } = apiKey("Late")
    await send(path, body, "late")
    const made = await rows(table)
    clock.advance(61 * 60 * 1000)
    await server.run(purgeExpired)
    expect(await send(path, body, "late")).toMatchObject({ status: 409, json: { code: "SavedAlready" } })
    expect(await rows(table)).toBe(made)
  })
})
