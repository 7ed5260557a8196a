import { copyFileSync, mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { HubConnectionBuilder, LogLevel } from "@microsoft/signalr"
import { Effect, Redacted } from "effect"
import { SqlClient } from "effect/sql"
import { expect, it, onTestFinished } from "vitest"
import { Database } from "#server/db/Database.ts"
import { startCluster } from "../support/databaseCluster.ts"
import { until } from "../server/hub/hubHarness.ts"
import { expectNoSecrets } from "./expectNoSecrets.ts"
import { expectRecords } from "./expectRecords.ts"
import { type Attempt, connectClient, dataOf, signIn, type Worker, work } from "./load.ts"
import { type ServerProcess, startProcess } from "./serverProcess.ts"
import { onStorage, stock, workers } from "./storage.ts"

/** A hub client of a server process that reconnects whenever it is disconnected. Returns the lock IDs it receives. */
const listenTo = async ({ address }: ServerProcess, { token }: Worker): Promise<ReadonlySet<number>> => {
  const heard = new Set<number>()
  const client = new HubConnectionBuilder()
    .withUrl(`${address}/api/hub`, { accessTokenFactory: () => token })
    .withAutomaticReconnect({ nextRetryDelayInMilliseconds: () => 50 })
    .configureLogging(LogLevel.None)
    .build()
  client.on("updateLock", ({ lockIDs }: { readonly lockIDs: ReadonlyArray<number> }) =>
    lockIDs.forEach((id) => heard.add(id))
  )
  client.onreconnected(() => client.invoke("joinCompanyGroup", token))
  onTestFinished(() => client.stop())
  await client.start()
  await client.invoke("joinCompanyGroup", token)
  return heard
}

it("PostgreSQL stops and comes back: calls are refused meanwhile, then work again between all processes without a restart", async () => {
  // A separate cluster, because other tests need theirs.
  const cluster = await startCluster()
  onTestFinished(() => cluster.dispose())
  const folders = ["one", "two"].map((name) => mkdtempSync(join(tmpdir(), `lockdesk-${name}-`)))
  onTestFinished(() => folders.forEach((folder) => rmSync(folder, { recursive: true, force: true })))
  const [data = "", otherData = ""] = folders
  const options = { data, databaseUrl: cluster.url("postgres") }
  const { companyID, facilityIDs, serials } = await onStorage(options, stock(3000))
  copyFileSync(join(data, "master.key"), join(otherData, "master.key"))
  const one = await startProcess(options)
  const two = await startProcess({ ...options, data: otherData })
  const client = connectClient(one.address)
  const people = await Promise.all(workers.map((role) => signIn(client, role)))
  const [worker = expect.unreachable()] = people
  const heard = await listenTo(two, worker)
  const left = [...serials]
  const all: Array<Attempt> = []

  const activateNext = async (): Promise<number | undefined> => {
    const attempt = await client.activate(worker, left.shift() ?? expect.unreachable(), facilityIDs[0] ?? 0)
    all.push(attempt)
    return attempt.answer?.status === 200 ? dataOf<{ readonly lockID: number }>(attempt.answer).lockID : undefined
  }
  /**
   * Waits until a change by one process reaches a client of the other. While the relay reconnects, a later change may be the
   * first to arrive.
   */
  const expectHeard = async () => {
    const done: Array<number> = []
    const arrived = () => done.some((lockID) => heard.has(lockID))
    for (const deadline = performance.now() + 30_000; !arrived();) {
      expect(performance.now(), "waiting for an event").toBeLessThan(deadline)
      const lockID = await activateNext()
      if (lockID !== undefined) done.push(lockID)
      await until("it is heard, or the next is due", onceAfter(20, arrived))
    }
  }
  /** Works during `fault`, and until calls succeed again. */
  const workThrough = async (fault: () => Promise<void>) => {
    const attempts: Array<Attempt> = []
    let good = 0
    let over = false
    const seen = (attempt: Attempt) => {
      attempts.push(attempt)
      good = attempt.answer?.status === 200 ? good + 1 : 0
    }
    const working = work({ client, people, facilityIDs, next: () => left.shift(), seen, over: () => over })
    await until("calls are answered", () => good > 20)
    await fault()
    good = 0
    await until("calls are answered again", () => good > 20)
    over = true
    await working
    all.push(...attempts)
    const refused = attempts.filter(({ answer }) => answer?.status !== 200)
    for (const { answer } of refused) {
      expect(answer).toMatchObject({ status: 503, json: { code: "Unavailable", requestId: expect.any(String) } })
      expect(JSON.stringify(answer)).not.toContain("unlockCode")
    }
    return refused
  }

  await expectHeard()
  const refused = await workThrough(async () => {
    await cluster.stop()
    for (const { address } of [one, two]) {
      const other = connectClient(address)
      expect(await other.call("/healthz", null)).toMatchObject({ status: 200 })
      expect(await other.call("/readyz", null)).toMatchObject({ status: 503, json: { what: "database" } })
      expect(await other.call("/api/locks/search", worker.token)).toMatchObject({
        status: 503,
        json: { code: "Unavailable" }
      })
      await other.close()
    }
    await cluster.start()
  })
  expect(refused.length).toBeGreaterThan(0)
  await expectHeard()

  await workThrough(() =>
    Effect.runPromise(
      Effect.asVoid(
        Effect.flatMap(
          SqlClient.SqlClient,
          (sql) => sql`
          SELECT pg_terminate_backend(pid) FROM pg_stat_activity
          WHERE pid <> pg_backend_pid() AND backend_type = 'client backend'`
        )
      ).pipe(Effect.provide(Database.layer({ kind: "server", url: Redacted.make(cluster.url("postgres")) })))
    )
  )
  await expectHeard()

  await client.close()
  for (const server of [one, two]) {
    expect(await server.end("SIGTERM")).toEqual({ code: 0, signal: null })
    expectNoSecrets(server, people, serials)
  }
  const next = await startProcess({ ...options, companyID })
  expectRecords(next.records, all)
  await next.end("SIGTERM")
}, 120_000)

/** A condition that also counts as met after this many checks. */
const onceAfter = (looks: number, condition: () => boolean): (() => boolean) => {
  let looked = 0
  return () => condition() || ++looked > looks
}
