import { Effect, Redacted } from "effect"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { Role } from "#core/auth/roles.ts"
import type { JobId } from "#core/base/ids.ts"
import { homes, type TestDatabase } from "../../support/databases.ts"
import { startTestServer, type TestServer } from "../../support/testServer.ts"
import { useJobPlace } from "./jobPlace.ts"

const about = (id: JobId) => ({ params: { id }, query: {} })
const planOn = (server: TestServer, token: string, jobID: JobId) =>
  server.call(token, (api) => api.jobs.plan(about(jobID))).then(({ data }) => data)

describe.each(homes)("plans of one job at the same time, on $name", (home) => {
  const place = useJobPlace(home)
  const { sql, call, lock, run, rowsOf, serial, ended } = place

  const plan = (jobID: JobId) => planOn(place.server, place.owner, jobID)
  const apply = (jobID: JobId) => place.server.call(place.owner, (api) => api.jobs.apply(about(jobID)))
  const shown = (jobID: JobId) =>
    place.server.call(place.owner, (api) => api.jobs.show(about(jobID))).then(({ data }) => data)
  const rowOf = async (jobID: JobId, serialCode: string) =>
    (await place.fates(jobID)).find((row) => row.serialCode === serialCode)

  /** A job that sets the status of these locks to 1002, after so many serial codes that no lock has. */
  const job = async (serials: ReadonlyArray<string>, unknown: number) => {
    const { data: made } = await place.make("set-status", { secondaryLockStatus: 1002 })
    const rows = rowsOf([...serials, ...Array.from({ length: unknown }, serial)])
    const send = async () => {
      for (let from = 0; from < rows.length; from += 1_000) await place.add(made.jobID, rows.slice(from, from + 1_000))
    }
    await send()
    return { jobID: made.jobID, send }
  }
  /** Someone else's change of a lock that already was as a job wants it. */
  const changed = (serialCode: string) => run("set-status", { secondaryLockStatus: 1001 }, rowsOf([serialCode]))
  const leftAlone = { outcome: "refuse", problem: { code: "RowNotPlanned" } }

  it("give everyone the same exact counts", async () => {
    const serials = [await lock(1001), await lock(1001), await lock(1002)]
    const { jobID } = await job(serials, 3_497)
    const exact = { state: "receiving", total: 3_500, planned: 3_500, wouldApply: 2, wouldFail: 3_497 }
    for (const answer of await Promise.all([plan(jobID), plan(jobID), plan(jobID), plan(jobID)]))
      expect(answer).toMatchObject(exact)
    expect(await shown(jobID)).toMatchObject(exact)
  })

  it("leave what the preview left unchanged alone when it changed since", async () => {
    const asAsked = await lock(1002)
    const { jobID } = await job([asAsked], 2_000)
    await Promise.all([plan(jobID), plan(jobID), plan(jobID)])
    await changed(asAsked)
    await apply(jobID)
    expect(await ended(jobID)).toMatchObject({ state: "done", applied: 0, failed: 2_001 })
    expect(await rowOf(jobID, asAsked)).toMatchObject(leftAlone)
  })

  it("stop when the job starts, and its rows follow the preview that was shown", async () => {
    const asAsked = await lock(1002)
    const { jobID } = await job([asAsked], 5_000)
    expect(await plan(jobID)).toMatchObject({ planned: 5_001, wouldApply: 0 })
    await changed(asAsked)
    const [again] = await Promise.all([
      place.server.refused(place.owner, (api) => api.jobs.plan(about(jobID))),
      apply(jobID)
    ])
    expect(again).toMatchObject({ _tag: "JobStateRefused" })
    expect(await ended(jobID)).toMatchObject({ planned: 5_001, wouldApply: 0, applied: 0, failed: 5_001 })
    expect(await rowOf(jobID, asAsked)).toMatchObject({ plan: "nothing", ...leftAlone })
  })

  it("count nothing before they are complete", async () => {
    const other = await lock(1001)
    const { jobID } = await job([other], 5_000)
    await Promise.all([place.server.refused(place.owner, (api) => api.jobs.plan(about(jobID))), apply(jobID)])
    expect(await ended(jobID)).toMatchObject({ planned: 0, wouldApply: 0, wouldFail: 0, applied: 1, failed: 5_000 })
  })

  it("include rows that are added meanwhile, and are not undone by rows that are sent again", async () => {
    const asAsked = await lock(1002)
    const { jobID, send } = await job([asAsked], 3_000)
    const added = { row: 5_000, serialCode: await lock(1001) }
    const [planned] = await Promise.all([plan(jobID), place.add(jobID, [added])])
    // The row came during the plan, or right after it.
    expect(planned.planned).toBe(planned.total)
    expect(await plan(jobID)).toMatchObject({ total: 3_002, planned: 3_002, wouldApply: 1 })
    await changed(asAsked)
    await send()
    expect(await shown(jobID)).toMatchObject({ total: 3_002, planned: 3_002, wouldApply: 1 })
    await apply(jobID)
    await ended(jobID)
    expect(await rowOf(jobID, asAsked)).toMatchObject(leftAlone)
  })

  it("of an undo count the same, also if it is asked for again", async () => {
    const serials = await Promise.all(Array.from({ length: 30 }, () => lock(1001)))
    const { jobID } = await run("set-status", { secondaryLockStatus: 1002 }, rowsOf(serials))
    const undo = async () => {
      const { data } = await place.server.call(place.owner, (api) => api.jobs.undo(about(jobID)))
      return plan(data.jobID)
    }
    const exact = { total: 30, planned: 30, wouldApply: 30, wouldFail: 0 }
    const answers = await Promise.all([undo(), undo(), undo()])
    expect(new Set(answers.map((each) => each.jobID)).size).toBe(1)
    for (const answer of answers) expect(answer).toMatchObject(exact)
    const { data: again } = await place.server.call(place.owner, (api) => api.jobs.undo(about(jobID)))
    expect(again).toMatchObject(exact)
    // A dry run plans too, and disturbs no one.
    const tried = call(`/jobs/${jobID}/undo?dryRun=true`)
    expect(await plan(again.jobID)).toMatchObject(exact)
    expect((await tried).data).toMatchObject(exact)
  })

  it("take over from a server that is gone, which changes nothing more", async () => {
    const asAsked = await lock(1002)
    const { jobID } = await job([asAsked], 1_500)
    const gone = (seconds: number) =>
      sql(
        (sql) => sql`
          UPDATE jobs SET planner = 'gone', plans_until = now() + ${seconds} * interval '1 second' WHERE number = ${jobID}`
      )
    await gone(0)
    expect(await plan(jobID)).toMatchObject({ planned: 1_501, wouldFail: 1_500 })
    // One that is running is waited for, until its lease ends.
    await gone(600)
    const waiting = plan(jobID)
    await gone(0)
    expect(await waiting).toMatchObject({ planned: 1_501, wouldFail: 1_500 })
    // A lease that ends later than any is from before the clock was set back.
    await gone(86_400)
    expect(await plan(jobID)).toMatchObject({ planned: 1_501, wouldFail: 1_500 })
  })
})

