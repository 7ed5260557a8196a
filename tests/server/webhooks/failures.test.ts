import { createServer, type AddressInfo, type Socket } from "node:net"
import { Effect } from "effect"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { Role } from "#core/auth/roles.ts"
import { usualHomes } from "../../support/databases.ts"
import { makeCompany } from "../../support/fixture.ts"
import { startTestServer, type TestServer } from "../../support/testServer.ts"

/** A port of this machine that nothing listens on. */
const closedPort = 4998

describe.each(usualHomes)("the log of a webhook, on $name", (home) => {
  let server: TestServer
  let owner = ""
  let meet: (socket: Socket) => void = () => undefined
  const endpoint = createServer((socket) => {
    socket.on("error", () => undefined)
    socket.once("data", () => meet(socket))
  })
  const port = () => (endpoint.address() as AddressInfo).port
  beforeAll(async () => {
    await new Promise<void>((listening) => endpoint.listen(0, "127.0.0.1", listening))
    server = await startTestServer(
      home,
      Effect.gen(function* () {
        yield* makeCompany("acme")
      }),
      {
        fms: { privateHosts: [`127.0.0.1:${port()}`, `127.0.0.1:${closedPort}`] },
        webhooks: { every: 20, attempts: 1, timeout: 500 }
      }
    )
    owner = await server.enter("acme", Role.id.Owner, { client: "terminal" })
  })
  afterAll(async () => {
    await server.close()
    await new Promise<void>((closed) => {
      endpoint.close(() => closed())
    })
  })

  const send = async (method: string, path: string, body?: unknown) =>
    (
      await server.fetch(`/api/companies/webhooks${path}`, {
        method,
        token: owner,
        ...(body === undefined ? {} : { body })
      })
    ).json as { readonly data: never }

  it.each([
    ["endpoint that never answers", () => undefined, "The endpoint didn't answer in time."],
    [
      "endpoint that hangs up",
      (socket: Socket) => void socket.destroy(),
      "The endpoint closed the connection without an answer."
    ],
    [
      "endpoint that speaks another protocol",
      (socket: Socket) => void socket.end("220 mail.example.com ESMTP\r\n"),
      "The endpoint's answer wasn't valid HTTP (HTTPParserError)."
    ],
    ["port that nothing listens on", null, "The endpoint refused the connection."]
  ])("names the cause in words for an %s", async (_, met, failure) => {
    if (met !== null) meet = met
    const url = `http://127.0.0.1:${met === null ? closedPort : port()}/hook`
    const { id } = (await send("POST", "", { url, events: ["lock.changed"] })).data as { readonly id: number }
    await send("POST", `/${id}/test`)
    await expect
      .poll(async () => (await send("GET", `/${id}/deliveries`)).data, { timeout: 20_000, interval: 10 })
      .toMatchObject([{ state: "failed", attempts: 1, failure }])
  })
})
