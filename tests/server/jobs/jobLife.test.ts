import { Effect } from "effect"
import { SqlClient } from "effect/sql"
import { describe, expect, it } from "vitest"
import { Role } from "#core/auth/roles.ts"
import { postgres, usualHomes } from "../../support/databases.ts"
import { useJobPlace } from "./jobPlace.ts"

/** Locks a table until the function it returns is called. */
const lockTable = async ({ server }: ReturnType<typeof useJobPlace>, table: string): Promise<() => Promise<void>> => {
  const [locked, release] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  const holding = server.run(
    Effect.flatMap(SqlClient.SqlClient, (sql) =>
      sql.withTransaction(
        Effect.gen(function* () {
          yield* sql`LOCK TABLE ${sql(table)} IN EXCLUSIVE MODE`
          locked.resolve()
          yield* Effect.promise(() => release.promise)
        })
      )
    )
  )
  await locked.promise
  return () => {
    release.resolve()
    return holding
  }
}

describe.each(usualHomes)("the life of a job, on $name", (home) => {
  const place = useJobPlace(home)
  const { at, company, sql, register, call, make, rowsOf, add, ended, run } = place

  it("is created once for the same rows: before it starts, while it is unfinished, and when it is done", async () => {
    const serials = await register(2)
    const body = { source: "box.csv", fingerprint: "the-same-file", facilityID: at.maple }
    const made = await Promise.all(Array.from({ length: 4 }, () => call("/jobs/activate", body)))
    const { jobID } = made[0]?.data ?? expect.unreachable()
    expect(made.map(({ data }) => data.jobID)).toEqual([jobID, jobID, jobID, jobID])
    await add(jobID, rowsOf(serials))
    // Sending a row again doesn't add it twice.
    expect((await add(jobID, rowsOf(serials))).data.total).toBe(2)
    await sql((sql) => sql`UPDATE jobs SET state = 'applying' WHERE number = ${jobID}`)
    expect(await call("/jobs/activate", body)).toMatchObject({
      status: 409,
      code: "JobUnfinished",
      data: { jobID, done: 0, total: 2 }
    })
    expect((await call("/jobs/activate", { ...body, resume: true })).data).toMatchObject({
      jobID,
      state: "applying",
      running: false
    })
    expect(
      (await call("/jobs/activate", { ...body, facilityID: at.oak }, await place.server.enter("acme", Role.id.Admin)))
        .data.jobID
    ).not.toBe(jobID)
    expect((await call(`/jobs/${jobID}/resume`)).status).toBe(200)
    expect(await ended(jobID)).toMatchObject({ state: "done", applied: 2 })
    expect((await call("/jobs/activate", { ...body, resume: true })).data).toMatchObject({ jobID, state: "done" })
    expect((await call("/jobs/activate", body)).data.jobID).not.toBe(jobID)
  })

  it("gets the next number, and dry runs and refusals use none", async () => {
    const { data: first } = await make("activate", { facilityID: at.maple })
    const body = { source: "box.csv", fingerprint: "tried-only", facilityID: at.maple }
    const tried = await call("/jobs/activate?dryRun=true", body)
    expect(tried).toMatchObject({ status: 200, data: { jobID: first.jobID + 1 } })
    expect(await make("activate", { facilityID: at.theirs })).toMatchObject({ status: 404 })
    const { data: second } = await make("activate", { facilityID: at.maple })
    expect(second.jobID).toBe(first.jobID + 1)
    // Concurrent jobs get different numbers.
    const several = await Promise.all(Array.from({ length: 4 }, () => make("activate", { facilityID: at.maple })))
    expect(several.map(({ data }) => data.jobID - second.jobID).sort()).toEqual([1, 2, 3, 4])
  })

  it("starts only with all rows that its creator said to send, which may be sent later", async () => {
    const rows = rowsOf(await register(3))
    const body = { source: "box.csv", fingerprint: "sent-in-part", expected: 3, facilityID: at.maple }
    const { jobID } = (await call("/jobs/activate", body)).data
    await add(jobID, rows.slice(0, 2))
    // A part can be checked, which changes nothing.
    expect((await call(`/jobs/${jobID}/plan`)).data).toMatchObject({ expected: 3, total: 2, planned: 2 })
    expect(await call(`/jobs/${jobID}/apply`)).toMatchObject({
      status: 409,
      code: "JobRowsMissing",
      error: `Job ${jobID} can't start: only 2 of 3 rows were sent.`
    })
    // The same list again is the same job.
    expect((await call("/jobs/activate", body)).data).toMatchObject({ jobID, total: 2 })
    await add(jobID, rows)
    expect((await call(`/jobs/${jobID}/apply`)).status).toBe(200)
    expect(await ended(jobID)).toMatchObject({ state: "done", applied: 3 })
  })

  it("refuses what its state does not allow", async () => {
    const { data: empty } = await make("activate", { facilityID: at.maple })
    expect(await call(`/jobs/${empty.jobID}/apply`)).toMatchObject({ status: 422, code: "JobRowsRefused" })
    expect(await call(`/jobs/${empty.jobID}/resume`)).toMatchObject({ status: 409, code: "JobStateRefused" })
    const canceled = await call(`/jobs/${empty.jobID}/cancel`)
    expect(canceled).toMatchObject({ status: 200, data: { state: "cancelled" } })
    expect(await call(`/jobs/${empty.jobID}/cancel`)).toEqual({ ...canceled, unchanged: true })
    for (const step of ["apply", "plan", "resume"]) {
      expect(await call(`/jobs/${empty.jobID}/${step}`)).toMatchObject({ status: 409, code: "JobStateRefused" })
    }
    expect(await add(empty.jobID, rowsOf(["10000000"]))).toMatchObject({ status: 409, code: "JobStateRefused" })
    const job = await run("activate", { facilityID: at.maple }, rowsOf(await register(1)))
    for (const step of ["apply", "plan", "resume", "cancel"]) {
      expect(await call(`/jobs/${job.jobID}/${step}`)).toMatchObject({
        status: 409,
        code: "JobStateRefused",
        data: { state: "done" }
      })
    }
    expect(await make("activate", { facilityID: at.theirs })).toMatchObject({ status: 404, code: "FacilityNotFound" })
    expect(await call("/jobs/activate", { source: "x", fingerprint: "short" })).toMatchObject({ status: 400 })
  })

  it("stops when it is canceled and when its session ends; another session resumes it", async () => {
    const serials = await register(600)
    const colleague = await place.server.enter("acme", Role.id.Admin)
    const { data: made } = await make("activate", { facilityID: at.maple }, colleague)
    await add(made.jobID, rowsOf(serials), colleague)
    // The session ends before the first batch.
    await sql((sql) => sql`UPDATE jobs SET state = 'applying' WHERE number = ${made.jobID}`)
    const leaver = await place.server.enter("acme", Role.id.Personnel)
    await call(`/jobs/${made.jobID}/resume`, undefined, leaver)
    await place.server.call(leaver, (api) => api.auth.logout())
    const stopped = await ended(made.jobID)
    expect(stopped.state === "done" || stopped.done % 500 === 0).toBe(true)
    if (stopped.state !== "done") expect((await call(`/jobs/${made.jobID}/resume`)).status).toBe(200)
    expect(await ended(made.jobID)).toMatchObject({ state: "done", done: 600, applied: 600 })

    const { data: second } = await make("set-status", { secondaryLockStatus: 1002 })
    // More than one batch; the extra serial codes are unknown and come last.
    const all = rowsOf([...serials, ...Array.from({ length: 5_400 }, place.serial)])
    for (let from = 0; from < all.length; from += 1_000) await add(second.jobID, all.slice(from, from + 1_000))
    await call(`/jobs/${second.jobID}/apply`)
    await call(`/jobs/${second.jobID}/cancel`)
    const cancelled = await ended(second.jobID)
    expect(cancelled.state).toBe("cancelled")
    const [lost] = await sql(
      (sql) => sql<{ n: number }>`
      SELECT count(*)::int AS n FROM locks WHERE serial = ANY(${serials}::text[]) AND status = 1002`
    )
    expect(lost?.n).toBe(cancelled.applied)
  })

  it("is continued if its lease is from before the clock was set back", async () => {
    const { data: made } = await make("activate", { facilityID: at.maple })
    await add(made.jobID, rowsOf(await register(2)))
    await sql(
      (sql) => sql`
        UPDATE jobs j SET state = 'applying', runner = 'gone', runs_until = now() + interval '1 day', session_id =
          (SELECT max(s.session_id) FROM sessions s WHERE s.user_id = j.user_id AND s.ended_at IS NULL)
        WHERE number = ${made.jobID}`
    )
    await expect.poll(async () => (await ended(made.jobID)).state, { timeout: 20_000 }).toBe("done")
  })

  it("follows current permissions: a job stops when its creator loses them, who gets a notice", async () => {
    const serials = await register(25)
    const { data: made } = await make("activate", { facilityID: at.maple })
    await add(made.jobID, rowsOf(serials))
    await sql(
      (sql) =>
        sql`UPDATE companies SET role_overrides = ${JSON.stringify({ "10": { "2": 1 } })}::text::jsonb WHERE company_id = ${company.acme}`
    )
    await call(`/jobs/${made.jobID}/apply`)
    const job = await ended(made.jobID, await place.server.enter("acme", Role.id.Admin))
    expect(["applying", "receiving"]).toContain(job.state)
    expect(job.done).toBe(0)
    const giveBack = () =>
      sql((sql) => sql`UPDATE companies SET role_overrides = '{}' WHERE company_id = ${company.acme}`)
    // It was started before they were lost, or else refused.
    if (job.state === "receiving") return void (await giveBack())
    const notices = async () => {
      const owner = await place.server.enter("acme", Role.id.Owner)
      return (await place.server.call(owner, (api) => api.notices.list({ query: {} }))).data
    }
    await expect.poll(notices, { timeout: 20_000, interval: 10 }).toContainEqual(
      expect.objectContaining({
        kind: "warning",
        message: expect.stringMatching(/ stopped at 0 of 25 rows\.$/),
        next:
          "Insufficient Permissions: this needs Write on Activate Locks. Ask an admin of your company for access. Then open the " +
          "job to resume it. Resuming won't repeat any rows.",
        path: `/jobs/${made.jobID}`
      })
    )
    // Not before the notice, which names what is missing when it is written.
    await giveBack()
  })
})

