import { setTimeout as pause } from "node:timers/promises"
import { Effect } from "effect"
import { afterAll, beforeAll, expect } from "vitest"
import { Role } from "#core/auth/roles.ts"
import { CompanyId, FacilityId, type JobId } from "#core/base/ids.ts"
import type { Job, JobRowInput } from "#core/jobs/Job.ts"
import type { LockStatusId } from "#core/locks/lockStatuses.ts"
import type { ServeOptions } from "#server/main.ts"
import type { TestHome } from "../../support/databases.ts"
import { laterIds, makeCompany, makeFacility, makeLock, makeRegistered } from "../../support/fixture.ts"
import { startTestServer, type TestServer } from "../../support/testServer.ts"

type Kind = "activate" | "assign" | "set-status" | "set-unit" | "set-color" | "transfer"

/** Milliseconds between two looks at a job: without it, looking would take more of the processor than the job. */
export const betweenLooks = 10

/**
 * A server with the companies acme, other and tight (3 locks per facility), their facilities, and the job calls. Opened before
 * the tests of a file and closed after them.
 */
export const useJobPlace = (home: TestHome, options: Partial<ServeOptions> = {}) => {
  let server: TestServer
  let owner = ""
  let nextSerial = 40_000_000
  let nextJob = 0
  const at = laterIds(FacilityId, "maple", "oak", "small", "theirs")
  const company = laterIds(CompanyId, "acme", "other", "tight")
  beforeAll(async () => {
    server = await startTestServer(
      home,
      Effect.gen(function* () {
        company.acme = (yield* makeCompany("acme")).companyID
        company.other = (yield* makeCompany("other")).companyID
        company.tight = (yield* makeCompany("tight", { maxLocks: 3 })).companyID
        at.maple = yield* makeFacility(company.acme, "Maple St")
        at.oak = yield* makeFacility(company.acme, "Oak Ave")
        at.small = yield* makeFacility(company.tight, "Small St")
        at.theirs = yield* makeFacility(company.other, "Theirs")
      }),
      options
    )
    owner = await server.enter("acme", Role.id.Owner)
  })
  afterAll(() => server.close())

  const serial = () => String((nextSerial += 1))
  const sql: TestServer["sql"] = (use) => server.sql(use)
  const register = async (count: number) => {
    const made = Array.from({ length: count }, serial)
    await server.run(Effect.forEach(made, (each) => makeRegistered(each, "0042")))
    return made
  }
  const lock = async (
    status: LockStatusId,
    more: { unit?: string; facilityID?: FacilityId | null; companyID?: CompanyId } = {}
  ) => {
    const made = serial()
    await server.run(
      makeLock({ companyID: company.acme, facilityID: at.maple, serial: made, code: "1234", status, ...more })
    )
    return made
  }
  const call = async (path: string, body?: unknown, token = owner) => {
    const answer = await server.fetch(`/api${path}`, { method: "POST", token, body })
    const json = answer.json as { code?: string; error?: string; data?: Job & Record<string, unknown> }
    return { status: answer.status, ...json, data: json.data as Job & Record<string, unknown> }
  }
  const make = (kind: Kind, more: Record<string, unknown>, token = owner) =>
    call(`/jobs/${kind}`, { source: "box.csv", fingerprint: `fingerprint-${(nextJob += 1)}`, ...more }, token)
  const rowsOf = (serials: ReadonlyArray<string>): ReadonlyArray<JobRowInput> =>
    serials.map((serialCode, nth) => ({ row: nth + 2, serialCode, cells: [serialCode] }))
  const add = (jobID: JobId, rows: ReadonlyArray<JobRowInput>, token = owner) =>
    call(`/jobs/${jobID}/rows`, { rows }, token)
  const ended = async (jobID: JobId, token = owner): Promise<Job> => {
    for (;;) {
      const { data } = await server.call(token, (api) => api.jobs.show({ params: { id: jobID }, query: {} }))
      if (!data.running) return data
      await pause(betweenLooks)
    }
  }
  const run = async (kind: Kind, more: Record<string, unknown>, rows: ReadonlyArray<JobRowInput>, token = owner) => {
    const { data: job } = await make(kind, more, token)
    for (let from = 0; from < rows.length; from += 1_000) await add(job.jobID, rows.slice(from, from + 1_000), token)
    expect((await call(`/jobs/${job.jobID}/apply`, undefined, token)).status).toBe(200)
    return ended(job.jobID, token)
  }
  const fates = async (jobID: JobId, token = owner) =>
    (await server.call(token, (api) => api.jobs.rows({ params: { id: jobID }, query: {} }))).data

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
    sql,
    register,
    lock,
    call,
    make,
    rowsOf,
    add,
    ended,
    run,
    fates
  }
}
