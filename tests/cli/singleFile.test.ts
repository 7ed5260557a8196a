import { copyFileSync, mkdirSync, readdirSync, statSync, utimesSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { machine, root } from "./support/lockdesk.ts"
import { serving } from "./support/serving.ts"

describe("the single built file", () => {
  const here = machine("http://127.0.0.1:1")
  const elsewhere = join(here.work, "elsewhere")
  const file = join(elsewhere, "lockdesk.mjs")
  const run = (args: ReadonlyArray<string>, env: Readonly<Record<string, string>> = {}, stdin = "") =>
    here.runFile(file, args, { cwd: elsewhere, env, stdin })
  beforeAll(async () => {
    // Built in one place and run in another, so it must contain everything it needs.
    const made = join(here.work, "made.mjs")
    const { code, stderr } = await here.runFile(join(root, "scripts/singleFile.ts"), [made])
    if (code !== 0) throw new Error(`it could not be made: ${stderr}`)
    mkdirSync(elsewhere)
    copyFileSync(made, file)
  })
  afterAll(() => here.dispose())

  it("serves console and database, and runs terminal commands, without any other file", async () => {
    const server = await serving(here, file, "--data", join(here.work, "data"), "--demo")
    const page = await fetch(server.address)
    expect([page.status, await page.text()]).toEqual([200, expect.stringContaining('<div id="root">')])
    const env = { LOCKDESK_HOST: server.address }
    expect(await run(["auth", "login", "--email", "admin@maple.example.com"], env, "lockdesk-demo")).toMatchObject({
      code: 0
    })
    const listed = await run(["locks", "ls", "--limit", "2", "--json", "serialCode"], env)
    expect(JSON.parse(listed.stdout)).toHaveLength(2)
    expect(await server.stop("SIGTERM")).toMatchObject({ code: 0 })
  })

  it("unpacks once, even if two start at the same time", async () => {
    const env = { XDG_CACHE_HOME: join(here.work, "cache") }
    const [version, help] = await Promise.all([run(["--version"], env), run(["--help"], env)])
    expect([version, help.code, help.stderr]).toEqual([await run(["--version"]), 0, ""])
    expect(readdirSync(join(env.XDG_CACHE_HOME, "lockdesk"))).toHaveLength(1)
  })

  it("removes versions that were not used for 30 days when it unpacks another", async () => {
    const env = { XDG_CACHE_HOME: join(here.work, "versions") }
    const cache = join(env.XDG_CACHE_HOME, "lockdesk")
    const version = (name: string, days: number) => {
      mkdirSync(join(cache, name), { recursive: true })
      writeFileSync(join(cache, name, "used"), "")
      const at = new Date(Date.now() - days * 86_400_000)
      for (const path of [join(cache, name, "used"), join(cache, name)]) utimesSync(path, at, at)
    }
    version("0123456789abcdef", 31)
    version("fedcba9876543210", 29)
    version("fedcba9876543210.77", 31)
    mkdirSync(join(cache, "other"))
    expect(await run(["--version"], env)).toMatchObject({ code: 0, stderr: "" })
    const kept = ["fedcba9876543210", "other"]
    const [own = "", ...more] = readdirSync(cache).filter((name) => !kept.includes(name))
    expect([own, more, readdirSync(cache)]).toEqual([
      expect.stringMatching(/^[0-9a-f]{16}$/),
      [],
      expect.arrayContaining(kept)
    ])
    version(own, 2)
    await run(["--version"], env)
    expect(Date.now() - statSync(join(cache, own, "used")).mtimeMs).toBeLessThan(60_000)
  })

  it("says what to do if it can't unpack", async () => {
    const inFile = join(here.work, "a-file")
    writeFileSync(inFile, "")
    const { code, stdout, stderr } = await run(["--version"], { XDG_CACHE_HOME: inFile })
    expect([code, stdout]).toEqual([1, ""])
    expect(JSON.parse(stderr)).toMatchObject({ code: "NotInstalled", message: expect.stringContaining(inFile) })
    const nowhere = await run(["--version"], { XDG_CACHE_HOME: "/proc/cache" })
    expect([nowhere.code, JSON.parse(nowhere.stderr).code]).toEqual([1, "NotInstalled"])
  })
})
