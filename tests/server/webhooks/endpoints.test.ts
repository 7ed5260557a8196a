import { createServer } from "node:http"
import type { AddressInfo } from "node:net"
import { afterAll, beforeAll, expect, it } from "vitest"
import { Role } from "#core/auth/roles.ts"
import { postgres } from "../../support/databases.ts"
import { makeCompany } from "../../support/fixture.ts"
import { startTestServer, type TestServer } from "../../support/testServer.ts"

let server: TestServer
let token = ""
const inHalfAnHour = (from: number) => new Date(Math.ceil(from / 1000 + 1800) * 1000)
const later = inHalfAnHour(Date.now())
/** The clock of an endpoint that is five hours ahead. */
const ahead = new Date(Date.now() + 5 * 3_600_000)
/** Answers the request that the endpoint was asked to hold. */
let answerHeld: ((status: number) => void) | null = null
const endpoint = createServer((request, response) => {
  const [, path] = request.url?.split("/") ?? []
  if (path === "ahead") {
    response
      .writeHead(429, { date: ahead.toUTCString(), "retry-after": inHalfAnHour(ahead.getTime()).toUTCString() })
      .end()
  } else if (path === "held") answerHeld = (status) => void response.writeHead(status).end()
  else response.writeHead(Number(path), { "retry-after": later.toUTCString() }).end()
})
const port = () => (endpoint.address() as AddressInfo).port
const urlOf = (path: string) => `http://127.0.0.1:${port()}/${path}`
beforeAll(async () => {
  await new Promise<void>((listening) => endpoint.listen(0, "127.0.0.1", listening))
  server = await startTestServer(postgres, makeCompany("acme"), {
    fms: { privateHosts: [`127.0.0.1:${port()}`] },
    webhooks: { every: 20 }
  })
  token = await server.enter("acme", Role.id.Owner, { client: "terminal" })
})
afterAll(async () => {
  await server.close()
  await new Promise<void>((closed) => endpoint.close(() => closed()))
})

const send = async (method: string, path: string, body?: object) =>
  (await server.fetch(`/api/companies/webhooks${path}`, { method, token, body })).json as { readonly data: unknown }
/** Adds a webhook, and sends a test message to it. */
const sendTo = async (path: string): Promise<number> => {
  const { data } = await send("POST", "", { url: urlOf(path), events: ["lock.changed"] })
  const { id } = data as { readonly id: number }
  await send("POST", `/${id}/test`)
  return id
}
const messages = (id: number) =>
  expect.poll(async () => (await send("GET", `/${id}/deliveries`)).data, { timeout: 20_000, interval: 10 })

it.each([429, 503])("waits as long as an endpoint asks for with its %s", async (status) => {
  await messages(await sendTo(String(status))).toMatchObject([
    { state: "waiting", failure: `The endpoint answered ${status}.`, nextOn: later.toISOString() }
  ])
})

it("waits as long as an endpoint asks for whose clock is ahead", async () => {
  const id = await sendTo("ahead")
  await messages(id).toMatchObject([{ state: "waiting", failure: "The endpoint answered 429." }])
  const [message] = (await send("GET", `/${id}/deliveries`)).data as ReadonlyArray<{ readonly nextOn: string }>
  const minutes = (Date.parse(message?.nextOn ?? "") - Date.now()) / 60_000
  expect(minutes).toBeGreaterThan(25)
  expect(minutes).toBeLessThan(31)
})

it("keeps a webhook whose address was changed before the endpoint at the old one answers 410", async () => {
  const id = await sendTo("held")
  await expect.poll(() => answerHeld, { timeout: 20_000, interval: 10 }).not.toBeNull()
  await send("PUT", `/${id}`, { url: urlOf("200") })
  answerHeld?.(410)
  await messages(id).toMatchObject([{ state: "sent", attempts: 2 }])
  const { data } = await send("GET", "")
  expect(data).toMatchObject(expect.arrayContaining([expect.objectContaining({ id, isActive: true, stopped: null })]))
})