describe("plans of one job on two servers", () => {
  const postgres = homes.find(({ name }) => name === "postgres") ?? expect.unreachable()
  let database: TestDatabase
  let other: TestServer
  const open = async () => {
    database ??= await postgres.open()
    return { config: database.config, dispose: async () => undefined }
  }
  // Runs last.
  afterAll(() => database.dispose())
  const options = { masterKey: Redacted.make("ab".repeat(32)) }
  const place = useJobPlace({ ...postgres, open }, options)
  beforeAll(async () => {
    other = await startTestServer({ open }, Effect.void, { ...options, newWitness: true })
  })
  afterAll(async () => {
    await other.close()
  })

  it("give everyone the same exact counts, and leave what changed since alone", async () => {
    const token = await other.enter("acme", Role.id.Owner)
    const asAsked = await place.lock(1002)
    const rows = place.rowsOf([asAsked, await place.lock(1001), ...Array.from({ length: 4_000 }, place.serial)])
    const { data: made } = await place.make("set-status", { secondaryLockStatus: 1002 })
    for (let from = 0; from < rows.length; from += 1_000) await place.add(made.jobID, rows.slice(from, from + 1_000))
    const answers = await Promise.all([
      planOn(place.server, place.owner, made.jobID),
      planOn(other, token, made.jobID),
      planOn(place.server, place.owner, made.jobID),
      planOn(other, token, made.jobID)
    ])
    for (const answer of answers) {
      expect(answer).toMatchObject({ total: 4_002, planned: 4_002, wouldApply: 1, wouldFail: 4_000 })
    }
    await place.run("set-status", { secondaryLockStatus: 1001 }, place.rowsOf([asAsked]))
    await other.call(token, (api) => api.jobs.apply(about(made.jobID)))
    expect(await place.ended(made.jobID)).toMatchObject({ applied: 1, failed: 4_001 })
  })
})
