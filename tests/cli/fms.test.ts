import { spawn } from "node:child_process"
import { chmodSync, existsSync, readdirSync, readFileSync, statSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { Effect } from "effect"
import { SqlClient } from "effect/sql"
import { XMLParser, XMLValidator } from "fast-xml-parser"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { Role } from "#core/auth/roles.ts"
import type { CompanyId } from "#core/base/ids.ts"
import { Fms, type FmsId, IntegrationMode } from "#core/fms/fmsSystems.ts"
import { FmsConnections } from "#server/fms/FmsConnections.ts"
import { simulatedFields } from "#server/fms/simulators/simulatedFields.ts"
import { postgres } from "../support/databases.ts"
import { emailOf, makeCompany, makeFacility, password } from "../support/fixture.ts"
import { startTestServer, type TestServer } from "../support/testServer.ts"
import { baseUrlOf, openSimulator } from "../server/fms/fmsPlace.ts"
import type { FmsTestResult } from "#core/fms/FmsTestResult.ts"
import { reportText } from "#cli/commands/fms/reports.ts"
import { testReport } from "#cli/commands/fms/testReport.ts"
import { readFmsConfig } from "#cli/local/fmsSettings.ts"
import { bin, built, errorOf, type Machine, machine } from "./support/lockdesk.ts"

/** A name with characters that are special in each format. */
const awkward = 'Elm & <Oak> #1 \\ "50%", a:b'

describe("lockdesk fms", () => {
  let simulator: Awaited<ReturnType<typeof openSimulator>>
  let server: TestServer
  let here: Machine
  let companyID: CompanyId
  let elm = 0
  beforeAll(async () => {
    built()
    simulator = await openSimulator({ latency: [1, 20] })
    const make = Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const connections = yield* FmsConnections
      companyID = (yield* makeCompany("acme")).companyID
      const at = Effect.fnUntraced(function* (name: string, fms: FmsId, code: string) {
        const facilityID = yield* makeFacility(companyID, name)
        yield* sql`UPDATE facilities SET management_software = ${fms} WHERE facility_id = ${facilityID}`
        const fields = simulatedFields(fms, code)
        yield* connections.write(companyID, facilityID, {
          mode: IntegrationMode.id.ViaFms,
          fields: fields.baseUrl === undefined ? fields : { ...fields, baseUrl: baseUrlOf(simulator.address, fms) }
        })
        return facilityID
      })
      yield* at("Maple St", Fms.id.Sitelink, "L1")
      elm = yield* at(awkward, Fms.id.SsmCloud, "L2-auth")
      yield* at("Pine St", Fms.id.StorableEdge, "L3-license")
      yield* makeFacility(companyID, "Oak Lane")
    })
    server = await startTestServer(postgres, make, { fms: simulator.settings })
    here = machine(server.address)
    const { code, stderr } = await here.run(["auth", "login", "--email", emailOf("acme", Role.id.Admin)], {
      stdin: password
    })
    if (code !== 0) throw new Error(stderr)
  })
  afterAll(async () => {
    here.dispose()
    await server.close()
    await simulator.close()
  })

  /** The location code makes the FMS unavailable. */
  const editWhileDown = [
    "facilities",
    "edit",
    "Maple St",
    "--phone",
    "5550100289",
    "--location-code",
    "L1-http",
    "--json",
    "facilityID"
  ]

  it("says in a dry run what would happen if the FMS fails, and schedules no test", async () => {
    const runs = () => server.sql((sql) => sql`SELECT run_id FROM fms_runs`)
    const before = await runs()
    const dry = await here.run([...editWhileDown, "--dry-run"])
    expect(dry.code).toBe(0)
    expect(dry.stderr).toMatch(
      /^Dry run: nothing was changed\.\nWarning: Would be saved, but the FMS connection could not be verified: Unable to connect to/
    )
    expect(dry.stderr).toContain("It would be tested again right after saving, and then on schedule.")
    expect(dry.stderr).not.toMatch(/Saved,|testing it again now/)
    expect(await runs()).toEqual(before)
  })

  it("edits a facility whose FMS fails, and warns that it is unverified", async () => {
    const phone = await here.run(["facilities", "edit", String(elm), "--phone", "5550100288"])
    expect([phone.code, phone.stderr]).toEqual([0, ""])
    const down = await here.run(editWhileDown)
    expect(down.code).toBe(0)
    expect(down.stderr).toMatch(/^Warning: Saved, but the FMS connection could not be verified: Unable to connect to/)
    const wrong = await here.run(["facilities", "edit", "Maple St", "--location-code", "L1-auth", "--json"])
    expect([wrong.code, wrong.stdout]).toEqual([9, ""])
    expect((await here.run(["facilities", "edit", "Maple St", "--location-code", "L1"])).stderr).toBe("")
    const settled = () => server.sql((sql) => sql`SELECT 1 FROM fms_runs WHERE state <> 'done'`)
    await expect.poll(settled, { interval: 20, timeout: 10_000 }).toEqual([])
    await server.sql((sql) => sql`DELETE FROM fms_results`)
  })

  it("ends with 9 if a check failed, and lists failures first", async () => {
    const { code, stdout, stderr } = await here.run(["fms", "test", "--all"])
    expect(code).toBe(9)
    const lines = stdout.trimEnd().split("\n")
    expect(lines).toHaveLength(4)
    expect(lines[0]).toMatch(/^FACILITY\s+FMS\s+STATUS\s+CAUSE\s+LAST TESTED\s+TEST TYPE\s+NEXT$/)
    expect(lines[1]).toMatch(/ \d{4}-\d\d-\d\d \d\d:\d\d [+-]\d{4} /)
    expect(lines[1]).toContain("Unable to Login to SSM Cloud")
    expect(lines[1]).toContain("Enter the credentials again.")
    expect(lines[3]).toMatch(/^Maple St .*Good/)
    expect(stderr).toContain("1 of 3 are good.")
  })

  it("ends with 0 if all named facilities are good", async () => {
    const { code, stdout } = await here.run(["fms", "test", "Maple St", "--format", "json"])
    expect(code).toBe(0)
    expect(JSON.parse(stdout)).toMatchObject([{ facilityName: "Maple St", result: true, manualTest: true }])
  })

  it("accepts several names", async () => {
    const { code, stdout } = await here.run(["fms", "test", "maple", "pine", "--json", "facilityName,stage"])
    expect(code).toBe(9)
    expect(JSON.parse(stdout)).toEqual([
      { facilityName: "Pine St", stage: "facility" },
      { facilityName: "Maple St", stage: null }
    ])
  })

  it("says which named facilities have nothing to test, and refuses an output path that can't be written before testing", async () => {
    const { code, stdout, stderr } = await here.run(["fms", "test", "maple", "Oak", "--json", "facilityName"])
    expect([code, JSON.parse(stdout)]).toEqual([0, [{ facilityName: "Maple St" }]])
    expect(stderr).toContain("Oak Lane has no FMS connection to test.")
    const before = simulator.spent().answers
    const nowhere = await here.run(["fms", "test", "--all", "--format", "junit", "--output", "none/fms.xml"])
    expect([nowhere.code, nowhere.stdout, simulator.spent().answers]).toEqual([1, "", before])
    expect(nowhere.stderr).toContain("folder not found")
  })

  it("writes JUnit XML to a file; failures name the facility, the FMS, the cause and the next step", async () => {
    const { code, stdout } = await here.run(["fms", "test", "--all", "--format", "junit", "--output", "fms.xml"])
    expect([code, stdout]).toEqual([9, ""])
    const text = readFileSync(join(here.work, "fms.xml"), "utf8")
    expect(XMLValidator.validate(text)).toBe(true)
    const { testsuites } = new XMLParser({ ignoreAttributes: false }).parse(text) as {
      testsuites: { "@_tests": string; "@_failures": string; testsuite: ReadonlyArray<Record<string, unknown>> }
    }
    expect(testsuites).toMatchObject({ "@_tests": "3", "@_failures": "2" })
    const ssm = testsuites.testsuite.find((suite) => suite["@_name"] === "SSM Cloud")
    expect(ssm).toMatchObject({
      testcase: {
        "@_classname": "fms.SSM Cloud",
        "@_name": `${awkward} (${elm})`,
        failure: { "@_type": "auth", "@_message": "Unable to Login to SSM Cloud" }
      }
    })
    expect(text).toContain("Enter the credentials again.")
  })

  it("keeps the old report until the new one is written, and its permissions", async () => {
    const path = join(here.work, "kept.xml")
    writeFileSync(path, "old")
    chmodSync(path, 0o640)
    const line = '"$LOCKDESK" fms test maple --format junit --output kept.xml; echo "code $?"'
    // No file can grow, as on a full disk.
    const full = await here.shell(`ulimit -f 0; ${line}`)
    expect([full.stdout, errorOf(full)]).toMatchObject(["code 1\n", { code: "CannotWrite", field: "output" }])
    expect([readFileSync(path, "utf8"), readdirSync(here.work).filter((name) => name.endsWith(".new"))]).toEqual([
      "old",
      []
    ])
    expect((await here.shell(line)).stdout).toBe("code 0\n")
    expect([readFileSync(path, "utf8").slice(0, 5), statSync(path).mode & 0o777]).toEqual(["<?xml", 0o640])
  })

  it("writes TAP and annotations, each with its own escaping", async () => {
    const tap = await here.run(["fms", "test", "--all", "--format", "tap"])
    expect(tap.code).toBe(9)
    const lines = tap.stdout.split("\n")
    expect(lines.slice(0, 2)).toEqual(["TAP version 14", "1..3"])
    expect(lines[2]).toBe('not ok 1 - Elm & <Oak> \\#1 \\\\ "50%", a:b, SSM Cloud')
    expect(lines[3]).toBe("  ---")
    expect(lines).toContain("ok 3 - Maple St, Sitelink by Storable")

    const github = await here.run(["fms", "test", "--all", "--format", "github"])
    expect(github.code).toBe(9)
    expect(github.stdout.split("\n")[0]).toBe(
      '::error title=Elm & <Oak> #1 \\ "50%25"%2C a%3Ab%2C SSM Cloud::Unable to Login to SSM Cloud (auth: invalid). Enter the credentials again.'
    )
    expect(github.stdout).toContain("::notice title=FMS tests::1 of 3 are good\n")
  })

  it("prints only failures with --quiet, or nothing; other report formats stay complete", async () => {
    const quiet = (...args: ReadonlyArray<string>) => here.run(["fms", "test", ...args, "--quiet"])
    const all = await quiet("--all")
    expect([all.code, all.stdout.trimEnd().split("\n").length, all.stderr]).toEqual([9, 3, ""])
    expect(all.stdout).not.toContain("Maple St")
    expect(await quiet("Maple St")).toMatchObject({ code: 0, stdout: "", stderr: "" })
    expect(await quiet("--all", "--fail-on", "new")).toMatchObject({ code: 0, stdout: "", stderr: "" })
    const auth = await quiet("--all", "--fail-on", "auth")
    expect([auth.code, auth.stdout.trimEnd().split("\n").length]).toEqual([9, 2])
    expect((await quiet("--all", "--fail-on", "new", "--format", "tap")).stdout).toContain("1..3")
    expect(JSON.parse((await quiet("--all", "--json")).stdout)).toHaveLength(3)
  })

  it("fails on the requested conditions only", async () => {
    // Both failed before, so neither is new.
    expect((await here.run(["fms", "test", "--all", "--fail-on", "new"])).code).toBe(0)
    expect((await here.run(["fms", "test", "pine", "--fail-on", "auth"])).code).toBe(0)
    expect((await here.run(["fms", "test", String(elm), "--fail-on", "auth"])).code).toBe(9)
  })

  it("does nothing if no connection changed", async () => {
    const { code, stdout, stderr } = await here.run([
      "fms",
      "test",
      "--changed-since",
      new Date().toISOString(),
      "--format",
      "tap"
    ])
    expect([code, stdout]).toEqual([0, "TAP version 14\n1..0\n"])
    expect(stderr).toContain("Nothing to test.")
  })

  it.each([
    [["fms", "test"], "Nothing is named to test."],
    [["fms", "test", "--all", "maple"], "Give facilities or --all, not both."],
    [["fms", "test", "--all", "--format", "xml"], "Format"],
    [["fms", "test", "--all", "--format", "tap", "--json"], "Use --format or --json, not both."],
    [["fms", "test", "--all", "--concurrency", "99"], "Concurrency"],
    [["fms", "results", "--since", "yesterday"], "Since"],
    [["fms", "results", "--since", "2026-02-30T00:00:00Z"], "since"]
  ])("refuses %j", async (args, says) => {
    const { code, stdout, stderr } = await here.run(args)
    expect([code, stdout]).toEqual([2, ""])
    expect((JSON.parse(stderr) as { message: string }).message).toContain(says)
  })

  it("shows the latest result of each facility, and older ones with --history", async () => {
    await here.run(["fms", "test", "Maple St"])
    const since = new Date().toISOString()
    await here.run(["fms", "test", "Maple St"])
    const last = await here.run(["fms", "results", "--json", "facilityName"])
    const names = (JSON.parse(last.stdout) as ReadonlyArray<{ facilityName: string }>).map((row) => row.facilityName)
    expect([names.length, names.toSorted()]).toEqual([3, [awkward, "Maple St", "Pine St"].toSorted()])
    expect(last.stderr).toBe("")
    const one = await here.run(["fms", "results", "--facility", "Maple St", "--json"])
    expect(JSON.parse(one.stdout)).toHaveLength(1)
    const all = await here.run(["fms", "results", "--history", "--facility", "Maple St", "--json", "timestamp"])
    expect((JSON.parse(all.stdout) as ReadonlyArray<unknown>).length).toBeGreaterThan(1)
    expect(((JSON.parse(all.stdout) as ReadonlyArray<{ timestamp: string }>)[0]?.timestamp ?? "") >= since).toBe(true)
  })

  it("marks simulated results in every format", async () => {
    const csv = await here.run(["fms", "test", "Maple St", "--format", "csv"])
    const [heading, firstRow] = csv.stdout.split("\r\n")
    expect(heading).toBe("Facility,FMS,Status,Cause,Last tested,Test type,Next")
    // Files keep instants in ISO 8601; only the table formats them for people.
    expect(firstRow).toMatch(/,\d{4}-\d\d-\d\dT[\d:.]+Z,/)
    const { stdout } = await here.run(["fms", "results", "--facility", "Maple St", "--json"])
    const [row] = JSON.parse(stdout) as ReadonlyArray<FmsTestResult>
    const report = testReport([{ ...(row ?? expect.unreachable()), simulated: true }])
    for (const format of ["table", "csv", "junit", "tap"] as const) {
      expect([format, reportText(format, report)]).toEqual([
        format,
        expect.stringContaining("Sitelink by Storable (simulator)")
      ])
    }
    expect(reportText("json", report)).toContain('"simulated": true')
  })

  it("lists the results since an instant, newest first", async () => {
    const since = new Date().toISOString()
    await here.run(["fms", "test", "Maple St"])
    const { code, stdout } = await here.run(["fms", "results", "--since", since, "--json", "facilityName,result"])
    expect(code).toBe(0)
    expect(JSON.parse(stdout)).toEqual([{ facilityName: "Maple St", result: true }])
    const all = await here.run(["fms", "results", "--history", "--facility", "Maple St", "--limit", "2", "--json"])
    expect(JSON.parse(all.stdout)).toHaveLength(2)
    // The list isn't complete, and stderr says so.
    expect(all.stderr).toBe("The newest 2 · --all for all\n")
  })

  it("shows in a dry run what it would test, and tests nothing", async () => {
    const before = simulator.spent().answers
    const { code, stdout, stderr } = await here.run(["fms", "test", "--all", "--dry-run", "--json"])
    expect([code, stdout]).toEqual([0, "[]\n"])
    expect(stderr).toContain("Dry run: nothing was changed.")
    expect(simulator.spent().answers).toBe(before)
  })

  it("ends with 5 without Write on Facilities", async () => {
    const agent = machine(server.address)
    await agent.run(["auth", "login", "--email", emailOf("acme", Role.id.CallCenterAgent)], { stdin: password })
    const { code, stdout } = await agent.run(["fms", "test", "--all"])
    expect([code, stdout]).toEqual([5, ""])
    agent.dispose()
  })

  it("runs simulators: prints the base URLs, responds, fails as requested, and ends on SIGTERM", async () => {
    const child = spawn(
      process.execPath,
      [bin, "fms", "simulate", "ssm-cloud", "Sitelink", "--fail", "http", "--json"],
      {
        env: { ...here.env },
        stdio: ["ignore", "pipe", "ignore"]
      }
    )
    try {
      const text = await new Promise<string>((resolve, reject) => {
        child.stdout.setEncoding("utf8").once("data", resolve)
        child.once("error", reject)
        child.once("exit", () => reject(new Error("the simulators ended")))
      })
      const rows = JSON.parse(text) as ReadonlyArray<{ fms: string; baseUrl: string }>
      expect(rows.map(({ fms }) => fms)).toEqual(["SSM Cloud", "Sitelink by Storable"])
      const answer = await fetch(`${rows[0]?.baseUrl ?? ""}/ssmws.asmx/GetUnitDetails`, {
        method: "POST",
        body: new URLSearchParams({ strCustomerPassword: "simulator" })
      })
      expect(answer.status).toBe(503)
      const ended = new Promise<number | null>((resolve) => child.once("exit", resolve))
      child.kill("SIGTERM")
      expect(await ended).toBe(0)
    } finally {
      child.kill("SIGKILL")
    }
  })

  it("simulates for a server whose settings file names the simulator", async () => {
    const child = spawn(process.execPath, [bin, "fms", "simulate"], { env: { ...here.env } })
    let errors = ""
    child.stderr.setEncoding("utf8").on("data", (text: string) => (errors += text))
    const line = () => /LOCKDESK_FMS_CONFIG set to a file containing: (\{.*\})$/m.exec(errors)?.[1]
    try {
      await expect.poll(line, { interval: 20, timeout: 20_000 }).toBeDefined()
      const path = join(here.work, "simulated.json")
      writeFileSync(path, line() ?? "")
      const own = await startTestServer(postgres, makeCompany("walk"), { fms: readFmsConfig(path) })
      try {
        const token = await own.enter("walk", Role.id.Admin)
        for (const managementSoftware of [
          Fms.id.Sitelink,
          Fms.id.StorableEdge,
          Fms.id.WebSelfStorage,
          Fms.id.Hummingbird
        ]) {
          const payload = { managementSoftware, ...simulatedFields(managementSoftware, "L1") }
          const { data } = await own.call(token, (api) => api.fms.validate({ query: {}, payload }))
          expect(data).toMatchObject({ result: true, simulated: false })
        }
      } finally {
        await own.close()
      }
    } finally {
      child.kill("SIGTERM")
    }
  })

  it("serves with a settings file, and refuses an invalid one without printing its contents", async () => {
    const path = join(here.work, "fms.json")
    writeFileSync(path, JSON.stringify({ keys: { sitelink: { corporatePassword: 7, secret: "s3cret" } } }))
    const ended = await here.runAlone(["serve", "--port", "0", "--data", join(here.work, "data")], {
      env: { LOCKDESK_FMS_CONFIG: path }
    })
    expect(ended.code).toBe(2)
    expect(errorOf(ended)).toMatchObject({
      code: "ConfigRefused",
      message: `${path}: 'keys.sitelink.secret' isn't a known setting or has an invalid value.`,
      next: expect.stringContaining("It can set schedule, allowedHosts,") as string
    })
    expect(ended.stderr).not.toContain("s3cret")
    expect(existsSync(join(here.work, "data"))).toBe(false)
  })
})
