import { readFileSync } from "node:fs"
import { join } from "node:path"
import { Effect } from "effect"
import { XMLParser, XMLValidator } from "fast-xml-parser"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { groupedSerial } from "#core/base/serialText.ts"
import { Role } from "#core/auth/roles.ts"
import { driftKinds } from "#core/drift/driftKinds.ts"
import { UnitStatus } from "#core/fms/fmsSystems.ts"
import { postgres } from "../support/databases.ts"
import { emailOf, password } from "../support/fixture.ts"
import { startTestServer, type TestServer } from "../support/testServer.ts"
import { type DriftIds, drifting, fillDrift, openDriftSimulator } from "../server/drift/driftPlace.ts"
import { built, type Machine, machine } from "./support/lockdesk.ts"
import { keys, TerminalRun } from "./support/terminal.ts"

describe("lockdesk fms diff", () => {
  let simulator: Awaited<ReturnType<typeof openDriftSimulator>>
  let server: TestServer
  let here: Machine
  let at: DriftIds
  beforeAll(async () => {
    built()
    simulator = await openDriftSimulator()
    server = await startTestServer(
      postgres,
      Effect.map(fillDrift(simulator.address), (ids) => {
        at = ids
      }),
      { fms: simulator.settings }
    )
    here = await signedIn(Role.id.Admin)
  })
  afterAll(async () => {
    here.dispose()
    await server.close()
    await simulator.close()
  })

  const signedIn = async (role: (typeof Role.ids)[number]): Promise<Machine> => {
    const one = machine(server.address)
    const { code, stderr } = await one.run(["auth", "login", "--email", emailOf("acme", role)], { stdin: password })
    if (code !== 0) throw new Error(stderr)
    return one
  }
  const diff = (...args: ReadonlyArray<string>) => here.run(["fms", "diff", ...args])

  it("ends with 9 if there are mismatches, each with the command that fixes it", async () => {
    const { code, stdout, stderr } = await diff("Maple Street")
    expect(code).toBe(9)
    const lines = stdout.trimEnd().split("\n")
    expect(lines[0]).toMatch(/^FACILITY\s+MISMATCH\s+UNIT\s+LOCKS\s+FIX$/)
    expect(lines.slice(1).map((line) => line.replaceAll(/\s\s+/g, " | "))).toEqual([
      `Maple Street | Paid but overlocked | A-1 | ${drifting.paidOverlocked} Assigned Overlock | lockdesk locks set-status ${drifting.paidOverlocked} Available`,
      `Maple Street | Rented but locked as vacant | A-5 | ${drifting.rentedVacant} Assigned Vacant | lockdesk locks set-status ${drifting.rentedVacant} Available`,
      `Maple Street | Delinquent without a lock | A-2 | -- | lockdesk locks set-status --unit A-2 ${drifting.spare} 'Assigned Overlock'`,
      `Maple Street | Vacant without a lock | A-3 | -- | lockdesk locks set-status --unit A-3 ${drifting.secondSpare} 'Assigned Vacant'`,
      `Maple Street | Two locks in one unit | A-4 | ${drifting.firstOfTwo} Assigned Overlock, ${drifting.secondOfTwo} Assigned Overlock | lockdesk locks set-status ${drifting.secondOfTwo} Available`,
      `Maple Street | Unit not known to the FMS | A 06 | ${drifting.misspelled} Tenant Using Lock | lockdesk locks set-unit ${drifting.misspelled} A-6`
    ])
    expect(stderr).toMatch(
      /^6 mismatches: 8 units at 1 facility compared, updated \d{4}-\d\d-\d\d \d\d:\d\d [+-]\d{4}\.$/m
    )
  })

  it("accepts --facility in place of the argument", async () => {
    const { code, stdout, stderr } = await diff("--facility", "Maple Street")
    expect({ code, stderr: stderr.slice(0, 13) }).toEqual({ code: 9, stderr: "6 mismatches:" })
    expect(stdout).toContain("Two locks in one unit")
    const both = await diff("--all", "--facility", "Maple Street")
    expect([both.code, both.stderr]).toEqual([2, expect.stringContaining("Give facilities or --all, not both.")])
  })

  it("ends with 0 if everything matches, and says what it could not check", async () => {
    const elm = await diff("Elm Street")
    expect([elm.code, elm.stdout]).toEqual([0, ""])
    expect(elm.stderr).toContain("No mismatches: 1 unit at 1 facility compared")
    const pine = await diff("Pine Street", "--kind", "paid-overlocked")
    expect([pine.code, pine.stdout]).toEqual([0, ""])
    expect(pine.stderr).toContain(
      "Pine Street: Yardi doesn't report delinquent tenants, so paid-overlocked can't be checked."
    )
  })

  it("filters by kind, also for JSON", async () => {
    const { code, stdout } = await diff(
      String(at.maple),
      "--kind",
      "two-locks,unit-unknown",
      "--json",
      "kind,unit,line"
    )
    expect(code).toBe(9)
    expect(JSON.parse(stdout)).toEqual([
      { kind: "two-locks", unit: "A-4", line: `lockdesk locks set-status ${drifting.secondOfTwo} Available` },
      { kind: "unit-unknown", unit: "A 06", line: `lockdesk locks set-unit ${drifting.misspelled} A-6` }
    ])
    const lines = await diff("Maple Street", "--kind", "paid-overlocked", "--ndjson")
    expect(JSON.parse(lines.stdout)).toMatchObject({
      kind: "paid-overlocked",
      facilityID: at.maple,
      locks: [{ serialCode: drifting.paidOverlocked, statusName: "Assigned Overlock" }],
      says: `A-1 is not delinquent, and ${groupedSerial(drifting.paidOverlocked)} (Assigned Overlock) keeps its tenant out.`,
      fix: { command: "locks.setStatus", words: `Set ${groupedSerial(drifting.paidOverlocked)} to Available` }
    })
  })

  it("compares all facilities that can be compared, and lists the others", async () => {
    const { code, stdout, stderr } = await diff("--all", "--json", "facilityName")
    expect(code).toBe(9)
    expect(
      new Set((JSON.parse(stdout) as ReadonlyArray<{ facilityName: string }>).map((row) => row.facilityName))
    ).toEqual(new Set(["Maple Street"]))
    expect(stderr).toContain("Oak Street: Couldn't load the facility's units: Unable to Login to SSM Cloud.")
    expect(stderr).not.toContain("meanwhile")
    expect(stderr).toContain("10 units at 3 facilities compared")
    expect(stderr).not.toMatch(/Reed Street|Sorrel Street/)
    // The one that could be checked matches, but the other couldn't be reached.
    expect((await diff("Elm Street", "Oak Street")).code).toBe(8)
  })

  it("explains why a facility can't be compared, with the error code", async () => {
    for (const [name, code, says] of [
      ["Oak Street", 11, "Unable to Login to SSM Cloud. / Enter the credentials again."],
      ["Sorrel Street", 7, "This facility has no management software"],
      ["Reed Street", 7, "doesn't report units"]
    ] as const) {
      const ended = await diff(name)
      expect([name, ended.code, ended.stdout]).toEqual([name, code, ""])
      const { message, next } = JSON.parse(ended.stderr) as { readonly message: string; readonly next: string }
      expect(`${message} / ${next}`).toContain(says)
      expect(next).not.toContain("type a unit")
    }
  })

  it("writes JUnit, TAP and annotations", async () => {
    const junit = await diff("Maple Street", "Elm Street", "Oak Street", "--format", "junit", "--output", "drift.xml")
    expect([junit.code, junit.stdout]).toEqual([9, ""])
    const text = readFileSync(join(here.work, "drift.xml"), "utf8")
    expect(XMLValidator.validate(text)).toBe(true)
    const { testsuites } = new XMLParser({ ignoreAttributes: false }).parse(text) as {
      testsuites: { testsuite: ReadonlyArray<Record<string, unknown>> }
    }
    expect(testsuites).toMatchObject({ "@_name": "lockdesk fms diff", "@_tests": "8", "@_failures": "7" })
    const oak = testsuites.testsuite.find((suite) => suite["@_name"] === "Oak Street")
    expect(oak).toMatchObject({ testcase: { failure: { "@_type": "auth" } } })
    expect(text).toContain("Unable to Login to SSM Cloud. Enter the credentials again.</failure>")
    expect(text).toContain(`lockdesk locks set-status ${drifting.paidOverlocked} Available`)

    const tap = await diff("Maple Street", "Elm Street", "--format", "tap")
    const lines = tap.stdout.split("\n")
    expect(lines.slice(0, 3)).toEqual(["TAP version 14", "1..7", "not ok 1 - Maple Street, A-1"])
    expect(lines).toContain(`  fix: "lockdesk locks set-status ${drifting.paidOverlocked} Available"`)
    expect(lines).toContain("ok 7 - Elm Street")

    const github = await diff("Maple Street", "--kind", "paid-overlocked", "--format", "github")
    expect(github.stdout.split("\n")[0]).toBe(
      `::error title=Maple Street%2C A-1::A-1 is not delinquent, and ${groupedSerial(drifting.paidOverlocked)} (Assigned Overlock) keeps its tenant out. lockdesk locks set-status ${drifting.paidOverlocked} Available`
    )
  })

  it.each([
    [["fms", "diff"], "Nothing is named to compare."],
    [["fms", "diff", "--all", "maple"], "Give facilities or --all, not both."],
    [["fms", "diff", "--all", "--kind", "paid-overlock"], "Did you mean 'paid-overlocked'?"],
    [["fms", "diff", "--all", "--format", "tap", "--json"], "Use --format or --json, not both."]
  ])("refuses %j", async (args, says) => {
    const { code, stdout, stderr } = await here.run(args)
    expect([code, stdout]).toEqual([2, ""])
    expect((JSON.parse(stderr) as { message: string }).message).toContain(says)
  })

  it("ends with 5 for users who can't see statuses, and with 6 for an unknown facility", async () => {
    const vendor = await signedIn(Role.id.Vendor)
    const { code, stdout } = await vendor.run(["fms", "diff", "--all"])
    expect([code, stdout]).toEqual([5, ""])
    vendor.dispose()
    expect((await diff("Nowhere")).code).toBe(6)
  })

  it("fetches the units again on request", async () => {
    const asked = () => simulator.asked.filter((code) => code === "M1").length
    const before = simulator.unitsOf.get("M1") ?? []
    const times = asked()
    await diff("Maple Street")
    expect(asked()).toBe(times)
    simulator.unitsOf.set(
      "M1",
      before.map((unit) => (unit.name === "A-1" ? { ...unit, status: UnitStatus.id.Delinquent } : unit))
    )
    const { stdout } = await diff("Maple Street", "--refresh", "--json", "kind")
    expect(asked()).toBe(times + 1)
    expect((JSON.parse(stdout) as ReadonlyArray<object>).length).toBe(driftKinds.length - 1)
    simulator.unitsOf.set("M1", before)
    expect((await diff("Maple Street", "--refresh", "--quiet")).code).toBe(9)
  })

  it("reaches a full match by running the printed commands", async () => {
    const { stdout } = await diff("Maple Street", "--json", "line")
    const lines = (JSON.parse(stdout) as ReadonlyArray<{ line: string }>).map(({ line }) => line)
    expect(lines).toHaveLength(driftKinds.length)
    for (const line of lines) {
      const pasted = await here.shell(line.replace(/^lockdesk /, '"$LOCKDESK" '))
      expect([line, pasted.code]).toEqual([line, 0])
    }
    const after = await diff("Maple Street")
    expect([after.code, after.stdout]).toEqual([0, ""])
  })

  it("says what the console notes about a unit, and asks before it puts a second lock there", async () => {
    const [serial, args] = [drifting.paidOverlocked, ["locks", "set-status", drifting.paidOverlocked]]
    const unit = async () => (await here.run(["locks", "show", serial, "--json", "unitNumber"])).stdout
    const before = await unit()
    const refused = new TerminalRun(here, [...args, "Assigned Overlock", "--unit", "a-2"])
    await refused.shows("There are other locks assigned to this unit. Continue?")
    refused.type(`n${keys.enter}`)
    expect([await refused.ends(), await unit()]).toEqual([3, before])
    const piped = await here.run([...args, "Assigned Overlock", "--unit", "A-2"])
    expect([piped.code, piped.stderr]).toEqual([0, "There are other locks assigned to this unit.\n"])
    const again = await here.run([...args, "Assigned Overlock", "--unit", "A-2"])
    expect(again.stderr).toBe("Unchanged: already set.\n")
    const plain = new TerminalRun(here, ["locks", "set-unit", serial, "A-5"])
    expect(await plain.ends()).toBe(0)
    expect(plain.screen.text).toContain("This unit is not delinquent.")
    expect((await here.run(["locks", "set-unit", serial, "A-2", "--yes"])).stderr).toBe("")
  })

  it("warns before a transfer clears the unit of a lock", async () => {
    const transfer = ["locks", "transfer", drifting.paidOverlocked, "--facility", "Elm Street"]
    const moves = "This moves this lock out of Maple Street and clears its unit."
    const stays = new TerminalRun(here, transfer)
    await stays.shows("clears its unit. Continue?")
    stays.type(`n${keys.enter}`)
    expect(await stays.ends()).toBe(3)
    expect(await here.run(transfer)).toMatchObject({ code: 0, stderr: `${moves}\n` })
    expect((await here.run(transfer)).stderr).toBe("Unchanged: already set.\n")
  })
})
