import { expect, it, onTestFinished } from "vitest"
import { Role } from "#core/auth/roles.ts"
import { embedded } from "../support/databases.ts"
import { codeOf } from "./codeOf.ts"
import { expectNoSecrets } from "./expectNoSecrets.ts"
import { expectRecords } from "./expectRecords.ts"
import { type Attempt, connectClient, signIn, work } from "./load.ts"
import { startProcess } from "./serverProcess.ts"
import { openSmallDisk } from "./smallDisk.ts"
import { onStorage, openStorage, stock, workers } from "./storage.ts"

const diskBytes = 160e6

/** The number of refusals or successes that is enough evidence. */
const enough = 30

/** Checks that all refusals for lack of space have the same error and contain no combination. */
const expectUnavailable = (attempts: ReadonlyArray<Attempt>): void => {
  const refused = attempts.filter(({ answer }) => answer?.status !== 200)
  for (const { answer, serial } of refused) {
    expect(answer).toMatchObject({ status: 503, json: { code: "Unavailable", requestId: expect.any(String) } })
    expect(JSON.stringify(answer)).not.toMatch(new RegExp(`unlockCode|"${codeOf(serial)}"`))
  }
}

it("a full disk is reported and stops nothing permanently: the same server continues when there is space, and nothing is lost", async () => {
  const storage = await openStorage(embedded)
  onTestFinished(() => storage.dispose())
  const { companyID, facilityIDs, serials } = await onStorage(storage.options, stock(3000))
  const disk = await openSmallDisk(diskBytes, storage.options.data)
  onTestFinished(() => disk.dispose())
  const server = await startProcess({ data: disk.folder }, disk.within)
  const client = connectClient(server.address)
  const people = await Promise.all(workers.map((role) => signIn(client, role)))
  const keeper = await signIn(client, Role.id.SuperAdmin)
  const [worker = expect.unreachable()] = people
  const left = [...serials]
  const all: Array<Attempt> = []

  const workUntil = async (over: (attempts: ReadonlyArray<Attempt>) => boolean) => {
    const attempts: Array<Attempt> = []
    const seen = (attempt: Attempt) => void attempts.push(attempt)
    await work({ client, people, facilityIDs, next: () => left.shift(), seen, over: () => over(attempts) })
    all.push(...attempts)
    expectUnavailable(attempts)
    return attempts
  }
  const refusals = (attempts: ReadonlyArray<Attempt>) => attempts.filter(({ answer }) => answer?.status !== 200)
  const expectHealth = async (ready: 200 | 503) => {
    expect(await client.call("/healthz", null)).toMatchObject({ status: 200, json: { status: "ok" } })
    const answer = await client.call("/readyz", null)
    expect(answer).toMatchObject({ status: ready, json: { status: ready === 200 ? "ready" : "unavailable" } })
  }
  const expectBack = async () => {
    disk.free(server.pid)
    let answer = await client.reveal(worker, serials[0] ?? "")
    for (const deadline = performance.now() + 30_000; answer.answer?.status !== 200;) {
      expect(performance.now()).toBeLessThan(deadline)
      all.push(answer)
      answer = await client.reveal(worker, serials[0] ?? "")
    }
    all.push(answer)
    await expectHealth(200)
    const attempts = await workUntil((some) => some.length >= 2 * enough)
    expect(refusals(attempts)).toEqual([])
  }

  await workUntil((attempts) => attempts.length >= enough)
  await expectHealth(200)

  // So little that a table can't grow, while the log still has space in its current segment.
  disk.fill(200_000, server.pid)
  await workUntil((attempts) => refusals(attempts).length >= enough)
  await expectHealth(503)
  await expectBack()

  // Space for the tables but not for the next log segment, which makes PostgreSQL stop at once.
  disk.fill(10e6, server.pid)
  for (let chunk = 0, full = false; !full; chunk++) {
    expect(chunk, "shipments before the disk was full").toBeLessThan(200)
    const rows = Array.from({ length: 1000 }, (_, at) => ({
      row: at + 1,
      serialCode: String(20_000_000 + chunk * 1000 + at),
      unlockCode: "1234"
    }))
    const answer = await client.call("/api/registry/import", keeper.token, { rows })
    full = answer?.status !== 200
    if (full) expect(answer).toMatchObject({ status: 503, json: { code: "Unavailable" } })
  }
  await workUntil((attempts) => refusals(attempts).length >= enough)
  await expectHealth(503)
  await expectBack()

  for (const { kind, serial, facilityID } of refusals(all)) {
    if (kind !== "activate") continue
    const again = await client.activate(worker, serial, facilityID)
    expect(again.answer).toMatchObject({ status: 200, json: { data: { facilityID } } })
    all.push(again)
  }
  await client.close()
  expect(await server.end("SIGTERM")).toEqual({ code: 0, signal: null })
  expectNoSecrets(server, people, serials)
  const next = await startProcess({ data: disk.folder, companyID }, disk.within)
  expectRecords(next.records, all)
  await next.end("SIGTERM")
}, 180_000)
