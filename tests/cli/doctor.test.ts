import { createServer } from "node:http"
import type { AddressInfo } from "node:net"
import { chmodSync, mkdirSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { describe, expect, it } from "vitest"
import packageFile from "../../package.json" with { type: "json" }
import { Role } from "#core/auth/roles.ts"
import { postgres } from "../support/databases.ts"
import { type Ended, errorOf } from "./support/lockdesk.ts"
import { openPlace } from "./support/place.ts"
import { place, sharePlace } from "./support/sharePlace.ts"

interface Finding {
  readonly check: string
  readonly ok: boolean
  readonly detail: string
  readonly next: string | null
}

const findings = ({ stdout }: Ended): ReadonlyArray<Finding> => JSON.parse(stdout) as ReadonlyArray<Finding>
const failed = (ended: Ended): ReadonlyArray<string> => findings(ended).flatMap(({ check, ok }) => (ok ? [] : [check]))

describe("doctor", () => {
  sharePlace()

  it("ends with 0 if all is well", async () => {
    const here = await place.signedIn(Role.id.Admin)
    const ended = await here.run(["doctor", "--json"])
    expect(ended.code).toBe(0)
    expect(findings(ended).map(({ check, ok }) => [check, ok])).toEqual(
      ["node", "settings", "tokens", "folder", "profile", "reachable", "ready", "clock", "session"].map((check) => [
        check,
        true
      ])
    )
  })

  it("ends with 9 and lists each problem with its fix", async () => {
    const here = place.machine()
    const signedOut = await here.run(["doctor", "--json"])
    expect([signedOut.code, failed(signedOut)]).toEqual([9, ["session"]])
    expect(findings(signedOut).at(-1)).toMatchObject({ detail: `You aren't signed in to ${place.server.address}.` })
    expect(findings(signedOut).at(-1)?.next).toContain("lockdesk auth login")

    mkdirSync(here.settings, { recursive: true })
    writeFileSync(join(here.settings, "config.json"), '{"profiles": 3')
    writeFileSync(join(here.settings, "tokens.json"), "{}")
    chmodSync(join(here.settings, "tokens.json"), 0o644)
    const broken = await here.run(["doctor", "--json"])
    expect([broken.code, failed(broken)]).toEqual([9, ["settings", "tokens", "session"]])
    expect(findings(broken).every(({ ok, next }) => ok || next !== null)).toBe(true)
    expect((await here.run(["whoami"])).code).toBe(1)
    const human = await here.run(["doctor"])
    expect(human.stdout).toMatch(/^FAIL +settings/m)
    expect(human.stderr).toContain("3 of 9 checks failed.")
  })

  it("distinguishes an unreachable host from one that is not Lockdesk", async () => {
    const here = place.machine()
    const away = await here.run(["doctor", "--json", "--host", "http://127.0.0.1:1"])
    expect([away.code, failed(away)]).toEqual([9, ["reachable"]])

    const old = "Thu, 01 Jan 2015 00:00:00 GMT"
    let status = 404
    const other = createServer((_request, response) => {
      response.writeHead(status, { "content-type": "text/html", date: old }).end("<h1>Not here</h1>")
    })
    await new Promise<void>((resolve) => other.listen(0, "127.0.0.1", resolve))
    const host = `http://127.0.0.1:${(other.address() as AddressInfo).port}`
    const wrong = await here.run(["doctor", "--json", "--host", host])
    expect([wrong.code, failed(wrong)]).toEqual([9, ["reachable", "ready", "clock", "session"]])
    const who = await here.run(["whoami", "--host", host])
    expect([who.code, errorOf(who)["code"]]).toEqual([11, "NotLockdesk"])
    // A proxy's page while its server restarts.
    status = 502
    const down = await here.run(["whoami", "--host", host])
    expect([down.code, errorOf(down)]).toMatchObject([
      11,
      { code: "Unreachable", message: `Lockdesk isn't available right now: ${host} returned 502.` }
    ])
    // Its page for an upload above its limit.
    status = 413
    const large = await here.run(["whoami", "--host", host])
    expect([large.code, errorOf(large)]).toMatchObject([
      2,
      { code: "TooLarge", message: `A proxy in front of ${host} refused this request, because it is too large.` }
    ])
    await new Promise((resolve) => other.close(resolve))
  })

  it.each([
    ["disk", "The disk of its data folder is full, so it refuses changes and reveals."],
    ["audit", "It can't write its audit witness file, so it refuses reveals."]
  ])("says why the server isn't ready: %s", async (what, words) => {
    const here = place.machine()
    const full = createServer((request, response) => {
      response.writeHead(request.url === "/readyz" ? 503 : 200, { "content-type": "application/json" })
      response.end(JSON.stringify(request.url === "/readyz" ? { status: "unavailable", what } : { status: "ok" }))
    })
    await new Promise<void>((resolve) => full.listen(0, "127.0.0.1", resolve))
    const host = `http://127.0.0.1:${(full.address() as AddressInfo).port}`
    const ended = await here.run(["doctor", "--json", "--host", host])
    expect(findings(ended).find(({ check }) => check === "ready")).toMatchObject({
      detail: "/readyz returned 503.",
      next: `Check the server's log. ${words}`
    })
    await new Promise((resolve) => full.close(resolve))
  })

  it("names both versions if they differ, where the server doesn't know a command or isn't understood", async () => {
    const here = place.machine()
    const failure = (code: string) => ({ error: "No.", code, requestId: "r1" })
    const answers: Readonly<Record<string, readonly [status: number, body: object]>> = {
      "/healthz": [200, { status: "ok" }],
      "/api/auth/user": [404, failure("NoSuchCall")],
      "/api/facilities": [409, failure("FacilityMoon")],
      "/api/jobs": [200, { success: true, data: "three" }]
    }
    let named: Readonly<Record<string, string>> = { "lockdesk-version": "99.0.0" }
    const newer = createServer(({ url = "" }, response) => {
      const [status, body] = answers[url.split("?")[0] ?? ""] ?? [404, failure("NoSuchCall")]
      response.writeHead(status, { "content-type": "application/json", ...named })
      response.end(JSON.stringify(body))
    })
    await new Promise<void>((resolve) => newer.listen(0, "127.0.0.1", resolve))
    const host = `http://127.0.0.1:${(newer.address() as AddressInfo).port}`
    const { version } = packageFile
    for (const [args, code, what] of [
      [["whoami"], 1, "The server doesn't know this command."],
      [["facilities", "ls"], 11, "The server sent a response that this lockdesk doesn't understand."],
      [["jobs", "ls"], 11, "The server sent a response that this lockdesk doesn't understand."]
    ] as const) {
      const ended = await here.run([...args, "--host", host], { env: { LOCKDESK_TOKEN: "t" } })
      const message = `${what} The server runs Lockdesk 99.0.0, and this is ${version}.`
      expect([args, ended.code, errorOf(ended).message]).toEqual([args, code, message])
    }
    const doctor = await here.run(["doctor", "--json", "--host", host])
    expect(findings(doctor).find(({ check }) => check === "reachable")).toMatchObject({
      ok: true,
      detail: `${host} runs Lockdesk 99.0.0, and this is lockdesk ${version}`
    })
    // A proxy removes the header.
    named = {}
    const unknown = await here.run(["whoami", "--host", host], { env: { LOCKDESK_TOKEN: "t" } })
    expect(errorOf(unknown)).toMatchObject({
      message: `The server doesn't know this command. The server's version isn't known, and this is ${version}.`,
      next: `Check that the server runs ${version}, too.`
    })
    await new Promise((resolve) => newer.close(resolve))
  })

  it("reports a profile that does not exist", async () => {
    const here = place.machine()
    const ended = await here.run(["doctor", "--json", "--profile", "nowhere"])
    expect([ended.code, failed(ended)]).toEqual([9, ["profile"]])
  })

  it("reports a settings folder that can't be written, unless no session is saved there", async () => {
    const here = place.machine()
    // Not even the superuser can create it, and there Node's recursive mkdir never returns.
    const folder = { LOCKDESK_CONFIG_DIR: "/proc/lockdesk" }
    const readOnly = await here.run(["doctor", "--json"], { env: folder })
    expect([readOnly.code, failed(readOnly)]).toEqual([9, ["folder", "session"]])
    const token = await place.server.enter("acme", Role.id.Admin)
    const scheduled = await here.run(["doctor", "--json"], { env: { ...folder, LOCKDESK_TOKEN: token } })
    expect([scheduled.code, failed(scheduled)]).toEqual([0, []])
  })

  it("reports an unavailable database", async () => {
    const database = await postgres.open()
    const own = await openPlace({ home: { ...postgres, open: async () => database } })
    const here = own.machine()
    // Drops it while the server uses it.
    await database.dispose()
    const ended = await here.run(["doctor", "--json"])
    expect(findings(ended).find(({ check }) => check === "ready")).toMatchObject({
      ok: false,
      next: "Check the server's log. Its database isn't responding."
    })
    await own.close()
  })
})
