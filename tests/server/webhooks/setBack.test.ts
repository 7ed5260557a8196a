import { expect, it } from "vitest"
import { Role } from "#core/auth/roles.ts"
import { postgres } from "../../support/databases.ts"
import { makeCompany } from "../../support/fixture.ts"
import { movableClock, startTestServer } from "../../support/testServer.ts"
import { openReceiver } from "./receiver.ts"

it("retries a message at once after a clock that was ahead is set back", async () => {
  const receiver = await openReceiver()
  const clock = movableClock()
  const server = await startTestServer(postgres, makeCompany("acme"), {
    clock,
    fms: { privateHosts: [`127.0.0.1:${receiver.port}`] },
    webhooks: { every: 20, firstWait: 60_000, longestWait: 3_600_000 }
  })
  try {
    const day = 86_400_000
    clock.advance(day)
    receiver.answers((nth) => (nth === 1 ? 503 : 200))
    const token = await server.enter("acme", Role.id.Owner, { client: "terminal" })
    const send = (path: string, body?: object) =>
      server.fetch(`/api/companies/webhooks${path}`, { method: "POST", token, body })
    const { json } = await send("", { url: receiver.url, events: ["lock.changed"] })
    const { id } = (json as { data: { id: number } }).data
    expect((await send(`/${id}/test`)).status).toBe(200)
    const message = async () => {
      const { json: log } = await server.fetch(`/api/companies/webhooks/${id}/deliveries`, { token })
      return (log as { data: ReadonlyArray<{ failure: string | null; state: string }> }).data[0]
    }
    await expect.poll(message, { timeout: 20_000 }).toMatchObject({ state: "waiting", failure: expect.any(String) })
    clock.advance(-day)
    await expect.poll(message, { timeout: 20_000 }).toMatchObject({ state: "sent" })
  } finally {
    await server.close()
    await receiver.close()
  }
})
