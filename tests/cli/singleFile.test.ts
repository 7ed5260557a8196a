import { spawnSync } from "node:child_process"
import { copyFileSync, mkdirSync, readdirSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { machine, root } from "./support/lockdesk.ts"
import { serving } from "./support/serving.ts"

describe("the single built file", () => {
  const here = machine("http://127.0.0.1:1")
  const elsewhere = join(here.work, "elsewhere")
  const file = join(elsewhere, "lockdesk.mjs")
  const run = (args: ReadonlyArray<string>, env: Readonly<Record<string, string>> = {}, input = "") =>
    spawnSync(process.execPath, [file, ...args], {
      cwd: elsewhere,
      env: { ...here.env, ...env },
      encoding: "utf8",
      input
    })
  beforeAll(() => {
    // Built in one place and run in another, so it must contain everything it needs.
    const made = join(here.work, "made.mjs")
    const { status, stderr } = spawnSync(process.execPath, [join(root, "scripts/singleFile.ts"), made], {
      encoding: "utf8"
    })
    if (status !== 0) throw new Error(`it could not be made: ${stderr}`)
    mkdirSync(elsewhere)
    copyFileSync(made, file)
  })
  afterAll(() => here.dispose())

  it("serves console and database, and runs terminal commands, without any other file", async () => {
    const server = await serving(here, file, "--data", join(here.work, "data"), "--demo")
    const page = await fetch(server.address)
    expect([page.status, await page.text()]).toEqual([200, expect.stringContaining('<div id="root">')])
    const env = { LOCKDESK_HOST: server.address }
    expect(run(["auth", "login", "--email", "admin@maple.example.com"], env, "lockdesk-demo").status).toBe(0)
    const listed = run(["locks", "ls", "--limit", "2", "--json", "serialCode"], env)
    expect(JSON.parse(listed.stdout)).toHaveLength(2)
    expect(await server.stop("SIGTERM")).toMatchObject({ code: 0 })
  })

  it("unpacks once, even if two start at the same time", () => {
    const env = { XDG_CACHE_HOME: join(here.work, "cache") }
    const both = spawnSync(
      "bash",
      ["-c", '"$0" "$1" --version & "$0" "$1" --help >/dev/null & wait', process.execPath, file],
      {
        env: { ...here.env, ...env },
        encoding: "utf8"
      }
    )
    expect([both.stdout, both.stderr]).toEqual([run(["--version"]).stdout, ""])
    expect(readdirSync(join(env.XDG_CACHE_HOME, "lockdesk"))).toHaveLength(1)
  })

  it("says what to do if it can't unpack", () => {
    const inFile = join(here.work, "a-file")
    writeFileSync(inFile, "")
    const { status, stdout, stderr } = run(["--version"], { XDG_CACHE_HOME: inFile })
    expect([status, stdout]).toEqual([1, ""])
    expect(JSON.parse(stderr)).toMatchObject({ code: "NotInstalled", message: expect.stringContaining(inFile) })
  })
})