describe.each(usualHomes)("one's own job without the permission for it, on $name", (home) => {
  const place = useJobPlace(home)
  const { at, company, sql, register, call, make, rowsOf, add } = place

  it("is refused with the permission that it needs, and is not found by others without it", async () => {
    const first = await place.server.enter("acme", Role.id.Personnel)
    const { data: made } = await make("activate", { facilityID: at.maple }, first)
    await add(made.jobID, rowsOf(await register(2)), first)
    const overrides = { [Role.id.Personnel]: { "2": 1 }, [Role.id.Admin]: { "2": 1 } }
    await sql(
      (sql) =>
        sql`UPDATE companies SET role_overrides = ${JSON.stringify(overrides)}::text::jsonb WHERE company_id = ${company.acme}`
    )
    const own = await place.server.enter("acme", Role.id.Personnel)
    const answers = (token: string) =>
      Promise.all([
        ...["plan", "apply", "resume", "cancel", "undo"].map((step) =>
          call(`/jobs/${made.jobID}/${step}`, undefined, token)
        ),
        place.server.fetch(`/api/jobs/${made.jobID}`, { token }).then(({ json }) => json)
      ])
    for (const answer of await answers(own)) {
      expect(answer).toMatchObject({ code: "AccessDenied", data: { area: 2, level: 2 } })
    }
    for (const answer of await answers(await place.server.enter("acme", Role.id.Admin))) {
      expect(answer).toMatchObject({ code: "JobNotFound" })
    }
    await sql((sql) => sql`UPDATE companies SET role_overrides = '{}' WHERE company_id = ${company.acme}`)
    const [job] = await sql(
      (sql) => sql`SELECT state, done FROM jobs WHERE number = ${made.jobID} AND company_id = ${company.acme}`
    )
    expect(job).toEqual({ state: "receiving", done: 0 })
  })
})

