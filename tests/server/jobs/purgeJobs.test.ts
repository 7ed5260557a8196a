import { Effect } from "effect"
import { describe, expect, it } from "vitest"
import type { JobId } from "#core/base/ids.ts"
import { usualHomes } from "../../support/databases.ts"
import { purgeJobs } from "#server/jobs/purgeJobs.ts"
import { useJobPlace } from "./jobPlace.ts"

const days = (count: number): number => count * 24 * 60 * 60 * 1000

describe.each(usualHomes)("old jobs, on $name", (home) => {
  const place = useJobPlace(home)

  /** Sets a job's last update to this many days ago. */
  const touched = (jobID: JobId, ago: number) =>
    place.sql((sql) => sql`UPDATE jobs SET updated_at = ${new Date(Date.now() - days(ago))} WHERE number = ${jobID}`)
  const left = async () =>
    (await place.sql((sql) => sql<{ number: number }>`SELECT number FROM jobs ORDER BY number`)).map(
      (row) => row.number
    )
  const rowsLeft = (jobID: JobId) =>
    place.sql((sql) =>
      Effect.map(sql`SELECT row FROM job_rows JOIN jobs USING (job_id) WHERE number = ${jobID}`, (rows) => rows.length)
    )

  it("are deleted with their rows after their retention period, and no others", async () => {
    const { call, make, add, rowsOf, register, at, server } = place
    const many = await register(1200)
    const dryRun = (await make("activate", { facilityID: at.maple })).data.jobID
    for (const from of [0, 1000])
      await add(
        dryRun,
        rowsOf(many.slice(from, from + 1000)).map((row, nth) => ({ ...row, row: from + nth + 2 }))
      )
    await call(`/jobs/${dryRun}/plan`)
    const fresh = (await make("activate", { facilityID: at.oak })).data.jobID
    const done = (await place.run("activate", { facilityID: at.maple }, rowsOf(await register(2)))).jobID
    const old = (await place.run("activate", { facilityID: at.maple }, rowsOf(await register(2)))).jobID
    const stopped = (await place.run("activate", { facilityID: at.maple }, rowsOf(await register(2)))).jobID
    await place.sql((sql) => sql`UPDATE jobs SET state = 'applying', runs_until = NULL WHERE number = ${stopped}`)
    await touched(dryRun, 8)
    await touched(fresh, 6)
    await touched(done, 179)
    await touched(old, 181)
    await touched(stopped, 400)
    const purged = await server.sql(() => purgeJobs)
    expect(purged).toBe(2)
    expect(await left()).toEqual([fresh, done, stopped])
    expect([await rowsLeft(dryRun), await rowsLeft(old), await rowsLeft(done), await rowsLeft(stopped)]).toEqual([
      0, 0, 2, 2
    ])
    expect(await server.run(purgeJobs)).toBe(0)
  })
})
