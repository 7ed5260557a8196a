import { readFileSync } from "node:fs"
import { connect, type Socket } from "node:net"
import { join } from "node:path"
import { expect, it, onTestFinished } from "vitest"
import { Role } from "#core/auth/roles.ts"
import { CompanyId } from "#core/base/ids.ts"
import { embedded, homes, usualHomes } from "../support/databases.ts"
import { emailOf, password } from "../support/fixture.ts"
import { listen, makeClient, transports, until } from "../server/hub/hubHarness.ts"
import { openRaw } from "../hostile/rawHttp.ts"
import { expectRecords } from "./expectRecords.ts"
import { type Attempt, connectClient, signIn } from "./load.ts"
import { readRecords } from "./records.ts"
import { startProcess, tryStart } from "./serverProcess.ts"
import { onStorage, openStorage, type Storage, stock } from "./storage.ts"

/** A storage with the company "acme", deleted after the test. */
const prepared = async (home: (typeof homes)[number], locks: number) => {
  const storage = await openStorage(home)
  onTestFinished(() => storage.dispose())
  return { storage, acme: await onStorage(storage.options, stock(locks)) }
}

/** `DBState` of PostgreSQL's control file (src/include/catalog/pg_control.h): 1 shut down, 6 in production. */
const databaseState = ({ options }: Storage): number =>
  readFileSync(join(options.data, "database/global/pg_control")).readInt32LE(16)

/** Opens an idle connection. Null if it is refused. */
const dial = (address: string): Promise<Socket | null> =>
  new Promise((resolve) => {
    const socket = connect(Number(new URL(address).port), "127.0.0.1")
    socket.once("connect", () => resolve(socket))
    socket.on("error", () => resolve(null))
  })

/** Starts a request: its headers are sent, its body isn't yet. */
const begin = async (address: string, path: string, token: string, body: unknown) => {
  const raw = await openRaw(address)
  const text = JSON.stringify(body)
  const headers = [
    "Host: lockdesk",
    `Authorization: ${token}`,
    "Content-Type: application/json",
    `Content-Length: ${text.length}`
  ]
  raw.write([`POST ${path} HTTP/1.1`, ...headers, "Expect: 100-continue", "", ""].join("\r\n"))
  await raw.answered(1)
  return {
    finish: async () => {
      raw.write(text)
      const [, answer] = await raw.ended()
      return { status: answer?.status ?? 0, json: JSON.parse(answer?.body ?? "null") as unknown }
    }
  }
}

it.each(homes)(
  "$name: a server that is stopped accepts nothing new, answers requests in progress, and exits cleanly",
  async (home) => {
    const { storage, acme } = await prepared(home, 8)
    const {
      companyID,
      facilityIDs: [facilityID = 0],
      serials
    } = acme
    const server = await startProcess(storage.options)
    const client = connectClient(server.address)
    const { token, userID } = await signIn(client, Role.id.Admin)
    const credentials = { email: emailOf("acme", Role.id.Admin), password }
    const signIns = await Promise.all(serials.map(() => begin(server.address, "/api/auth/login", token, credentials)))
    const activations = await Promise.all(
      serials.map(async (serial) => ({
        serial,
        ...(await begin(server.address, "/api/locks/activate-lock", token, { serialCode: serial, facilityID }))
      }))
    )

    const ended = server.end("SIGTERM")
    for (let socket = await dial(server.address); socket !== null; socket = await dial(server.address)) socket.destroy()
    const attempts = Promise.all(
      activations.map(async ({ finish, serial }): Promise<Attempt> => {
        return { kind: "activate", serial, facilityID, userID, answer: await finish() }
      })
    )
    const signedIn = await Promise.all(signIns.map(({ finish }) => finish()))
    expect(signedIn.map(({ status }) => status)).toEqual(serials.map(() => 200))
    expect((await attempts).map(({ answer }) => answer?.status)).toEqual(serials.map(() => 200))
    expect(await ended).toEqual({ code: 0, signal: null })
    await client.close()
    if (home.name === "embedded") expect(databaseState(storage)).toBe(1)
    expectRecords(await onStorage(storage.options, readRecords(CompanyId.make(companyID))), await attempts)
  }
)

it("a server that is stopped waits for neither live clients nor idle connections", async () => {
  const {
    storage,
    acme: {
      facilityIDs: [facilityID = 0],
      serials: [serial = ""]
    }
  } = await prepared(embedded, 1)
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
  // Well before 20 s, when remaining responses are cut off. A polling client has 5 s to fetch its close message.
  expect(performance.now() - began).toBeLessThan(15_000)
  await until("every client is disconnected", () => closed.length === transports.length)
  expect(closed.join()).toMatch(/restarting.*restarting.*restarting/)
  await client.close()
})

it.each(usualHomes)(
  "$name: a second server on the same data folder is refused, and the first one continues",
  async (home) => {
    const {
      storage,
      acme: {
        companyID,
        facilityIDs: [facilityID = 0],
        serials
      }
    } = await prepared(home, 2)
    const first = await startProcess(storage.options)
    const client = connectClient(first.address)
    const worker = await signIn(client, Role.id.Admin)
    const attempts = [await client.activate(worker, serials[0] ?? "", facilityID)]

    const second = await tryStart(storage.options)
    expect(second).toMatchObject({
      failed: "DataFolderInUse",
      message: expect.stringContaining(`is in use by process ${first.pid}`)
    })
    expect(await second.ended).toMatchObject({ code: 1 })

    attempts.push(
      await client.activate(worker, serials[1] ?? "", facilityID),
      await client.reveal(worker, serials[0] ?? "")
    )
    expect(attempts.map(({ answer }) => answer?.status)).toEqual([200, 200, 200])
    await client.close()
    await first.end("SIGTERM")
    expectRecords(await onStorage(storage.options, readRecords(CompanyId.make(companyID))), attempts)
  }
)
