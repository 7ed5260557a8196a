import { Effect } from "effect"
import { afterAll, beforeAll } from "vitest"
import { Role, type RoleId } from "#core/auth/roles.ts"
import { type CompanyId, FacilityId, type UserId } from "#core/base/ids.ts"
import { Tier } from "#core/companies/tiers.ts"
import type { ServeOptions } from "#server/main.ts"
import type { TestHome } from "../../support/databases.ts"
import { laterIds, makeCompany, makeFacility, makeLock, userIn } from "../../support/fixture.ts"
import { movableClock, startTestServer, type TestServer } from "../../support/testServer.ts"

/** A response's possible fields. */
export interface Answer {
  readonly status: number
  readonly code?: string
  readonly data?: unknown
  readonly text: string
}

/** A key as returned to its creator. */
export interface MadeKey {
  readonly id: number
  readonly key: string
  readonly secret: string
}

/** Companies with locks, a clock the test controls, and API keys. */
export const useKeyPlace = (home: TestHome, options: Partial<ServeOptions> = {}) => {
  let server: TestServer
  let owner = ""
  const clock = movableClock()
  const at = laterIds(FacilityId, "maple", "oak", "theirs")
  const company: Record<string, number> = {}
  let users = new Map<RoleId, UserId>()
  beforeAll(async () => {
    server = await startTestServer(
      home,
      Effect.gen(function* () {
        // Codes are not hidden from people here, but are from keys.
        const acme = yield* makeCompany("acme", { hideLockCodes: false, roleOverrides: { "4": { "13": 1 } } })
        users = acme.users
        const other = yield* makeCompany("other")
        yield* makeCompany("basic", { tier: Tier.id.Basic })
        yield* makeCompany("none", { tier: -1 })
        company["acme"] = acme.companyID
        company["other"] = other.companyID
        at.maple = yield* makeFacility(acme.companyID, "Maple St")
        at.oak = yield* makeFacility(acme.companyID, "Oak Ave")
        at.theirs = yield* makeFacility(other.companyID, "Theirs")
        const lock = (serial: string, companyID: CompanyId, facilityID: FacilityId) =>
          makeLock({ companyID, facilityID, serial, code: "9142", status: 1001 })
        yield* lock("10000001", acme.companyID, at.maple)
        yield* lock("10000002", acme.companyID, at.oak)
        yield* lock("20000001", other.companyID, at.theirs)
      }),
      { ...options, clock }
    )
    owner = await server.enter("acme", Role.id.Owner, { client: "terminal" })
  })
  afterAll(() => server.close())

  const send = async (method: string, path: string, body?: unknown, token = owner): Promise<Answer> => {
    const { status, json, text } = await server.fetch(`/api${path}`, {
      method,
      token: token.startsWith("ldk_") ? `Bearer ${token}` : token,
      body
    })
    return { status, text, ...(json as object) }
  }
  let formsMade = 0
  const form = (facts: object = {}) => ({
    id: 0,
    key: "",
    secret: "",
    name: `Gate sync ${++formsMade}`,
    facilityIds: [],
    allFacilities: true,
    isActive: true,
    ...facts
  })
  const make = async (facts: object = {}, token = owner): Promise<MadeKey> => {
    const made = await send("POST", "/companies/add-api-key", form(facts), token)
    if (made.status !== 200) throw new Error(made.text)
    return made.data as MadeKey
  }
  const list = async (token = owner) =>
    (await send("GET", "/companies/api-keys", undefined, token)).data as ReadonlyArray<Record<string, unknown>>
  /** The serial codes a secret can see, or its error code. */
  const seen = async (secret: string) => {
    const found = await send("GET", "/locks/search", undefined, secret)
    return found.status === 200
      ? (found.data as ReadonlyArray<{ serialCode: string }>).map(({ serialCode }) => serialCode).toSorted()
      : found.code
  }
  const recordsOf = async (subject: string) =>
    (await server.call(owner, (api) => api.audit.list({ query: { subject } }))).data
  const sql: TestServer["sql"] = (use) => server.sql(use)

  return {
    get server() {
      return server
    },
    get owner() {
      return owner
    },
    userOf: (role: RoleId) => userIn(users, role),
    clock,
    at,
    company,
    send,
    form,
    make,
    list,
    seen,
    recordsOf,
    sql
  }
}
