import { Effect } from "effect"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { Role } from "#core/auth/roles.ts"
import { homes } from "../../support/databases.ts"
import { makeCompany } from "../../support/fixture.ts"
import { startTestServer, type TestServer } from "../../support/testServer.ts"
import { openReceiver } from "./receiver.ts"

const hour = 3_600_000

describe.each(homes)("a server that checks webhooks once an hour, on $name", (home) => {
  let server: TestServer
  let receiver: Awaited<ReturnType<typeof openReceiver>>
  let owner = ""
  beforeAll(async () => {
    receiver = await openReceiver()
    server = await startTestServer(
      home,
      Effect.gen(function* () {
        yield* makeCompany("acme")
      }),
      { fms: { privateHosts: [`127.0.0.1:${receiver.port}`] }, webhooks: { every: hour } }
    )
    owner = await server.enter("acme", Role.id.Owner, { client: "terminal" })
  })
  afterAll(async () => {
    await server.close()
    await receiver.close()
  })

  it("is woken by adding and testing a webhook", async () => {
    const send = async (path: string, body?: unknown) =>
      (await server.fetch(`/api/companies/webhooks${path}`, { method: "POST", token: owner, body })).json as {
        readonly data: { readonly id: number }
      }
    const { data } = await send("", { url: receiver.url, events: ["lock.changed"] })
    for (let count = 1; count <= 30; count += 1) {
      await send(`/${data.id}/test`)
      await expect.poll(() => receiver.received.length, { timeout: 20_000, interval: 1 }).toBe(count)
    }
  })
})
