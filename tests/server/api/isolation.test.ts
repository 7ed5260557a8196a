import { Effect } from "effect"
import { SqlClient } from "effect/sql"
import { OpenApi } from "effect/http-api"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { Api } from "#core/api/Api.ts"
import { Role } from "#core/auth/roles.ts"
import { FacilityId } from "#core/base/ids.ts"
import { contractCalls } from "../../support/contract.ts"
import { Mailer } from "#server/mail/Mailer.ts"
import { usualHomes } from "../../support/databases.ts"
import { makeCompany, makeFacility, makeLock, makeRegistered, userIn } from "../../support/fixture.ts"
import { startTestServer, type TestServer } from "../../support/testServer.ts"
import { connect, listen, until } from "../hub/hubHarness.ts"
import { harmless, type Theirs, type Trial, trials } from "./namingInputs.ts"

const unknownId = 2_000_000_000
const mark = /zebra|\b7777\d{4}\b|\b7391\b/i

interface Document {
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>
}
interface Operation {
  readonly parameters?: ReadonlyArray<{ readonly name: string }>
  readonly requestBody?: {
    readonly content: Readonly<Record<string, { readonly schema: { readonly properties?: object } }>>
  }
}

const naming = /I[Dd]s?$|^id$|serial|^uid$|subject|filter|rows/

/** Every call and input of the contract that can name something. */
const inputs = contractCalls.flatMap(({ name, method, path }) => {
  const { paths } = OpenApi.fromApi(Api) as unknown as Document
  const operation = paths[path.replace(/:(\w+)/g, "{$1}")]?.[method.toLowerCase()] ?? expect.unreachable()
  const body = Object.values(operation.requestBody?.content ?? {}).flatMap(({ schema }) =>
    Object.keys(schema.properties ?? {})
  )
  const names = [...(operation.parameters ?? []).map((parameter) => parameter.name), ...body]
  return names.filter((input) => naming.test(input)).map((input) => `${name} ${input}`)
})

describe("contract inputs that name something", () => {
  it("are all tested, or listed as harmless", () => {
    const known = new Set(
      [...Object.keys(trials), ...Object.keys(harmless)].map((key) => key.split(" ").slice(0, 2).join(" "))
    )
    expect(inputs.length).toBeGreaterThan(20)
    expect(inputs.filter((input) => !known.has(input))).toEqual([])
    expect([...known].filter((input) => !inputs.includes(input))).toEqual([])
  })
})

