import { Effect } from "effect"
import { SqlClient } from "effect/sql"
import { afterAll, beforeAll } from "vitest"
import { Role } from "#core/auth/roles.ts"
import { CompanyId, FacilityId, type LockId } from "#core/base/ids.ts"
import type { LockStatusId } from "#core/locks/lockStatuses.ts"
import type { TestHome } from "../../support/databases.ts"
import { laterIds, makeCompany, makeFacility, makeLock } from "../../support/fixture.ts"
import { startTestServer, type TestServer } from "../../support/testServer.ts"

export interface Body {
  readonly success?: boolean
  readonly message?: string
  readonly code?: string
  readonly error?: string
  readonly unchanged?: boolean
  readonly data?: Record<string, unknown>
}

/**
 * A server with the companies acme and other, their facilities, and the calls that change locks. Opened before the tests of a
 * file and closed after them.
 */
export const useLockPlace = (home: TestHome) => {
  let server: TestServer
  let owner = ""
  let nextSerial = 30_000_000
  const at = laterIds(FacilityId, "maple", "oak", "closed", "full", "theirs")
  const company = laterIds(CompanyId, "acme", "other")
  beforeAll(async () => {
    server = await startTestServer(
      home,
      Effect.gen(function* () {
        const sql = yield* SqlClient.SqlClient
        const acme = yield* makeCompany("acme", { maxLocks: 40 })
        const other = yield* makeCompany("other")
        company.acme = acme.companyID
        company.other = other.companyID
        at.maple = yield* makeFacility(acme.companyID, "Maple St")
        at.oak = yield* makeFacility(acme.companyID, "Oak Ave")
        at.closed = yield* makeFacility(acme.companyID, "Closed")
        at.full = yield* makeFacility(acme.companyID, "Full St")
        at.theirs = yield* makeFacility(other.companyID, "Theirs")
        yield* sql`UPDATE facilities SET is_active = false WHERE facility_id = ${at.closed}`
        yield* Effect.forEach(Array.from({ length: 40 }), () =>
          makeLock({ companyID: acme.companyID, facilityID: at.full, serial: serial(), code: "1234", status: 1001 })
        )
      })
    )
    owner = await server.enter("acme", Role.id.Owner)
  })
  afterAll(() => server.close())

  const serial = () => String((nextSerial += 1))
  const lock = async (
    status: LockStatusId,
    more: { unit?: string; facilityID?: FacilityId | null; companyID?: CompanyId; active?: boolean } = {}
  ) => {
    const made = serial()
    const facts = { companyID: company.acme, facilityID: at.maple, serial: made, code: "1234", status, ...more }
    return { serial: made, lockID: await server.run(makeLock(facts)) }
  }
  const send = async (path: string, body: unknown, token = owner, method = "PUT") => {
    const answer = await server.fetch(`/api/locks/${path}`, { method, token, body })
    return { status: answer.status, ...(answer.json as Body) }
  }
  const update = (body: unknown, token = owner) => send("update-lock", body, token)
  const transfer = (lockID: LockId, facilityID: FacilityId, token = owner) =>
    send("transfer-lock", { lockID, facilityID }, token)
  const undo = (auditSeq: unknown, token = owner) => send("undo", { auditSeq }, token, "POST")
  const undoLast = (lockID: LockId, token = owner) => send("undo", { lockID }, token, "POST")
  const show = async (lockID: LockId) =>
    (await server.call(owner, (api) => api.locks.show({ params: { id: lockID }, query: {} }))).data
  const logsOf = async (lockID: LockId) =>
    (await server.call(owner, (api) => api.locks.logs({ query: { lockID } }))).data.map(
      ({ logDescription }) => logDescription
    )
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
    at,
    company,
    serial,
    lock,
    update,
    transfer,
    undo,
    undoLast,
    show,
    logsOf,
    recordsOf,
    sql
  }
}
