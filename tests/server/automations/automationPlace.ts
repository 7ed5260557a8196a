import { Effect } from "effect"
import { afterAll, beforeAll } from "vitest"
import { Role } from "#core/auth/roles.ts"
import { CompanyId, FacilityId, type LockId } from "#core/base/ids.ts"
import { Tier, type TierId } from "#core/companies/tiers.ts"
import type { LockStatusId } from "#core/locks/lockStatuses.ts"
import type { TestHome } from "../../support/databases.ts"
import { laterIds, makeCompany, makeFacility, makeLock } from "../../support/fixture.ts"
import { startTestServer, type TestServer } from "../../support/testServer.ts"

/** A response's possible fields. */
export interface Answer {
  readonly status: number
  readonly code?: string
  readonly error?: string
  readonly message?: string
  readonly data?: unknown
}

/** A company's name by its plan: `tier 1`. */
export const planOf = (tier: TierId): string => `tier ${tier}`

/** acme's overrides let call-center agents and vendors write automations. */
const own = { "7": { "4": 2, "12": 2 }, "11": { "4": 2, "12": 2 } }

/** A server with the companies acme (with role overrides), other, lapsed and one per plan, for the tests of a file. */
export const useAutomationPlace = (home: TestHome) => {
  let server: TestServer
  let owner = ""
  let nextSerial = 50_000_000
  const company: Record<string, number> = {}
  const at = laterIds(FacilityId, "maple", "oak", "theirs")
  beforeAll(async () => {
    server = await startTestServer(
      home,
      Effect.gen(function* () {
        for (const [name, facts] of [
          ["acme", { roleOverrides: own }],
          ["other", {}],
          ["lapsed", { paidThrough: null }],
          ...Tier.ids.map((tier) => [planOf(tier), { tier }] as const)
        ] as const) {
          company[name] = (yield* makeCompany(name, facts)).companyID
        }
        at.maple = yield* makeFacility(CompanyId.make(company["acme"] ?? 0), "Maple St")
        at.oak = yield* makeFacility(CompanyId.make(company["acme"] ?? 0), "Oak Ave")
        at.theirs = yield* makeFacility(CompanyId.make(company["other"] ?? 0), "Theirs")
      })
    )
    owner = await server.enter("acme", Role.id.Owner)
  })
  afterAll(() => server.close())

  const sql: TestServer["sql"] = (use) => server.sql(use)
  const send = async (method: string, path: string, body?: unknown, token = owner): Promise<Answer> => {
    const { status, json } = await server.fetch(`/api${path}`, { method, token, body })
    return { status, ...(json as object) }
  }
  const serial = () => String((nextSerial += 1))
  const lock = async (
    status: LockStatusId,
    more: { unit?: string; facilityID?: FacilityId | null; companyID?: CompanyId; active?: boolean } = {}
  ) => {
    const serialCode = serial()
    const facts = {
      companyID: CompanyId.make(company["acme"] ?? 0),
      facilityID: at.maple,
      serial: serialCode,
      code: "1234",
      status,
      ...more
    }
    return { serialCode, lockID: await server.run(makeLock(facts)) }
  }
  /** A lock in the database. */
  const lockNow = async (lockID: LockId) => {
    const [row] = await sql(
      (sql) => sql<{ status: number; unit: string | null; version: number }>`
        SELECT status, unit, version FROM locks WHERE lock_id = ${lockID}`
    )
    return row
  }
  /** Sets the company's automations directly in the database. */
  const configured = (vacant: number, overlock: number, name = "acme") =>
    sql(
      (sql) => sql`UPDATE companies SET vacant_release_action = ${vacant}, overlock_release_action = ${overlock}
        WHERE company_id = ${company[name] ?? 0}`
    )
  const tell = (delivery: object, token = owner) => send("POST", "/locks/unlock-code-delivered", delivery, token)
  const logsOf = async (lockID: LockId) =>
    (await server.call(owner, (api) => api.locks.logs({ query: { lockID } }))).data.map(
      ({ logDescription }) => logDescription
    )
  const recordsOf = async (subject: string, token = owner) =>
    (await server.call(token, (api) => api.audit.list({ query: { subject } }))).data

  return {
    get server() {
      return server
    },
    get owner() {
      return owner
    },
    company,
    at,
    sql,
    send,
    lock,
    lockNow,
    configured,
    tell,
    logsOf,
    recordsOf
  }
}