describe.each(usualHomes)("another company's data, on $name", (home) => {
  let server: TestServer
  let theirs: Theirs
  let ours: Theirs
  beforeAll(async () => {
    server = await startTestServer(
      home,
      Effect.gen(function* () {
        const sql = yield* SqlClient.SqlClient
        // Start sequences at numbers that can't occur in a response for another reason.
        for (const [table, column, first] of [
          ["companies", "company_id", 654_320],
          ["facilities", "facility_id", 765_430],
          ["locks", "lock_id", 876_540],
          ["lock_logs", "log_id", 987_650],
          ["return_reports", "report_id", 345_670],
          ["users", "user_id", 234_560],
          ["fms_runs", "run_id", 567_890],
          ["outbox", "mail_id", 678_900],
          ["api_keys", "api_key_id", 543_210],
          ["webhooks", "webhook_id", 432_100],
          ["webhook_deliveries", "delivery_id", 321_090]
        ] as const) {
          yield* sql`SELECT setval(pg_get_serial_sequence(${table}, ${column}), ${first}::int)`
        }
        const make = Effect.fnUntraced(function* (name: string, place: string, prefix: string) {
          const { companyID, users } = yield* makeCompany(name, { hideLockCodes: name === "zebra" })
          // Job numbers are per company, so start the other company's at numbers ours doesn't have.
          const jobsBefore = name === "zebra" ? 456_780 : 456_880
          yield* sql`INSERT INTO job_counters (company_id, last) VALUES (${companyID}, ${jobsBefore})`
          const facilityID = yield* makeFacility(companyID, place)
          const facts = { companyID, code: name === "zebra" ? "7391" : "1234", status: 1001 as const }
          const lockID = yield* makeLock({ ...facts, facilityID, serial: `${prefix}0001`, unit: `${place} 1` })
          const inventoryID = yield* makeLock({ ...facts, facilityID: null, serial: `${prefix}0002` })
          const [log] = yield* sql<{ log_id: number }>`
            INSERT INTO lock_logs (lock_id, company_id, description, user_id, created_at)
            VALUES (${lockID}, ${companyID}, ${`of ${place}`}, ${userIn(users, Role.id.Owner)}, now()) RETURNING log_id`
          yield* sql`UPDATE locks SET updated_by = ${userIn(users, Role.id.Owner)} WHERE company_id = ${companyID}`
          const owner = {
            companyID,
            userID: userIn(users, Role.id.Owner),
            to: `owner@${name}.example.com`
          }
          yield* (yield* Mailer).send({ ...owner, subject: `of ${place}`, body: `to ${name}` })
          const [mail] = yield* sql<{ mail_id: number }>`SELECT max(mail_id) AS mail_id FROM outbox`
          const userID = owner.userID
          const [job] = yield* sql<{ job_id: number; number: number }>`
            INSERT INTO jobs (number, company_id, user_id, kind, source, fingerprint, facility_id, columns, state, created_at, updated_at)
            VALUES (next_job_number(${companyID}), ${companyID}, ${userID}, 'activate', ${place}, ${`of ${place}`}, ${facilityID}, '{}', 'receiving', now(), now())
            RETURNING job_id, number`
          yield* sql`INSERT INTO job_rows (job_id, row, serial, cells) VALUES (${job?.job_id ?? 0}, 1, ${`${prefix}0001`}, '{}')`
          const imported = Effect.fnUntraced(function* (kind: string) {
            const [made] = yield* sql<{ job_id: number; number: number }>`
              INSERT INTO jobs (number, company_id, user_id, kind, source, fingerprint, columns, state, created_at, updated_at)
              VALUES (next_job_number(${companyID}), ${companyID}, ${userID}, ${kind}, ${place}, ${`${kind} of ${place}`}, '{}', 'receiving', now(), now())
              RETURNING job_id, number`
            const key = made?.job_id ?? 0
            yield* sql`
              INSERT INTO imports (job_id, company_id, mode, management_software, columns)
              VALUES (${key}, ${companyID}, 2, 0, '[]')`
            yield* sql`
              INSERT INTO job_rows (job_id, row, serial, cells, facts) VALUES (${key}, 2, ${place}, '{}', '{"issues":[],"changes":[]}')`
            return made?.number ?? 0
          })
          const importID = yield* imported("importFacilities")
          const userImportID = yield* imported("importUsers")
          const [report] = yield* sql<{ report_id: number }>`
            INSERT INTO return_reports (company_id, facility_id, user_id, recipient_id, created_at)
            VALUES (${companyID}, ${facilityID}, ${userID}, ${userID}, now()) RETURNING report_id`
          yield* sql`
            INSERT INTO return_report_locks (report_id, place, lock_id, serial, color, status)
            VALUES (${report?.report_id ?? 0}, 1, ${lockID}, ${`${prefix}0001`}, 0, 1001)`
          yield* sql`UPDATE registry SET batch = '77770009' WHERE serial LIKE ${`${prefix}%`}`
          const [run] = yield* sql<{ run_id: number }>`
            INSERT INTO fms_runs (company_id, user_id, facility_ids, state, created_at, ended_at)
            VALUES (${companyID}, ${userID}, ARRAY[${facilityID}]::int[], 'done', now(), now()) RETURNING run_id`
          const runID = run?.run_id ?? 0
          yield* sql`
            INSERT INTO fms_results (company_id, facility_id, run_id, fms, ok, latency_ms, calls, simulated, manual, tested_at)
            VALUES (${companyID}, ${facilityID}, ${runID}, 2, true, 7, 1, false, true, now())`
          const [key] = yield* sql<{ id: number }>`
            INSERT INTO api_keys (company_id, user_id, public_key, name, all_facilities, areas, may_reveal, is_active, created_by, created_at)
            VALUES (${companyID}, ${userID}, ${`ldk_pub_${name}`}, ${place}, true, '{}', false, true, ${userID}, now())
            RETURNING api_key_id AS id`
          const [webhook] = yield* sql<{ id: number }>`
            INSERT INTO webhooks (company_id, url, events, is_active, sealed, seen_seq, created_by, created_at)
            VALUES (${companyID}, ${`https://${name}.example.com/hook`}, '{lock.changed}', false, ''::bytea, 0, ${userID}, now())
            RETURNING webhook_id AS id`
          const [delivery] = yield* sql<{ id: number }>`
            INSERT INTO webhook_deliveries (webhook_id, type, body, state, created_at)
            VALUES (${webhook?.id ?? 0}, 'lock.changed', ${place}, 'sent', now()) RETURNING delivery_id AS id`
          const [jobID, reportID] = [job?.number ?? 0, report?.report_id ?? 0]
          return {
            companyID,
            facilityID,
            lockID,
            inventoryID,
            logID: log?.log_id ?? 0,
            userID,
            jobID,
            importID,
            userImportID,
            reportID,
            runID,
            mailID: mail?.mail_id ?? 0,
            apiKeyID: key?.id ?? 0,
            webhookID: webhook?.id ?? 0,
            deliveryID: delivery?.id ?? 0
          }
        })
        theirs = yield* make("zebra", "Zebra Yard", "7777")
        const acme = yield* make("acme", "Maple St", "1000")
        ours = acme
        yield* makeRegistered("77770003", "7391")
        yield* makeRegistered("10000003", "1234")
      })
    )
    // The other company's audit log and reveals must not be empty.
    const zebra = await server.enter("zebra", Role.id.Owner)
    for (const serialCode of ["77770001", "77770002"]) {
      await server.call(zebra, (api) => api.locks.reveal({ query: {}, payload: { serialCode, reason: "zebra's own" } }))
    }
  })
  afterAll(() => server.close())

  const send = ({ method = "GET", path, body }: Trial, token: string) =>
    server.fetch(`/api${path}`, {
      method,
      token,
      ...(body === undefined
        ? {}
        : {
            body: JSON.stringify(body)
              .replace('"ours"', String(ours.facilityID))
              .replace('"our lock"', String(ours.lockID))
              .replace('"our report"', String(ours.reportID))
          })
    })

  it.each(Object.entries(trials))(
    "gets the same response as unknown data for %s, byte for byte",
    async (name, [of, pick, serial = ""]) => {
      // Serial codes we requested are in our own log, so don't use the usual unknown one there.
      const nobodys = name.startsWith("audit.") ? "88888888" : "99999999"
      // Roles that have no access to other companies.
      for (const role of [Role.id.Owner, Role.id.Admin, Role.id.Personnel, Role.id.Vendor]) {
        const token = await server.enter("acme", role)
        const id = pick(theirs)
        const foreign = await send(of(id, serial), token)
        const unknown = await send(of(unknownId, nobodys), token)
        // Removes the request ID, timestamps and, in refusals, the ID that the request itself named.
        const plain = ({ text, headers, status }: typeof foreign, named: number) => {
          const bare = text
            .replaceAll(headers.get("x-request-id") ?? expect.unreachable(), "#")
            .replace(/"(?:lastPulled|at|now)":"[^"]*"|"latencyMs":\d+/g, "#")
            .replace(`"left":[{"lockID":${named},`, '"left":[{"lockID":#,')
          return status === 200 ? bare : bare.replaceAll(new RegExp(`\\b${named}\\b`, "g"), "#")
        }
        expect([role, foreign.status]).toEqual([role, unknown.status])
        expect(plain(foreign, id)).toBe(plain(unknown, unknownId))
        expect(mark.exec(foreign.text)).toBeNull()
        const headers = (answer: typeof foreign) =>
          [...answer.headers.keys()]
            .filter((name) => !["date", "content-length", "x-request-id"].includes(name))
            .toSorted()
        expect(headers(foreign)).toEqual(headers(unknown))
      }
    }
  )

  it("is in no response of any of our sessions, whatever the role", async () => {
    for (const role of Role.ids) {
      const token = await server.enter("acme", role)
      const paths = [
        "/auth/user",
        "/locks",
        "/locks?lastPulled=1970-01-01T00:00:00Z",
        "/locks/search?count=1000",
        "/locks/search?count=10000000",
        "/locks/search?filter=text%3D7",
        "/locks/search?filter=updatedBy%3DOwner",
        "/locks/search?filter=inventory%3Dtrue",
        "/facilities",
        `/facilities/${ours.facilityID}/units`,
        `/facilities/${ours.facilityID}/drift`,
        "/users",
        "/audit?count=1000&order=oldest",
        "/audit/verify",
        "/companies/api-keys",
        "/companies/webhooks",
        "/outbox",
        "/notices",
        "/jobs",
        `/reports/returned-locks/facilities/${ours.facilityID}`,
        `/locks/logs?lockID=${ours.lockID}`,
        `/locks/${ours.lockID}`
      ]
      for (const path of paths) {
        const { text, status } = await send({ path }, token)
        expect([200, 400, 403, 422]).toContain(status)
        // Our own audit log contains the serial codes that our sessions requested above.
        const foreign = text.replaceAll(/subject\\?":\\?"77770001\\?"/g, "")
        expect([role, path, mark.exec(foreign)]).toEqual([role, path, null])
      }
    }
  })

  it("is in no event of any of our connections", async () => {
    const [us, them] = [await server.enter("acme", Role.id.Owner), await server.enter("zebra", Role.id.Owner)]
    const [client, other] = await Promise.all(
      [us, them].map((token) => connect(`${server.address}/api/hub`, { person: { token } }))
    )
    const heard = client === undefined ? [] : listen(client, "updateLock")
    const theyHeard = other === undefined ? [] : listen(other, "updateLock")
    await client?.invoke("joinCompanyGroup", us)
    await other?.invoke("joinCompanyGroup", them)
    const activate = (token: string, serialCode: string, facilityID: number) =>
      server.call(token, (api) =>
        api.locks.activate({ query: {}, payload: { serialCode, facilityID: FacilityId.make(facilityID) } })
      )
    await activate(them, "77770003", theirs.facilityID)
    await until("they heard", () => theyHeard.length === 1)
    const { data } = await activate(us, "10000003", ours.facilityID)
    await until("we heard", () => heard.length > 0)
    expect(heard).toEqual([[{ lockIDs: [data.lockID] }]])
    // A reveal changes the view count: everyone in the company receives the lock's ID, and nothing else.
    const payload = { serialCode: "77770003", reason: "Remove Overlock" }
    const { data: revealed } = await server.call(them, (api) => api.locks.reveal({ query: {}, payload }))
    await until("they heard of the reveal", () => theyHeard.length > 1)
    expect(theyHeard[1]).toEqual([{ lockIDs: [revealed.lockID] }])
    await client?.invoke("leaveCompanyGroup", us)
    expect(heard).toHaveLength(1)
  })
})
