import { createServer } from "node:http"
import type { AddressInfo } from "node:net"
import { afterAll, beforeAll, expect, it } from "vitest"
import { Role } from "#core/auth/roles.ts"
import { postgres } from "../../support/databases.ts"
import { makeCompany } from "../../support/fixture.ts"
import { startTestServer, type TestServer } from "../../support/testServer.ts"

let server: TestServer
let token = ""
const later = new Date(Math.ceil(Date.now() / 1000 + 1800) * 1000)
const endpoint = createServer((request, response) => {
  response.writeHead(Number(request.url?.slice(1)), { "retry-after": later.toUTCString() }).end()
})
const port = () => (endpoint.address() as AddressInfo).port
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

it.each([429, 503])("waits as long as an endpoint asks for with its %s", async (status) => {
  const send = async (method: string, path: string, body?: object) =>
    (await server.fetch(`/api/companies/webhooks${path}`, { method, token, ...(body === undefined ? {} : { body }) }))
      .json as { readonly data: unknown }
  const url = `http://127.0.0.1:${port()}/${status}`
  const { id } = (await send("POST", "", { url, events: ["lock.changed"] })).data as { readonly id: number }
  await send("POST", `/${id}/test`)
  await expect
    .poll(async () => (await send("GET", `/${id}/deliveries`)).data, { timeout: 20_000, interval: 10 })
    .toMatchObject([{ state: "waiting", failure: `The endpoint answered ${status}.`, nextOn: later.toISOString() }])
})
