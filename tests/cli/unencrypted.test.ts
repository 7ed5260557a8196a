import { createServer, type Server } from "node:http"
import { type AddressInfo } from "node:net"
import { mkdtempSync, rmSync } from "node:fs"
import { networkInterfaces, tmpdir } from "node:os"
import { join } from "node:path"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { bin, built, type Machine, machine } from "./support/lockdesk.ts"
import { beyond, serving, withPostgres } from "./support/serving.ts"

describe("unencrypted connections", () => {
  const here = machine("http://127.0.0.1:1")
  const data = mkdtempSync(join(tmpdir(), "lockdesk-plain-"))
  let database: Awaited<ReturnType<typeof withPostgres>>
  let place: Machine
  beforeAll(async () => {
    built()
    database = await withPostgres(here)
    place = database.place
  })
  afterAll(async () => {
    await database.dispose()
    here.dispose()
    rmSync(data, { recursive: true, force: true })
  })

  const secure = "https://desk.example.com"
  const plain = "http://desk.example.com"

  // A server that listens as by default is in serve.test.ts.
  it.each([
    ["beyond this machine", secure, ["--host", "0.0.0.0"], true],
    ["beyond this machine, on IPv6", plain, ["--host", "::"], true],
    [
      "beyond this machine, behind a proxy that ends https",
      secure,
      ["--host", "0.0.0.0", "--trusted-proxy", "10.0.0.5"],
      false
    ],
    ["on this machine only", plain, ["--host", "127.0.0.1"], false]
  ] as const)("a server that listens %s, and keeps browsers on https if it is %s", async (_, address, more, warned) => {
    const server = await serving(place, bin, "--data", data, "--public-address", address, ...more)
    const { port } = new URL(server.address)
    const at = (path: string) =>
      fetch(`http://127.0.0.1:${port}${path}`).catch(() => fetch(`http://[::1]:${port}${path}`))
    expect((await at("/healthz")).status).toBe(200)
    for (const path of ["/healthz", "/api/auth/user", "/api/docs"]) {
      const kept = address === secure ? "max-age=31536000" : null
      expect([path, (await at(path)).headers.get("strict-transport-security")]).toEqual([path, kept])
    }
    expect((await server.stop("SIGTERM")).code).toBe(0)
    expect(server.printed().includes(beyond)).toBe(warned)
    if (warned) expect(server.printed()).toContain("--trusted-proxy")
    expect(server.printed()).not.toContain("--public-address")
  })

  it("a server for other machines says that its links need a public address", async () => {
    const server = await serving(place, bin, "--data", data, "--host", "0.0.0.0")
    const { port } = new URL(server.address)
    expect((await server.stop("SIGTERM")).code).toBe(0)
    expect(server.printed()).toContain(
      `Links in emails lead to http://127.0.0.1:${port}, which only this machine can open`
    )
    expect(server.printed()).toContain("Add --public-address")
  })

  describe("the terminal", () => {
    let stranger: Server
    let port = 0
    beforeAll(async () => {
      stranger = createServer((_, response) => response.writeHead(404).end())
      await new Promise<void>((listening) => stranger.listen(0, "0.0.0.0", listening))
      port = (stranger.address() as AddressInfo).port
    })
    afterAll(() => new Promise((closed) => stranger.close(closed)))

    /** A non-loopback address of this machine, which the terminal treats as another machine's. */
    const outer = Object.values(networkInterfaces())
      .flatMap((addresses) => addresses ?? [])
      .find(({ family, internal }) => family === "IPv4" && !internal)?.address
    const warningsOf = async (host: string) =>
      (await here.run(["locks", "ls"], { env: { LOCKDESK_HOST: host } })).stderr

    it("warns before it talks plain http to another machine", async () => {
      const host = `http://${outer ?? "0.0.0.0"}:${port}`
      expect(await warningsOf(host)).toContain(`Warning: ${host} is not encrypted.`)
    })

    it.each(["http://127.0.0.1", "http://localhost"])(
      "prints nothing about it on this machine, at %s",
      async (host) => {
        expect(await warningsOf(`${host}:${port}`)).not.toContain("is not encrypted")
      }
    )
  })
})
