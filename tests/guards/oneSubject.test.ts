import { execFileSync } from "node:child_process"
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { dirname, join } from "node:path"
import { Redacted } from "effect"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { postgres, type TestDatabase } from "../support/databases.ts"
import { files, lines } from "./fixtureSubject.ts"

const root = join(import.meta.dirname, "../..")

/** Starts the server on a database and runs the verb against it, both from source. */
const program = `
import { Effect, Redacted } from "effect"
import { startServer } from "#server/main.ts"
import { main } from "#cli/program.ts"

const [url = "", data = ""] = process.argv.slice(2)
await Effect.runPromise(
  Effect.scoped(
    Effect.gen(function* () {
      const { address } = yield* startServer({ data, port: 0, databaseUrl: Redacted.make(url) })
      process.exitCode = yield* Effect.promise(() => main(["gates", "ls", "--host", address, "--json", "name"]))
    })
  )
)
`

/** Adds a line to a list: as the first entry of an object, or the last of a list of exports. */
const withLine = (text: string, line: string): string =>
  text.includes("= {\n") ? text.replace("= {\n", `= {\n${line}\n`) : `${text}${line}\n`

describe("a subject with one call, one command and one verb", () => {
  let clone = ""
  let database: TestDatabase
  const write = (path: string, text: string): void => {
    mkdirSync(dirname(join(clone, path)), { recursive: true })
    writeFileSync(join(clone, path), text)
  }

  beforeAll(async () => {
    database = await postgres.open()
    clone = mkdtempSync(join(tmpdir(), "lockdesk-subject-"))
    for (const part of ["core", "cli", "package.json", "tsconfig.json"])
      cpSync(join(root, part), join(clone, part), { recursive: true })
    symlinkSync(join(root, "node_modules"), join(clone, "node_modules"))
    for (const [path, text] of Object.entries(files)) write(path, text)
    for (const [path, line] of Object.entries(lines))
      write(path, withLine(readFileSync(join(clone, path), "utf8"), line))
  })
  afterAll(async () => {
    rmSync(clone, { recursive: true, force: true })
    await database.dispose()
  })

  it("needs its own folders and at most three lines elsewhere", () => {
    expect(Object.keys(lines).length).toBeLessThanOrEqual(3)
    for (const line of Object.values(lines)) expect(line).not.toContain("\n")
  })

  it("runs its verb in the terminal through the server", () => {
    write("program.ts", program)
    const { config } = database
    const url = config.kind === "server" ? Redacted.value(config.url) : ""
    const printed = execFileSync(process.execPath, ["program.ts", url, join(clone, "data")], {
      cwd: clone,
      encoding: "utf8",
      timeout: 50_000,
      env: { ...process.env, LOCKDESK_CONFIG_DIR: join(clone, "settings") }
    })
    expect(printed).toContain('"name": "Front gate"')
  })
})
