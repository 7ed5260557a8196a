import { spawn } from "node:child_process"
import { existsSync, mkdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs"
import { dirname, join } from "node:path"
import { Effect } from "effect"
import { SqlClient } from "effect/sql"
import { XMLParser } from "fast-xml-parser"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { Role } from "#core/auth/roles.ts"
import { type CompanyId, FacilityId } from "#core/base/ids.ts"
import { Fms, IntegrationMode } from "#core/fms/fmsSystems.ts"
import { FmsConnections } from "#server/fms/FmsConnections.ts"
import { simulatedFields } from "#server/fms/simulators/simulatedFields.ts"
import { openSimulator } from "../server/fms/fmsPlace.ts"
import { postgres } from "../support/databases.ts"
import { emailOf, makeCompany, makeFacility, password } from "../support/fixture.ts"
import { startTestServer, type TestServer } from "../support/testServer.ts"
import { bin, built, type Machine, machine, root } from "./support/lockdesk.ts"

const readme = readFileSync(join(root, "cli/terminal.md"), "utf8")

/** The text of the only fenced block in a language. */
const fenced = (language: string): string => {
  const [found, ...more] = [...readme.matchAll(new RegExp(`^\`\`\`${language}\\n(.*?)^\`\`\`$`, "gms"))]
  expect([found?.[1] === undefined, more.length], `the README has one block of ${language}`).toEqual([false, 0])
  return found?.[1] ?? ""
}

/** The README's only placeholder: the server's address. */
const example = "https://lockdesk.example.com"

/** Runs the README's scheduler examples as written. */
describe("the schedules of the README", () => {
  let simulator: Awaited<ReturnType<typeof openSimulator>>
  let server: TestServer
  let here: Machine
  let token = ""
  let facilityID = 0
  let companyID: CompanyId
  beforeAll(async () => {
    built()
    simulator = await openSimulator()
    const make = Effect.gen(function* () {
      companyID = (yield* makeCompany("acme")).companyID
      facilityID = yield* makeFacility(companyID, "Maple St")
      const sql = yield* SqlClient.SqlClient
      yield* sql`UPDATE facilities SET management_software = ${Fms.id.Sitelink}`
    })
    server = await startTestServer(postgres, make, { fms: simulator.settings })
    here = machine(server.address)
    await connect("L1")
    const signIn = await here.run(["auth", "login", "--email", emailOf("acme", Role.id.Admin)], { stdin: password })
    expect(signIn.code, signIn.stderr).toBe(0)
    token = (await here.run(["auth", "token"])).stdout.trim()
    // From here on, no one is signed in on this machine, as a scheduler only has its token.
    rmSync(here.settings, { recursive: true, force: true })
    mkdirSync(join(here.work, "bin"))
    symlinkSync(bin, join(here.work, "bin/lockdesk"))
    // Stands in for the single built file; singleFile.test.ts runs the real one.
    writeFileSync(join(here.work, "lockdesk.mjs"), `import ${JSON.stringify(bin)}\n`)
  })
  afterAll(async () => {
    here.dispose()
    await server.close()
    await simulator.close()
  })

  const connect = (code: string) =>
    server.run(
      Effect.flatMap(FmsConnections, (connections) =>
        connections.write(companyID, FacilityId.make(facilityID), {
          mode: IntegrationMode.id.ViaFms,
          fields: simulatedFields(Fms.id.Sitelink, code)
        })
      )
    )
  const atOurs = (text: string): string => {
    expect(text).toContain(example)
    return text.replaceAll(example, server.address)
  }
  const shell = (line: string, more: { readonly shell: string; readonly env?: Readonly<Record<string, string>> }) => {
    const [command = "", ...args] = more.shell.split(" ")
    // Only the environment a scheduler has: no terminal, no settings.
    const PATH = `${join(here.work, "bin")}:${dirname(process.execPath)}:/usr/bin:/bin`
    const child = spawn(command, [...args, line], { cwd: here.work, env: { PATH, HOME: here.work, ...more.env } })
    let [stdout, stderr] = ["", ""]
    child.stdout.setEncoding("utf8").on("data", (text: string) => (stdout += text))
    child.stderr.setEncoding("utf8").on("data", (text: string) => (stderr += text))
    return new Promise<{ readonly code: number | null; readonly stdout: string; readonly stderr: string }>(
      (resolve, reject) => {
        child.on("error", reject)
        child.on("close", (code) => resolve({ code, stdout, stderr }))
      }
    )
  }

  it("runs the crontab line: 0 while all is good, 9 once for a newly failing connection", async () => {
    const [line = "", ...more] = fenced("crontab")
      .split("\n")
      .filter((each) => each.trim() !== "" && !each.startsWith("#"))
    expect(more).toEqual([])
    const [, times = "", command = ""] = /^((?:\S+ ){5})(.+)$/.exec(line) ?? []
    expect(times.trim().split(" ")).toEqual(["0", "6", "*", "*", "*"])
    // Cron treats a percent sign as the end of the command.
    expect(command).not.toContain("%")
    writeFileSync(join(here.work, ".lockdesk-token"), `${token}\n`, { mode: 0o600 })
    const run = () => shell(atOurs(command), { shell: "/bin/sh -c" })

    // Cron emails any output.
    const good = { code: 0, stdout: "", stderr: "" }
    expect(await run()).toEqual(good)
    await connect("L1-auth")
    const failed = await run()
    expect([failed.code, failed.stdout]).toEqual([
      9,
      expect.stringContaining("Unable to Login to Sitelink by Storable")
    ])
    expect(failed.stdout).toContain("Maple St")
    expect(failed.stdout + failed.stderr).not.toContain(token)
    expect(await run()).toEqual(good)
    await connect("L1")
    expect(await run()).toEqual(good)
    writeFileSync(join(here.work, ".lockdesk-token"), "nobody\n")
    expect((await run()).code).toBe(4)
  })

  it("runs the workflow's steps, which write the report in both cases", async () => {
    const workflow = atOurs(fenced("yaml"))
    const steps = [...workflow.matchAll(/^ +- run: (.+)$/gm)].map(([, step = ""]) => step)
    expect(steps.length).toBeGreaterThan(0)
    const secret = "${{ secrets.LOCKDESK_TOKEN }}"
    expect(workflow).toContain(secret)
    const env = Object.fromEntries(
      [...workflow.matchAll(/^ +(LOCKDESK_[A-Z]+): (.+)$/gm)].map(([, name = "", value = ""]) => [
        name,
        value.replace(secret, token)
      ])
    )
    expect(Object.keys(env).toSorted()).toEqual(["LOCKDESK_HOST", "LOCKDESK_TOKEN"])
    // The file that the `always()` step uploads.
    const report = join(here.work, /path: ([\w.]+)/.exec(workflow)?.[1] ?? "")
    const run = async () => {
      rmSync(report, { force: true })
      // Runs the steps as the CI service does: in bash, stopping at the first failing line.
      const codes: Array<number | null> = []
      for (const step of steps) {
        codes.push((await shell(step, { shell: "bash --noprofile --norc -eo pipefail -c", env })).code)
      }
      return { codes, text: existsSync(report) ? readFileSync(report, "utf8") : "" }
    }
    const suiteOf = (text: string) =>
      (new XMLParser({ ignoreAttributes: false }).parse(text) as { testsuites: { "@_failures": string } }).testsuites

    const good = await run()
    expect([good.codes, suiteOf(good.text)["@_failures"]]).toEqual([[0], "0"])
    await connect("L1-facility")
    const bad = await run()
    expect([bad.codes, suiteOf(bad.text)["@_failures"]]).toEqual([[9], "1"])
    expect(bad.text).toContain("Sitelink by Storable doesn't recognize this facility")
    expect(bad.text).not.toContain(token)
  })
})
