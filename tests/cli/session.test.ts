import { once } from "node:events"
import { chmodSync, readdirSync, readFileSync, statSync, writeFileSync } from "node:fs"
import { createServer } from "node:http"
import type { AddressInfo } from "node:net"
import { join } from "node:path"
import { text } from "node:stream/consumers"
import { describe, expect, it } from "vitest"
import { Role } from "#core/auth/roles.ts"
import { emailOf, password } from "../support/fixture.ts"
import { errorOf } from "./support/lockdesk.ts"
import { there } from "./support/place.ts"
import { place, sharePlace } from "./support/sharePlace.ts"

const admin = emailOf("acme", Role.id.Admin)

describe("a session in the terminal", () => {
  sharePlace()

  it("starts with a password from stdin and is stored in a file for its owner only", async () => {
    const here = place.machine()
    const ended = await here.run(["auth", "login", "--email", admin], { stdin: `${password}\n` })
    expect(ended).toMatchObject({ code: 0, stdout: "" })
    expect(ended.stderr).toContain(`Signed in to ${place.server.address}`)
    const file = join(here.settings, "tokens.json")
    expect(statSync(file).mode & 0o777).toBe(0o600)
    expect(statSync(here.settings).mode & 0o777).toBe(0o700)
    expect(readFileSync(file, "utf8")).not.toContain(password)
    expect(ended.stderr + ended.stdout).not.toContain(password)

    const who = await here.run(["whoami", "--json", "email,roleID"])
    expect(JSON.parse(who.stdout)).toEqual({ email: admin, roleID: Role.id.Admin })
    expect((await here.run(["auth", "status"])).stdout).toContain(admin)
  })

  it("of an API key shows the key and what it may do, not a person", async () => {
    const owner = await place.signedIn(Role.id.Owner)
    const form = ["--facilities", "Maple St", "--areas", "Locks read, Facilities read", "--expires", "2099-12-31"]
    const made = await owner.run(["api-keys", "create", "Gate sync", ...form, "--json"])
    const { secret } = JSON.parse(made.stdout) as { secret: string }
    const env = { LOCKDESK_TOKEN: secret }
    const here = place.machine()
    for (const line of [["auth", "status"], ["whoami"]]) {
      const { stdout } = await here.run(line, { env })
      for (const fact of [
        /^API key +Gate sync$/m,
        /^Company +acme$/m,
        /^Facilities +Maple St$/m,
        /^Areas +Locks Read, Facilities Read$/m,
        /^May reveal +no$/m,
        /^Expires +(2099-12-31|2100-01-01)/m
      ]) {
        expect(stdout).toMatch(fact)
      }
      expect(stdout).not.toMatch(/Admin|Role|@/)
    }
    const elsewhere = await here.run(["whoami"], { env: { ...env, LOCKDESK_COMPANY: "2" } })
    expect([elsewhere.code, errorOf(elsewhere)]).toMatchObject([
      5,
      {
        code: "NotForApiKeys",
        message: "An API key acts only for its own company. The company is set in LOCKDESK_COMPANY."
      }
    ])
    for (const token of [secret, `${secret.slice(0, -1)}-`, `ldk_live_${"0".repeat(39)}`]) {
      const out = await here.run(["auth", "logout"], { env: { LOCKDESK_TOKEN: token } })
      expect([out.code, out.stderr]).toEqual([
        0,
        expect.stringMatching(/^Nothing to do: LOCKDESK_TOKEN isn't a session/)
      ])
    }
    expect(JSON.parse((await here.run(["auth", "status", "--json"], { env })).stdout)).toMatchObject({
      role: "API key",
      apiKey: { name: "Gate sync", mayReveal: false, expiresOn: expect.stringMatching(/^(2099-12-31|2100-01-01)T/) }
    })
  })

  it("ends on the server and is deleted here; a second sign-out does nothing", async () => {
    const here = await place.signedIn(Role.id.Admin)
    const { stdout: token } = await here.run(["auth", "token"])
    expect(await here.run(["auth", "logout"])).toMatchObject({ code: 0, stdout: "" })
    const ended = await here.run(["whoami"], { env: { LOCKDESK_TOKEN: token.trim() } })
    expect(ended).toMatchObject({ code: 4, stdout: "" })
    expect(errorOf(ended)["next"]).toMatch(
      /^LOCKDESK_TOKEN is set, but it is not valid on http:.* unset it and sign in with: lockdesk auth login/
    )
    const again = await here.run(["auth", "logout"])
    expect(again.code).toBe(0)
    expect(again.stderr).toContain("Nothing to do")
    for (const ended of ["nonsense", token.trim()]) {
      const none = await here.run(["auth", "logout"], { env: { LOCKDESK_TOKEN: ended } })
      expect([none.code, none.stderr]).toEqual([
        0,
        expect.stringMatching(/^Nothing to do: LOCKDESK_TOKEN isn't a session/)
      ])
    }
  })

  it("is deleted here if the server can't be reached, and the command fails", async () => {
    const host = "http://127.0.0.1:1"
    const here = await place.signedIn(Role.id.Admin)
    const file = join(here.settings, "tokens.json")
    writeFileSync(file, readFileSync(file, "utf8").replace(place.server.address, host))
    const ended = await here.run(["auth", "logout", "--host", host])
    expect([ended.code, errorOf(ended)]).toMatchObject([
      11,
      {
        code: "Unreachable",
        message: expect.stringContaining("signed out on this machine, but your session on the server is still active"),
        next: expect.stringContaining("expires on its own")
      }
    ])
    expect(readFileSync(file, "utf8").trim()).toBe("{}")
    const again = await here.run(["auth", "logout", "--host", host])
    expect([again.code, again.stderr]).toEqual([0, expect.stringContaining("Nothing to do")])
  })

  it("is missing without a token: exit 4, empty stdout, one object on stderr", async () => {
    const ended = await place.machine().run(["whoami"])
    expect(ended).toMatchObject({ code: 4, stdout: "" })
    expect(errorOf(ended)).toEqual({
      code: "SignedOut",
      message: `You aren't signed in to ${place.server.address}.`,
      next: "Sign in with: lockdesk auth login",
      field: null,
      row: null,
      requestId: expect.stringMatching(/./)
    })
    const named = place.machine()
    await named.run(["profile", "add", "night", "--host", place.server.address])
    expect(errorOf(await named.run(["whoami", "--profile", "night", "--json"]))["next"]).toBe(
      "Sign in with: lockdesk auth login --profile night"
    )
    for (const command of ["status", "token"]) {
      expect(await place.machine().run(["auth", command])).toMatchObject({ code: 4, stdout: "" })
    }
  })

  it("is not stored after a wrong password: exit 4", async () => {
    const here = place.machine()
    const ended = await here.run(["auth", "login", "--email", admin], { stdin: "not-the-password" })
    expect(ended).toMatchObject({ code: 4, stdout: "" })
    expect(errorOf(ended)["code"]).toBe("WrongCredentials")
    expect((await here.run(["auth", "token"])).code).toBe(4)
  })

  it("names a missing input instead of waiting for it", async () => {
    const here = place.machine()
    const noEmail = await here.run(["auth", "login"], { stdin: password })
    expect([noEmail.code, errorOf(noEmail)["code"], errorOf(noEmail)["field"]]).toEqual([2, "MissingInput", "email"])
    const noPassword = await here.run(["auth", "login", "--email", admin, "--no-input"])
    expect([noPassword.code, errorOf(noPassword)["field"]]).toEqual([2, "password"])
  })

  it("accepts no password or token on the command line", async () => {
    const here = place.machine()
    for (const flag of ["--password", "--token"]) {
      const ended = await here.run(["auth", "login", "--email", admin, flag, "hunter22"])
      expect([ended.code, errorOf(ended)["code"]]).toEqual([2, "SecretOnCommandLine"])
      expect(ended.stderr).not.toContain("hunter22")
    }
  })

  it("prefers LOCKDESK_TOKEN to the file", async () => {
    const here = await place.signedIn(Role.id.Admin)
    const token = await place.server.signIn("acme", Role.id.Owner)
    // As a secret that was read from a file with its line break.
    const { stdout } = await here.run(["whoami", "--json", "email"], { env: { LOCKDESK_TOKEN: `${token}\r\n` } })
    expect(JSON.parse(stdout)).toEqual({ email: emailOf("acme", Role.id.Owner) })
    const two = await here.run(["whoami"], { env: { LOCKDESK_TOKEN: `${token}\n${token}` } })
    expect([two.code, errorOf(two)]).toMatchObject([2, { code: "InvalidInput", field: "LOCKDESK_TOKEN" }])
    expect(two.stderr).not.toContain(token)
  })

  it("is sent only to the host that issued it", async () => {
    const here = await place.signedIn(Role.id.Admin)
    const other = place.server.address.replace("127.0.0.1", "localhost")
    const ended = await here.run(["whoami", "--host", other])
    expect([ended.code, errorOf(ended)["code"]]).toEqual([4, "SignedOut"])
    expect((await here.run(["auth", "status", "--host", other])).stderr).toContain(
      `belongs to ${place.server.address}, not to ${other}`
    )
  })

  it("is not used if others could have read it", async () => {
    const here = await place.signedIn(Role.id.Admin)
    const file = join(here.settings, "tokens.json")
    chmodSync(file, 0o640)
    const ended = await here.run(["whoami"])
    expect(ended).toMatchObject({ code: 1, stdout: "" })
    expect(errorOf(ended)).toMatchObject({ code: "TokensExposed", next: expect.stringContaining("chmod 600") })
    chmodSync(file, 0o600)
    expect((await here.run(["whoami"])).code).toBe(0)
  })

  it("is not used or stored in a folder in which others can replace it", async () => {
    const here = await place.signedIn(Role.id.Admin)
    chmodSync(here.settings, 0o777)
    const login = ["auth", "login", "--email", admin]
    for (const run of [() => here.run(["whoami"]), () => here.run(login, { stdin: password })]) {
      const ended = await run()
      expect(ended).toMatchObject({ code: 1, stdout: "" })
      expect(errorOf(ended)).toMatchObject({
        code: "SettingsExposed",
        message: expect.stringContaining(`${here.settings} (mode 777)`),
        next: expect.stringContaining(`chmod 700 '${here.settings}'`)
      })
    }
    const token = await place.server.signIn("acme", Role.id.Owner)
    expect((await here.run(["whoami"], { env: { LOCKDESK_TOKEN: token } })).code).toBe(0)
    // A host that someone else put there would get the token.
    writeFileSync(join(here.settings, "config.json"), JSON.stringify({ profiles: {} }))
    const planted = await here.run(["whoami"], { env: { LOCKDESK_TOKEN: token } })
    expect([planted.code, errorOf(planted)["code"]]).toEqual([1, "SettingsExposed"])
    chmodSync(here.settings, 0o755)
    expect((await here.run(["whoami"])).code).toBe(0)
  })

  it("belongs to a profile, and is deleted with it", async () => {
    const here = await place.signedIn(Role.id.Admin)
    const env = { LOCKDESK_HOST: "" }
    expect((await here.run(["profile", "add", "work", "--host", place.server.address], { env })).code).toBe(0)
    expect((await here.run(["profile", "add", "work", "--host", place.server.address], { env })).stderr).toContain(
      "Nothing to do"
    )
    expect((await here.run(["profile", "add", "work", "--host", "https://elsewhere.example.com"], { env })).code).toBe(
      7
    )
    expect((await here.run(["whoami", "--profile", "work"], { env })).code).toBe(4)
    const owner = emailOf("acme", Role.id.Owner)
    const login = ["auth", "login", "--profile", "work", "--email", owner]
    expect((await here.run(login, { env, stdin: password })).code).toBe(0)
    expect((await here.run(["profile", "use", "work"], { env })).code).toBe(0)
    expect(JSON.parse((await here.run(["whoami", "--json", "email"], { env })).stdout)).toEqual({ email: owner })
    const listed = JSON.parse((await here.run(["profile", "ls", "--json", "name,inUse,email"], { env })).stdout)
    expect(listed).toContainEqual({ name: "work", inUse: true, email: owner })

    const settings = readFileSync(join(here.settings, "config.json"), "utf8")
    writeFileSync(join(here.settings, "config.json"), settings.slice(1))
    const unreadable = await here.run(["profile", "ls"], { env })
    expect([unreadable.code, unreadable.stdout, errorOf(unreadable)["code"]]).toEqual([1, "", "SettingsUnreadable"])
    writeFileSync(join(here.settings, "config.json"), settings)

    writeFileSync(join(here.settings, "config.json"), settings.replace(place.server.address, "not a url"))
    const wrong = await here.run(["profile", "ls", "--json", "name,host"], { env })
    expect([wrong.code, JSON.parse(wrong.stdout)]).toEqual([
      0,
      expect.arrayContaining([{ name: "work", host: "not a url" }])
    ])
    const next = `Correct it in ${join(here.settings, "config.json")}, or remove the profile with: lockdesk profile rm work`
    expect(wrong.stderr).toBe(`The host of profile work is not a URL: 'not a url'. ${next}\n`)
    const unusable = await here.run(["whoami"], { env })
    expect([unusable.code, errorOf(unusable)["next"]]).toEqual([1, next])
    writeFileSync(join(here.settings, "config.json"), settings)
    expect((await here.run(["profile", "ls"], { env })).stderr).toBe("")

    const unsure = await here.run(["profile", "rm", "work"], { env })
    expect([unsure.code, errorOf(unsure)["field"]]).toEqual([2, "yes"])
    expect((await here.run(["profile", "rm", "work", "--yes"], { env })).code).toBe(0)
    expect(readFileSync(join(here.settings, "tokens.json"), "utf8")).not.toContain(owner)
    // It is there without being saved, as profile ls says.
    expect((await here.run(["profile", "rm", "default", "--yes"], { env })).code).toBe(0)
    const gone = await here.run(["profile", "use", "wrok"], { env })
    expect([gone.code, errorOf(gone)["code"]]).toEqual([6, "NoSuchProfile"])
  })

  it("is kept with its profile when several are added at once", async () => {
    const here = place.machine()
    const env = { LOCKDESK_HOST: "" }
    const names = ["a", "b", "c", "d"]
    const added = await Promise.all(
      names.map((name) => here.runAlone(["profile", "add", name, "--host", place.server.address], { env }))
    )
    expect(added.map(({ code }) => code)).toEqual([0, 0, 0, 0])
    const login = ["auth", "login", "--email", emailOf("acme", Role.id.Owner), "--profile"]
    await Promise.all(names.map((name) => here.runAlone([...login, name], { env, stdin: password })))
    const listed = JSON.parse((await here.run(["profile", "ls", "--json", "name,email"], { env })).stdout)
    const email = emailOf("acme", Role.id.Owner)
    expect(listed).toHaveLength(5)
    expect(listed).toEqual(expect.arrayContaining(names.map((name) => ({ name, email }))))
    expect(readdirSync(here.settings).sort()).toEqual(["config.json", "tokens.json"])
  })

  it("stores the host of a sign-in with --host in that profile only", async () => {
    const here = place.machine()
    const env = { LOCKDESK_HOST: "" }
    const host = place.server.address
    const login = (...more: ReadonlyArray<string>) =>
      here.run(["auth", "login", "--email", admin, "--host", host, ...more], { env, stdin: password })
    const hosts = async () => {
      const { stdout } = await here.run(["profile", "ls", "--json", "name,host"], { env })
      return JSON.parse(stdout) as unknown
    }
    expect((await here.run(["profile", "add", "work", "--host", "https://old.example.com"], { env })).code).toBe(0)
    const first = await login("--profile", "work")
    expect(first).toMatchObject({ code: 0, stdout: "" })
    expect(first.stderr).toContain(`Profile work now uses ${host} instead of https://old.example.com.`)
    expect((await here.run(["whoami", "--profile", "work", "--quiet"], { env })).code).toBe(0)
    expect(await hosts()).toEqual([
      { name: "default", host: "http://127.0.0.1:4400" },
      { name: "work", host }
    ])
    expect((await login()).stderr).toContain(`Profile default now uses ${host} instead of http://127.0.0.1:4400.`)
    expect((await here.run(["whoami", "--json", "email"], { env })).stdout).toContain(admin)
    expect((await login()).stderr).not.toContain("now uses")

    // Flags and the environment still take precedence over a profile, and a host from the environment isn't saved in one.
    const other = host.replace("127.0.0.1", "localhost")
    const elsewhere = { LOCKDESK_HOST: other }
    expect((await here.run(["whoami"], { env: elsewhere })).code).toBe(4)
    expect((await here.run(["whoami", "--host", other], { env })).code).toBe(4)
    const byOption = await here.run(["auth", "login", "--email", admin, "--host", host], {
      env: elsewhere,
      stdin: password
    })
    expect(byOption.stderr).toContain(`LOCKDESK_HOST is set to ${other}.`)
    const there = await here.run(["auth", "login", "--email", admin], { env: elsewhere, stdin: password })
    expect([there.code, there.stderr.includes("now uses")]).toEqual([0, false])
    expect(await hosts()).toEqual([
      { name: "default", host },
      { name: "work", host }
    ])
  })

  it("ends with 11 if the host can't be reached, and describes other problems", async () => {
    const here = place.machine()
    const nobody = await here.run(["whoami", "--host", "http://127.0.0.1:1"])
    expect(nobody).toMatchObject({ code: 11, stdout: "" })
    expect(errorOf(nobody)).toMatchObject({ code: "Unreachable", field: "host" })
    const noAddress = await here.run(["whoami", "--host", "ftp://example.com"])
    expect([noAddress.code, errorOf(noAddress)["code"]]).toEqual([2, "InvalidInput"])
  })

  it("says that a change may have been made if the connection is lost before its whole response arrived", async () => {
    const token = await place.server.enter("acme", Role.id.Admin)
    let cuts: "nothing" | "body" | "ended" | "response" = "nothing"
    let cutMethod = "PUT"
    const proxy = createServer(async (request, response) => {
      const { method = "", url = "", headers } = request
      const sent = { "content-type": "application/json", authorization: headers.authorization ?? "" }
      const body = method === "GET" ? null : await text(request)
      const answer = await fetch(`${place.server.address}${url}`, { method, headers: sent, body })
      const answered = await answer.text()
      const whole = cuts === "nothing" || method !== cutMethod
      if (cuts === "response" && !whole) return response.destroy()
      response.writeHead(answer.status, { "content-type": "application/json" })
      if (whole) return response.end(answered)
      if (cuts === "ended") return response.end(answered.slice(0, -1))
      return response.write(answered.slice(0, -1), () => response.destroy())
    })
    await once(proxy.listen(0, "127.0.0.1"), "listening")
    const host = `http://127.0.0.1:${(proxy.address() as AddressInfo).port}`
    const run = (...args: ReadonlyArray<string>) =>
      place.machine().run([...args, "--host", host], { env: { LOCKDESK_TOKEN: token } })
    for (cuts of ["body", "ended", "response"] as const) {
      cutMethod = "PUT"
      const color = { body: "red", ended: "green", response: "blue" }[cuts]
      const change = await run("locks", "set-color", there.available, color)
      expect([cuts, change.code, errorOf(change)]).toMatchObject([
        cuts,
        11,
        {
          code: "ConnectionLost",
          message: `The connection to ${host} was lost before the whole response arrived. The change may have been made.`,
          next: `Before you try again, see what you did with: lockdesk audit mine --host ${host}`
        }
      ])
      cutMethod = "GET"
      const read = await run("whoami")
      expect([cuts, read.code, errorOf(read)]).toMatchObject([
        cuts,
        11,
        {
          code: "Unreachable",
          message:
            cuts === "ended"
              ? `${host} didn't send its whole response.`
              : `Couldn't reach ${host}: it closed the connection.`
        }
      ])
    }
    cuts = "nothing"
    const changes = await run("audit", "mine", "--limit", "3", "--json", "action")
    expect(JSON.parse(changes.stdout)).toEqual(Array(3).fill({ action: "locks.update" }))
    proxy.close()
  })
})
