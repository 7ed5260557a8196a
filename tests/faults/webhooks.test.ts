import { expect, it, onTestFinished } from "vitest"
import { Role } from "#core/auth/roles.ts"
import { openReceiver } from "../server/webhooks/receiver.ts"
import { usualHomes } from "../support/databases.ts"
import { connectClient, dataOf, signIn } from "./load.ts"
import { startProcess } from "./serverProcess.ts"
import { onStorage, openStorage, stock } from "./storage.ts"

const times = { every: 20, firstWait: 50, longestWait: 100, lease: 2_000, attempts: 100 }

it.each(usualHomes)(
  "$name: a server killed while sending a message to an endpoint sends it after a restart, with the same id, and no other twice",
  async (home) => {
    const receiver = await openReceiver()
    onTestFinished(() => receiver.close())
    const storage = await openStorage(home)
    onTestFinished(() => storage.dispose())
    const { facilityIDs, serials } = await onStorage(storage.options, stock(2))
    const options = { ...storage.options, webhooks: { host: `127.0.0.1:${receiver.port}`, times } }
    const server = await startProcess(options)
    const client = connectClient(server.address)
    const owner = await signIn(client, Role.id.Owner)
    const webhook = { url: receiver.url, events: ["lock.activated"] }
    const { id } = dataOf<{ readonly id: number }>(await client.call("/api/companies/webhooks", owner.token, webhook))
    const activate = (nth: number, by = client) => by.activate(owner, serials[nth] ?? "", facilityIDs[0] ?? 0)
    expect((await activate(0)).answer).toMatchObject({ status: 200 })
    const states = async (by = client) => {
      const listed = await by.call(`/api/companies/webhooks/${id}/deliveries`, owner.token)
      return dataOf<ReadonlyArray<{ readonly state: string }>>(listed).map(({ state }) => state)
    }
    await expect.poll(() => states(), { timeout: 20_000 }).toEqual(["sent"])
    // The endpoint has the second message, but the server is gone before it gets the response.
    const killed = Promise.withResolvers<void>()
    receiver.answers(() => {
      void server.end("SIGKILL").then(() => killed.resolve())
      return null
    })
    expect((await activate(1)).answer).toMatchObject({ status: 200 })
    await killed.promise
    await client.close()

    receiver.answers(() => 204)
    const next = await startProcess(options)
    const other = connectClient(next.address)
    await expect.poll(() => states(other), { timeout: 30_000 }).toEqual(["sent", "sent"])
    await other.close()
    await next.end("SIGTERM")
    const [first, second, ...again] = receiver.received.map(({ headers, body }) => [headers["webhook-id"], body])
    expect(again).toEqual([second])
    expect(second).not.toEqual(first)
  },
  120_000
)