// The embedded database has one connection, which the test would keep.
describe("a job whose run still tells everyone that its session ended", () => {
  const place = useJobPlace(postgres)
  const { sql, at, call, make, rowsOf, add, ended } = place

  it("is resumed", async () => {
    const { data: made } = await make("activate", { facilityID: at.maple })
    const all = rowsOf(Array.from({ length: 5_000 }, place.serial))
    for (let from = 0; from < all.length; from += 1_000) await add(made.jobID, all.slice(from, from + 1_000))
    await sql((sql) => sql`UPDATE jobs SET state = 'applying' WHERE number = ${made.jobID}`)
    const release = await lockTable(place, "notices")
    const leaver = await place.server.enter("acme", Role.id.Personnel)
    await call(`/jobs/${made.jobID}/resume`, undefined, leaver)
    await place.server.call(leaver, (api) => api.auth.logout())
    expect((await ended(made.jobID)).state).toBe("applying")
    expect((await call(`/jobs/${made.jobID}/resume`)).status).toBe(200)
    const { state, done } = await ended(made.jobID)
    await release()
    expect([state, done]).toEqual(["done", 5_000])
  })
})

describe("a job that loses its connection to the database", () => {
  const place = useJobPlace(postgres)
  const { sql, at, call, make, rowsOf, add } = place

  it("continues, and counts as running meanwhile", async () => {
    const { data: made } = await make("activate", { facilityID: at.maple })
    await add(made.jobID, rowsOf(Array.from({ length: 10 }, place.serial)))
    // Its first batch waits for this.
    const release = await lockTable(place, "job_rows")
    expect((await call(`/jobs/${made.jobID}/apply`)).status).toBe(200)
    const cut = () =>
      sql(
        (sql) => sql<{ pid: number }>`
        SELECT pg_terminate_backend(pid) FROM pg_stat_activity
        WHERE datname = current_database() AND wait_event_type = 'Lock' AND query LIKE '%UPDATE job_rows%'`
      )
    await expect.poll(async () => (await cut()).length).toBe(1)
    await release()
    const states: Array<string> = []
    const look = async () => {
      const { data } = await place.server.call(place.owner, (api) =>
        api.jobs.show({ params: { id: made.jobID }, query: {} })
      )
      states.push(data.state === "applying" && !data.running ? "stopped" : data.state)
      return data.state
    }
    await expect.poll(look, { timeout: 20_000, interval: 10 }).toBe("done")
    expect(new Set(states)).toEqual(new Set(["applying", "done"]))
  })
})
