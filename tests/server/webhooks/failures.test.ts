import { createServer, type AddressInfo, type Socket } from "node:net"
import { Effect } from "effect"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { Role, type RoleId } from "#core/auth/roles.ts"
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
    (await server.fetch(`/api/companies/webhooks${path}`, { method, token: owner, body })).json as {
      readonly data: never
    }

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
  ])("names the cause in words for an %s", async (name, met, failure) => {
    if (met !== null) meet = met
    const url = `http://127.0.0.1:${met === null ? closedPort : port()}/hook?${encodeURIComponent(name)}`
    const { id } = (await send("POST", "", { url, events: ["lock.changed"] })).data as { readonly id: number }
    await send("POST", `/${id}/test`)
    await expect
      .poll(async () => (await send("GET", `/${id}/deliveries`)).data, { timeout: 20_000, interval: 10 })
      .toMatchObject([{ state: "failed", attempts: 1, failure }])
  })

  it("tells those who can fix an endpoint of the first message in a day that was given up", async () => {
    meet = (socket) => void socket.destroy()
    const url = `http://127.0.0.1:${port()}/once`
    const { id } = (await send("POST", "", { url, events: ["lock.changed"] })).data as { readonly id: number }
    const states = async () =>
      ((await send("GET", `/${id}/deliveries`)).data as ReadonlyArray<{ readonly state: string }>).map(
        ({ state }) => state
      )
    for (const failed of [["failed"], ["failed", "failed"]]) {
      await send("POST", `/${id}/test`)
      await expect.poll(states, { timeout: 20_000, interval: 10 }).toEqual(failed)
    }
    const inbox = async (role: RoleId) => {
      const { json } = await server.fetch("/api/notices", { token: await server.enter("acme", role) })
      const { data } = json as { readonly data: ReadonlyArray<{ readonly message: string }> }
      return data.filter(({ message }) => message.includes(url))
    }
    const told = {
      kind: "warning",
      message: `The webhook ${url} didn't accept a message in 1 attempt. The endpoint closed the connection without an answer.`,
      next: "Fix the endpoint, then send the failed messages again from the webhook's log.",
      path: "/integrations/webhooks"
    }
    expect(await inbox(Role.id.Owner)).toMatchObject([told])
    expect(await inbox(Role.id.Admin)).toMatchObject([told])
    expect(await inbox(Role.id.CallCenterAgent)).toEqual([])
  })
})
