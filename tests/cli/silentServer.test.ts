import { readdirSync } from "node:fs"
import { createServer, type RequestListener, type Server } from "node:http"
import type { AddressInfo } from "node:net"
import { afterEach, describe, expect, it } from "vitest"
import { unreachable } from "#cli/output/unreachable.ts"
import { errorOf, machine, type Machine } from "./support/lockdesk.ts"
import { keys, TerminalRun } from "./support/terminal.ts"

interface Finding {
  readonly check: string
  readonly ok: boolean
  readonly detail: string
}

describe("a server that accepts connections and doesn't respond", () => {
  let server: Server | undefined
  let here: Machine | undefined
  const listen = async (answer: RequestListener): Promise<Machine> => {
    const opened = createServer(answer)
    server = opened
    await new Promise<void>((resolve) => opened.listen(0, "127.0.0.1", resolve))
    here = machine(`http://127.0.0.1:${(opened.address() as AddressInfo).port}`)
    return here
  }
  afterEach(() => {
    server?.closeAllConnections()
    server?.close()
    here?.dispose()
  })
  const signedIn = { env: { LOCKDESK_TOKEN: "t" } }

  it("ends doctor after its limit, with the finished checks and the silent address", async () => {
    const silent = await listen(() => undefined)
    const ended = await silent.runAlone(["doctor", "--json"], signedIn)
    const found = JSON.parse(ended.stdout) as ReadonlyArray<Finding>
    expect([ended.code, found.map(({ check, ok }) => [check, ok])]).toEqual([
      9,
      [
        ["node", true],
        ["settings", true],
        ["tokens", true],
        ["folder", true],
        ["profile", true],
        ["reachable", false]
      ]
    ])
    expect(found.at(-1)?.detail).toBe(`${silent.env["LOCKDESK_HOST"]} didn't respond within 5 seconds.`)
  })

  it("is named as one that doesn't respond in HTTPS, if it doesn't", async () => {
    const plain = await listen((_, response) => void response.end("ok"))
    const host = String(plain.env["LOCKDESK_HOST"]).replace("http:", "https:")
    const ended = await plain.run(["whoami", "--host", host], signedIn)
    expect([ended.code, errorOf(ended)]).toMatchObject([
      11,
      { message: `Couldn't reach ${host}: it doesn't respond in HTTPS.`, next: expect.stringContaining("http://") }
    ])
  })

  it("names each check that gets no response if only some do", async () => {
    const half = await listen(({ url }, response) => {
      if (url === "/healthz") response.end("ok")
    })
    const ended = await half.runAlone(["doctor", "--json"], signedIn)
    const found = JSON.parse(ended.stdout) as ReadonlyArray<Finding>
    const host = half.env["LOCKDESK_HOST"]
    expect(found.flatMap(({ check, ok, detail }) => (ok ? [] : [[check, detail]]))).toEqual([
      ["ready", `${host}/readyz didn't respond within 5 seconds.`],
      ["session", `${host} didn't respond within 5 seconds.`]
    ])
    expect(ended.code).toBe(9)
  })

  it("shows at a terminal that a command waits, until Ctrl+C", async () => {
    const silent = await listen(() => undefined)
    const run = new TerminalRun(silent, ["whoami"], signedIn.env)
    await run.shows("Waiting for the server")
    run.type(keys.interrupt)
    expect(await run.ends()).toBe(130)
    expect(run.screen.text).not.toContain("Waiting for the server")
  })

  it.each([
    ["SIGTERM", 143],
    ["SIGHUP", 129]
  ] as const)("leaves no unfinished file when the command gets %s", async (signal, code) => {
    let pid = 0
    let files: ReadonlyArray<string> = []
    const silent = await listen(() => {
      files = readdirSync(silent.work)
      process.kill(pid, signal)
    })
    const args = ["locks", "ls", "--output", "all.xlsx"]
    const ended = await silent.runAlone(args, { ...signedIn, onStart: (started) => (pid = started) })
    expect([ended.code, errorOf(ended)["code"]]).toEqual([code, "Interrupted"])
    expect(files).toContain(`all.xlsx.${pid}.new`)
    expect(readdirSync(silent.work).filter((name) => name.startsWith("all"))).toEqual([])
  })

  it("fails as an unreachable server if it goes away meanwhile, and says nothing about waiting in a pipe", async () => {
    const silent = await listen((request) => {
      request.socket.destroy()
    })
    const ended = await silent.runAlone(["whoami"], signedIn)
    expect([ended.code, errorOf(ended)["code"]]).toEqual([11, "Unreachable"])
    expect(ended.stderr).not.toContain("Waiting")
  })
})

it.each([
  ["DEPTH_ZERO_SELF_SIGNED_CERT", "its certificate is self-signed", "NODE_EXTRA_CA_CERTS"],
  ["UNABLE_TO_VERIFY_LEAF_SIGNATURE", "an issuer that isn't trusted here", "NODE_EXTRA_CA_CERTS"],
  ["CERT_NOT_YET_VALID", "isn't valid yet", "the clock"],
  ["ECONNREFUSED", "nothing is listening there", "lockdesk doctor"],
  ["EELSE", "something else", "lockdesk doctor"]
])("explains the failed connection %s and its next step", (code, reason, next) => {
  const { facts } = unreachable("https://desk.example.com", Object.assign(new Error("something else"), { code }))
  expect(facts.message).toMatch(new RegExp(`^Couldn't reach https://desk.example.com: .*${reason}\\.$`))
  expect(facts.next).toContain(next)
})
