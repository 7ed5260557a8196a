import { Effect } from "effect"
import { SqlClient } from "effect/sql"
import { describe, expect, it } from "vitest"
import { Role } from "#core/auth/roles.ts"
import { CompanyId } from "#core/base/ids.ts"
import { Database } from "#server/db/Database.ts"
import { runMigrations } from "#server/db/migrations.ts"
import { migrationList } from "#server/db/migrationList.ts"
import { usualHomes } from "../../support/databases.ts"
import { useJobPlace } from "./jobPlace.ts"

describe.each(usualHomes)("job numbers, on $name", (home) => {
  const place = useJobPlace(home)
  const { at, company, make, register, rowsOf, run, call, sql } = place

  it("are 1, 2, 3 in each company, whatever others do, and name the company's own job", async () => {
    const other = await place.server.enter("other", Role.id.Owner)
    const ours = [await make("activate", { facilityID: at.maple }), await make("activate", { facilityID: at.oak })]
    const theirs = await make("activate", { facilityID: at.theirs }, other)
    ours.push(await make("set-unit", {}))
    expect(ours.map(({ data }) => data.jobID)).toEqual([1, 2, 3])
    expect(theirs.data.jobID).toBe(1)
    const shown = (id: number, token: string) => place.server.fetch(`/api/jobs/${id}`, { token })
    expect((await shown(1, place.owner)).json).toMatchObject({ data: { facilityName: "Maple St" } })
    expect((await shown(1, other)).json).toMatchObject({ data: { facilityName: "Theirs" } })
    expect((await shown(2, other)).status).toBe(404)
    const listed = await place.server.call(other, (api) => api.jobs.list({ query: {} }))
    expect([listed.totalCount, listed.data.map(({ jobID }) => jobID)]).toEqual([1, [1]])
  })

  it("address only jobs of the company being acted for", async () => {
    const other = await place.server.enter("other", Role.id.Owner)
    const serials = await register(2)
    const job = await run("activate", { facilityID: at.maple }, rowsOf(serials))
    const { data: same } = await make("activate", { facilityID: at.theirs }, other)
    const number = same.jobID
    expect(number).toBeLessThan(job.jobID)
    for (const step of ["rows", "plan", "apply", "resume", "cancel", "undo"]) {
      const answer = await call(
        `/jobs/${job.jobID}/${step}`,
        step === "rows" ? { rows: rowsOf(["1"]) } : undefined,
        other
      )
      expect([step, answer.code]).toEqual([step, "JobNotFound"])
    }
    expect((await call(`/jobs/${number}/cancel`, undefined, other)).data).toMatchObject({
      jobID: number,
      state: "cancelled"
    })
    const own = await place.server.call(place.owner, (api) => api.jobs.show({ params: { id: number }, query: {} }))
    expect(own.data).toMatchObject({ jobID: number, state: "receiving" })
    // A site-level user sees the job of the company they name.
    const site = await place.server.enter("acme", Role.id.SuperAdmin)
    const acting = async (companyID: CompanyId) =>
      (await place.server.fetch(`/api/jobs/${number}?companyID=${companyID}`, { token: site })).json
    expect(await acting(company.other)).toMatchObject({ data: { jobID: number, state: "cancelled" } })
    expect(await acting(company.acme)).toMatchObject({ data: { jobID: number, state: "receiving" } })
  })

  it("name the job in audit records and in the job that undoes it", async () => {
    const job = await run("activate", { facilityID: at.maple }, rowsOf(await register(2)))
    const records = await sql(
      (sql) => sql<{ n: number }>`
        SELECT count(*)::int AS n FROM audit_records
        WHERE company_id = ${company.acme} AND payload ~ ${`"jobID":${job.jobID}[,}]`}`
    )
    expect(records).toEqual([{ n: 2 }])
    const [serial = ""] = await register(1)
    await run("activate", { facilityID: at.maple }, rowsOf([serial]))
    const changed = await run("set-color", { color: -256 }, rowsOf([serial]))
    const { data: undo } = await call(`/jobs/${changed.jobID}/undo`)
    expect(undo).toMatchObject({ kind: "undo", undoes: changed.jobID, total: 1, jobID: changed.jobID + 1 })
  })

  it("are not used by refused requests, and are unique for concurrent jobs", async () => {
    const { data: before } = await make("set-unit", {})
    expect((await make("activate", { facilityID: at.theirs })).code).toBe("FacilityNotFound")
    const made = await Promise.all(Array.from({ length: 8 }, () => make("set-unit", {})))
    expect(made.map(({ data }) => data.jobID).toSorted((a, b) => a - b)).toEqual(
      Array.from({ length: 8 }, (_, nth) => before.jobID + 1 + nth)
    )
  })

  it("keep their values for older jobs, and continue after a company's highest one", async () => {
    const opened = await home.open("empty")
    const before = Object.fromEntries(Object.entries(migrationList).filter(([name]) => name < "0055"))
    await Effect.runPromise(
      Effect.gen(function* () {
        const sql = yield* SqlClient.SqlClient
        yield* runMigrations(before)
        for (const name of ["one", "two", "three"]) {
          yield* sql`
            WITH made AS (INSERT INTO companies (name, data_key, created_at) VALUES (${name}, '', now()) RETURNING company_id)
            INSERT INTO users (company_id, email, first_name, last_name, role_id, created_at)
            SELECT company_id, ${name}, ${name}, ${name}, 1, now() FROM made`
        }
        const job = (companyID: CompanyId) => sql`
          INSERT INTO jobs (company_id, user_id, kind, source, fingerprint, columns, state, created_at, updated_at)
          SELECT ${companyID}, user_id, 'setUnit', 'box', 'a', '{}', 'done', now(), now() FROM users
          WHERE company_id = ${companyID} LIMIT 1`
        // Company one has jobs 1 and 3. Company two has 2 and 4, of which 4 was purged and is only in the audit log. Company
        // three has none.
        for (const companyID of [1, 2, 1, 2]) yield* job(CompanyId.make(companyID))
        yield* sql`SELECT audit_seq::text FROM append_audit(2, now(), NULL, 'locks.update', 'lock:1', '{"from":1,"jobID":4,"to":2}', sha256('pad'))`
        yield* sql`DELETE FROM jobs WHERE job_id = 4`
        yield* runMigrations(migrationList)
        const kept = yield* sql<{ of: number; number: number }>`
          SELECT company_id AS of, number FROM jobs ORDER BY job_id`
        expect(kept.map(({ of, number }) => [of, number])).toEqual([
          [1, 1],
          [2, 2],
          [1, 3]
        ])
        const next = (companyID: CompanyId) =>
          Effect.map(sql<{ n: number }>`SELECT next_job_number(${companyID}) AS n`, ([row]) => row?.n)
        expect([
          yield* next(CompanyId.make(1)),
          yield* next(CompanyId.make(1)),
          yield* next(CompanyId.make(2)),
          yield* next(CompanyId.make(3))
        ]).toEqual([4, 5, 5, 1])
        const [made] = yield* sql<{ id: number }>`
          INSERT INTO jobs (number, company_id, user_id, kind, source, fingerprint, columns, state, created_at, updated_at)
          SELECT 9, company_id, user_id, 'setUnit', 'box', 'a', '{}', 'done', now(), now() FROM users LIMIT 1
          RETURNING job_id AS id`
        expect(made?.id).toBe(5)
      }).pipe(Effect.provide(Database.layer(opened.config)))
    ).finally(() => opened.dispose())
  })
})
