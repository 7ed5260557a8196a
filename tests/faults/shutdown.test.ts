import { readFileSync } from "node:fs"
import { connect, type Socket } from "node:net"
import { join } from "node:path"
import { expect, it, onTestFinished } from "vitest"
import { Role } from "#core/auth/roles.ts"
import { homes } from "../support/databases.ts"
import { emailOf, password } from "../support/fixture.ts"
import { listen, makeClient, transports, until } from "../server/hub/hubHarness.ts"
import { expectRecords } from "./expectRecords.ts"
import { type Attempt, connectClient, signIn } from "./load.ts"
import { startProcess, tryStart } from "./serverProcess.ts"
import { onStorage, openStorage, type Storage, stock } from "./storage.ts"

/** A storage with the company "acme", deleted with the test. */
const prepared = async (home: (typeof homes)[number], locks: number) => {
  const storage = await openStorage(home)
  onTestFinished(() => storage.dispose())
  return { storage, acme: await onStorage(storage.options, stock(locks)) }
}

/** `DBState` of PostgreSQL's control file (src/include/catalog/pg_control.h): 1 shut down, 6 in production. */
const databaseState = ({ options }: Storage): number =>
  readFileSync(join(options.data, "database/global/pg_control")).readInt32LE(16)

/** Opens a connection that says nothing; resolves with it, or with null when it is refused. */
const dial = (address: string): Promise<Socket | null> =>
  new Promise((resolve) => {
    const socket = connect(Number(new URL(address).port), "127.0.0.1")
    socket.once("connect", () => resolve(socket))
    socket.on("error", () => resolve(null))
  })

it.each(homes)("$name: a server that is told to stop answers what it has begun, takes nothing new, and ends well", async (home) => {
  const { storage, acme: { companyID, facilityIDs: [facilityID = 0], serials } } = await prepared(home, 40)
  const server = await startProcess(storage.options)
  const client = connectClient(server.address)
  const worker = await signIn(client, Role.id.Admin)

  // Sign-ins take their time, four at once; so there is work in flight for as long as it takes to look.
  const credentials = { email: emailOf("acme", Role.id.Admin), password, client: "terminal" }
  const signIns = Array.from({ length: 8 }, () => client.call("/api/auth/login", null, credentials))
  const activations = serials.slice(0, 8).map((serial) => client.activate(worker, serial, facilityID))
  await Promise.race(activations)
  const ended = server.end("SIGTERM")
  const answers = await Promise.all([...signIns, ...activations.map(async (attempt) => (await attempt).answer)])
  expect(answers.map((answer) => answer?.status)).toEqual(answers.map(() => 200))
  expect(await ended).toEqual({ code: 0, signal: null })
  expect(await dial(server.address)).toBeNull()
  await client.close()
  if (home.name === "embedded") expect(databaseState(storage)).toBe(1)

  const attempts: ReadonlyArray<Attempt> = await Promise.all(activations)
  const next = await startProcess({ ...storage.options, companyID })
  expectRecords(next.records, attempts)
  expect(await next.end("SIGTERM")).toEqual({ code: 0, signal: null })
})

it("new connections are refused as soon as a server is told to stop, while it still answers", async () => {
  const { storage } = await prepared(homes[0] ?? expect.unreachable(), 0)
  const server = await startProcess(storage.options)
  const client = connectClient(server.address)
  const credentials = { email: emailOf("acme", Role.id.Admin), password }
  let answered = 0
  const signIns = Array.from({ length: 16 }, async () => {
    const answer = await client.call("/api/auth/login", null, credentials)
    answered += 1
    return answer?.status
  })
  await Promise.race(signIns)
  const ended = server.end("SIGTERM")
  let refusedAfter: number | undefined
  while (refusedAfter === undefined) {
    const socket = await dial(server.address)
    socket?.destroy()
    if (socket === null) refusedAfter = answered
  }
  expect(refusedAfter).toBeLessThan(signIns.length)
  expect(new Set(await Promise.all(signIns))).toEqual(new Set([200]))
  expect(await ended).toEqual({ code: 0, signal: null })
  await client.close()
})

it("a server that is told to stop waits neither for live clients nor for idle connections", async () => {
  const { storage, acme: { facilityIDs: [facilityID = 0], serials: [serial = ""] } } = await prepared(homes[0] ?? expect.unreachable(), 1)
  const server = await startProcess(storage.options)
  const client = connectClient(server.address)
  const worker = await signIn(client, Role.id.Admin)
  const idle = await dial(server.address)
  onTestFinished(() => void idle?.destroy())
  const closed: Array<string> = []
  const heard = await Promise.all(
    transports.map(async ({ name, transport }) => {
      const live = makeClient(`${server.address}/api/hub`, { transport, person: worker })
      live.onclose((error) => closed.push(`${name}: ${error?.message}`))
      const events = listen(live, "updateLock")
      await live.start()
      await live.invoke("joinCompanyGroup", worker.token)
      return events
    })
  )
  await client.activate(worker, serial, facilityID)
  await until("every transport has the event", () => heard.every((events) => events.length === 1))

  const began = performance.now()
  expect(await server.end("SIGTERM")).toEqual({ code: 0, signal: null })
  // Before the 20 s after which whatever still answers is cut off; a client that polls has 5 s to fetch its good-bye.
  expect(performance.now() - began).toBeLessThan(15_000)
  await until("every client has been told", () => closed.length === transports.length)
  expect(closed.join()).toMatch(/restarting.*restarting.*restarting/)
  await client.close()
})

it.each(homes)("$name: a second server on the same data folder is refused, and the first goes on", async (home) => {
  const { storage, acme: { companyID, facilityIDs: [facilityID = 0], serials } } = await prepared(home, 2)
  const first = await startProcess(storage.options)
  const client = connectClient(first.address)
  const worker = await signIn(client, Role.id.Admin)
  const attempts = [await client.activate(worker, serials[0] ?? "", facilityID)]

  const second = await tryStart(storage.options)
  expect(second).toMatchObject({ failed: "DataFolderInUse", message: expect.stringContaining(`is in use by process ${first.pid}`) })
  expect(await second.ended).toMatchObject({ code: 1 })

  attempts.push(await client.activate(worker, serials[1] ?? "", facilityID), await client.reveal(worker, serials[0] ?? ""))
  expect(attempts.map(({ answer }) => answer?.status)).toEqual([200, 200, 200])
  await client.close()
  await first.end("SIGTERM")
  const third = await startProcess({ ...storage.options, companyID })
  expectRecords(third.records, attempts)
  await third.end("SIGTERM")
})
