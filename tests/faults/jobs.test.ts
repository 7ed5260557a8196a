import { copyFileSync, mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { setTimeout as pause } from "node:timers/promises"
import { Effect } from "effect"
import { SqlClient } from "effect/sql"
import { expect, it, onTestFinished } from "vitest"
import { CompanyId } from "#core/base/ids.ts"
import { jobChunk, type Job } from "#core/jobs/Job.ts"
import { leaseMillis } from "#server/jobs/jobRun.ts"
import { fewTrials, homes, postgres, trials, usualHomes } from "../support/databases.ts"
import { expectRecords } from "./expectRecords.ts"
import { type Answer, type Client, connectClient, dataOf, signIn, type Worker } from "./load.ts"
import { randomFrom, seed } from "../support/random.ts"
import { readRecords } from "./records.ts"
import { startProcess } from "./serverProcess.ts"
import { onStorage, openStorage, stock, workers } from "./storage.ts"

/** A job's rows, and the number of kills. At full length, jobs of 20,000 rows are killed until all kills are used. */
const rows = trials > fewTrials ? 20_000 : 4_500
const killsOn = { embedded: trials, postgres: Math.ceil(trials / 3) }

/** The most kills per job; after these, the rest runs undisturbed. */
const killsOfAJob = 12

const jobOf = (answer: Answer): Job => {
  expect(answer).toMatchObject({ status: 200 })
  return dataOf<Job>(answer)
}

/** Creates or finds the job for these rows and sends the missing ones, as a client does after a kill. */
const send = async (client: Client, { token }: Worker, serials: ReadonlyArray<string>, facilityID: number) => {
  const job = await client.call("/api/jobs/activate", token, {
    source: "box.csv",
    fingerprint: `serials-${serials[0] ?? ""}`,
    facilityID,
    resume: true
  })
  if (job === null) return null
  const { jobID, state } = jobOf(job)
  if (state !== "receiving") return jobID
  for (let from = 0; from < serials.length; from += jobChunk) {
    const some = serials.slice(from, from + jobChunk)
    const sent = await client.call(`/api/jobs/${jobID}/rows`, token, {
      rows: some.map((serialCode, nth) => ({ row: from + nth + 1, serialCode }))
    })
    if (sent === null) return null
  }
  return jobID
}

/** Starts or resumes the job. Null if the server was killed meanwhile. */
const goOn = async (client: Client, { token }: Pick<Worker, "token">, jobID: number): Promise<Job | null> => {
  const shown = await client.call(`/api/jobs/${jobID}`, token)
  if (shown === null) return null
  const { state } = jobOf(shown)
  if (state === "done") return jobOf(shown)
  const started = await client.call(`/api/jobs/${jobID}/${state === "receiving" ? "apply" : "resume"}`, token, {})
  if (started === null) return null
  // A restarted server takes the job over automatically, and may have finished it in between.
  return started.status === 409 ? goOn(client, { token }, jobID) : jobOf(started)
}

/** Between two looks at a job: without it, looking would take more of the processor than the job. */
const betweenLooks = 10

/** Polls the job until it is done or the server is gone. */
const watch = async (client: Client, { token }: Worker, jobID: number): Promise<Job | null> => {
  for (;;) {
    const shown = await client.call(`/api/jobs/${jobID}`, token)
    if (shown === null) return null
    const job = jobOf(shown)
    if (job.state === "done") return job
    expect(job.running, "a job that nobody runs").toBe(true)
    await pause(betweenLooks)
  }
}

it("embedded: a job continues after a restart, although the lease of the killed server has not ended", async () => {
  const storage = await openStorage(homes.find(({ name }) => name === "embedded")!)
  onTestFinished(() => storage.dispose())
  const { facilityIDs, serials } = await onStorage(storage.options, stock(rows))
  const first = await startProcess(storage.options)
  const before = connectClient(first.address)
  const worker = await signIn(before, workers[0])
  const jobID = (await send(before, worker, serials, facilityIDs[0] ?? 0)) ?? 0
  expect(await goOn(before, worker, jobID)).toMatchObject({ state: "applying" })
  await first.end("SIGKILL")
  await before.close()
  const leased = Effect.flatMap(
    SqlClient.SqlClient,
    (sql) => sql`
      UPDATE jobs SET runner = 'killed', runs_until = now() + interval '1 day' WHERE state = 'applying' RETURNING job_id`
  )
  expect(await onStorage(storage.options, leased)).toHaveLength(1)
  const second = await startProcess(storage.options)
  const client = connectClient(second.address)
  await expect
    .poll(async () => jobOf((await client.call(`/api/jobs/${jobID}`, worker.token))!).state, { interval: 50 })
    .toBe("done")
  await second.end("SIGTERM")
  await client.close()
})

it("postgres: a job of a killed server is shown as stopped before its lease ends, and another server can resume it", async () => {
  const storage = await openStorage(postgres)
  const data = mkdtempSync(join(tmpdir(), "lockdesk-server-"))
  onTestFinished(async () => {
    await storage.dispose()
    rmSync(data, { recursive: true, force: true })
  })
  const { facilityIDs, serials } = await onStorage(storage.options, stock(rows))
  const first = await startProcess(storage.options)
  copyFileSync(join(storage.options.data, "master.key"), join(data, "master.key"))
  const second = await startProcess({ ...storage.options, data })
  const before = connectClient(first.address)
  const client = connectClient(second.address)
  const worker = await signIn(before, workers[0])
  const jobID = (await send(before, worker, serials, facilityIDs[0] ?? 0)) ?? 0
  const shown = async () => jobOf((await client.call(`/api/jobs/${jobID}`, worker.token))!)
  expect(await goOn(before, worker, jobID)).toMatchObject({ state: "applying" })
  expect(await shown()).toMatchObject({ running: true })
  await first.end("SIGKILL")
  await before.close()
  await expect
    .poll(shown, { interval: 100, timeout: leaseMillis / 2 })
    .toMatchObject({ state: "applying", running: false })
  expect(await goOn(client, worker, jobID)).toMatchObject({ running: true })
  expect(await watch(client, worker, jobID)).toMatchObject({ state: "done", applied: rows, failed: 0 })
  await second.end("SIGTERM")
  await client.close()
})

it.each(homes)(
  `$name: a job whose server is killed at any moment does each row exactly once (seed ${seed})`,
  async (home) => {
    const random = randomFrom(seed)
    const kills = killsOn[home.name]
    const jobs = Math.ceil(kills / killsOfAJob)
    const storage = await openStorage(home)
    onTestFinished(() => storage.dispose())
    const { companyID, facilityIDs, serials } = await onStorage(storage.options, stock(jobs * rows))
    const [facilityID = 0] = facilityIDs
    let worker: Worker | undefined
    let left = kills

    for (let nth = 0; nth < jobs; nth++) {
      const own = serials.slice(nth * rows, (nth + 1) * rows)
      let done: Job | null = null
      for (let round = 0; done === null; round++) {
        const server = await startProcess(storage.options)
        const client = connectClient(server.address)
        worker ??= await signIn(client, workers[0])
        const kill = left > 0 && round < killsOfAJob
        // Every third kill comes at any time after sending starts, the others while rows are processed.
        const early = random(3) === 0
        let timer: NodeJS.Timeout | undefined
        const killWithin = (millis: number) => {
          timer = setTimeout(() => void server.end("SIGKILL"), random(millis))
        }
        if (kill) left -= 1
        if (kill && early) killWithin(400)
        const jobID = await send(client, worker, own, facilityID)
        const started = jobID === null ? null : await goOn(client, worker, jobID)
        if (kill && !early && started !== null) killWithin(trials > fewTrials ? 600 : 150)
        done = started === null ? null : await watch(client, worker, started.jobID)
        clearTimeout(timer)
        await server.end("SIGKILL")
        expect(server.logged()).not.toContain("A request failed")
        await client.close()
      }
      expect(done).toMatchObject({ state: "done", total: rows, done: rows, applied: rows, failed: 0 })
    }

    const records = await onStorage(storage.options, readRecords(CompanyId.make(companyID)))
    // As after a clean run: every lock exists at its facility, with one log line and one record.
    expectRecords(records, [])
    expect(records.locks.length).toBe(jobs * rows)
    expect(records.locks.filter((lock) => lock.facilityID !== facilityID || !lock.isActive)).toEqual([])
    const wrong = await onStorage(
      storage.options,
      Effect.flatMap(
        SqlClient.SqlClient,
        (sql) => sql`
          SELECT r.serial FROM job_rows r LEFT JOIN locks l ON l.lock_id = r.lock_id AND l.serial = r.serial
            LEFT JOIN audit_records a ON a.company_id = ${companyID} AND a.seq = r.audit_seq AND a.subject = r.serial
          WHERE r.outcome IS DISTINCT FROM 'apply' OR l.lock_id IS NULL OR a.seq IS NULL`
      )
    )
    expect(wrong, "outcomes without their lock or record").toEqual([])
  },
  120_000 + trials * 30_000
)

/** A data folder with the same master key, for another process on the same database. */
const sameKey = (data: string): string => {
  const other = mkdtempSync(join(tmpdir(), "lockdesk-beside-"))
  onTestFinished(() => rmSync(other, { recursive: true, force: true }))
  copyFileSync(join(data, "master.key"), join(other, "master.key"))
  return other
}

it.each(usualHomes)(
  "$name: a job continues automatically after its server is killed, and each row runs once",
  async (home) => {
    const storage = await openStorage(home)
    onTestFinished(() => storage.dispose())
    const { companyID, facilityIDs, serials } = await onStorage(storage.options, stock(rows))
    const start = async (data = storage.options.data, ahead = 0) => {
      const server = await startProcess({ ...storage.options, data, ahead })
      onTestFinished(() => server.end("SIGKILL").then(() => undefined))
      const client = connectClient(server.address)
      onTestFinished(() => client.close())
      return { server, client }
    }
    const first = await start()
    // Several processes can share a PostgreSQL; the embedded database belongs to one process at a time.
    const beside = home.name === "postgres" ? await start(sameKey(storage.options.data)) : null
    const worker = await signIn(first.client, workers[0])
    const jobID = (await send(first.client, worker, serials, facilityIDs[0] ?? 0)) ?? 0
    await goOn(first.client, worker, jobID)
    const at = async (client: Client) => jobOf(await client.call(`/api/jobs/${jobID}`, worker.token))
    let before = await at(first.client)
    for (; before.done === 0; await pause(betweenLooks)) before = await at(first.client)
    await first.server.end("SIGKILL")
    expect(before.state).toBe("applying")
    // Its lease on the job has expired by now.
    beside?.server.advance(leaseMillis)
    const { server, client } = beside ?? (await start(undefined, leaseMillis))
    await expect.poll(async () => (await at(client)).state, { timeout: 60_000, interval: 250 }).toBe("done")
    expect(await at(client)).toMatchObject({ total: rows, done: rows, applied: rows, failed: 0 })
    // A crash uses no job numbers.
    const next = { source: "next.csv", fingerprint: "the-next-job", facilityID: facilityIDs[0] }
    expect(jobOf(await client.call("/api/jobs/activate", worker.token, next)).jobID).toBe(jobID + 1)
    await server.end("SIGKILL")
    const records = await onStorage(storage.options, readRecords(CompanyId.make(companyID)))
    expectRecords(records, [])
    expect(records.locks.filter((lock) => lock.facilityID === facilityIDs[0] && lock.isActive).length).toBe(rows)
  },
  120_000
)
