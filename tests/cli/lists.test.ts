import { stripVTControlCharacters } from "node:util"
import { Effect } from "effect"
import { SqlClient } from "effect/sql"
import { beforeAll, describe, expect, it } from "vitest"
import { Role } from "#core/auth/roles.ts"
import { makeFacility } from "../support/fixture.ts"
import { errorOf } from "./support/lockdesk.ts"
import { there } from "./support/place.ts"
import { place, sharePlace, user as admin } from "./support/sharePlace.ts"
import { TerminalRun } from "./support/terminal.ts"

const longName = "The Storage Place at the Corner of Maple Street and the Old Harbor Road, Building Number Seven"
const added = 1200

const linesOf = (text: string): ReadonlyArray<string> => text.split("\n").filter((line) => line !== "")

describe("lists", () => {
  sharePlace(Role.id.Admin)
  beforeAll(async () => {
    await place.server.run(
      Effect.gen(function* () {
        for (let nth = 1; nth < added; nth++) yield* makeFacility(place.companyID, `Yard ${nth}`)
        yield* makeFacility(place.companyID, longName)
        const sql = yield* SqlClient.SqlClient
        yield* sql`
          SELECT count(*) FROM generate_series(1, 1200) AS n, LATERAL append_audit(${place.companyID}::int + 0 * n,
            '2026-01-02T00:00:00.000Z', NULL, 'locks.activate', 'w' || n, '{}', ''::bytea)`
      })
    )
  })
  /** The output of a run at a terminal, as lines without wrapping. */
  const atTerminal = async (args: ReadonlyArray<string>, env: Readonly<Record<string, string>> = {}) => {
    const run = new TerminalRun(admin, args, env)
    expect(await run.ends()).toBe(0)
    return linesOf(stripVTControlCharacters(run.screen.raw).replaceAll("\r", ""))
  }
  const all = added + 3

  it("stop at a hundred rows at a terminal, in a pipe and in JSON, and say so", async () => {
    const remark = "100 of 1,203 · --all for all, --search to narrow"
    const lines = await atTerminal(["facilities", "ls"])
    expect(lines.length).toBe(102)
    expect(lines.at(-1)).toBe(remark)
    const piped = await admin.run(["facilities", "ls"])
    expect([linesOf(piped.stdout).length, piped.stderr]).toEqual([101, `${remark}\n`])
    const json = await admin.run(["facilities", "ls", "--json", "facilityName"])
    expect([JSON.parse(json.stdout).length, json.stderr]).toEqual([100, `${remark}\n`])
  })

  it("accept --limit, --all and --search", async () => {
    expect((await atTerminal(["facilities", "ls", "--all"])).length).toBe(all + 1)
    const whole = await admin.run(["facilities", "ls", "--all"])
    expect([linesOf(whole.stdout).length, whole.stderr]).toEqual([all + 1, ""])
    const two = await admin.run(["facilities", "ls", "--limit", "2", "--json", "facilityID"])
    expect([JSON.parse(two.stdout).length, two.stderr]).toEqual([2, "2 of 1,203 · --all for all, --search to narrow\n"])
    const found = await admin.run(["facilities", "ls", "--search", "M\u00c1PLE", "--json", "facilityName"])
    expect(
      JSON.parse(found.stdout)
        .map((row: { facilityName: string }) => row.facilityName)
        .toSorted()
    ).toEqual(["Maple Court", "Maple St", longName])
    const none = await admin.run(["facilities", "ls", "--search", "nowhere"])
    expect([none.stdout, none.stderr]).toEqual(["", "No facilities match 'nowhere'.\n"])
    const both = await admin.run(["facilities", "ls", "--all", "--limit", "2"])
    expect([both.code, errorOf(both).field]).toEqual([2, "limit"])
  })

  it("fetch more rows than one response has", async () => {
    const locks = await admin.run(["locks", "ls", "--limit", "1", "--json", "serialCode"])
    expect([JSON.parse(locks.stdout).length, locks.stderr]).toEqual([1, "1 of 4 · --all for all, --search to narrow\n"])
    const one = await admin.run(["locks", "ls", "--search", there.overlocked, "--ndjson"])
    expect(linesOf(one.stdout)).toHaveLength(1)
    const cut = await admin.run(["audit", "ls", "--json", "seq"])
    expect([JSON.parse(cut.stdout).length, cut.stderr]).toEqual([100, expect.stringMatching(/^100 of \d,\d+ · --all/)])
    const whole = await admin.run(["audit", "ls", "--all", "--json", "seq"])
    const numbers = JSON.parse(whole.stdout).map((row: { seq: number }) => row.seq)
    expect(whole.stderr).toBe("")
    expect(numbers.at(-1)).toBe(1)
    expect(new Set(numbers).size).toBe(numbers[0])
    const limited = await admin.run(["audit", "ls", "--limit", "1100", "--json", "seq"])
    expect(JSON.parse(limited.stdout)).toHaveLength(1100)
  })

  it("fit the terminal's width, or that in COLUMNS", async () => {
    for (const [columns, env] of [
      [100, {}],
      [60, { COLUMNS: "60" }],
      [48, { COLUMNS: "48" }]
    ] as const) {
      const lines = await atTerminal(["facilities", "ls", "--search", "Corner"], env)
      expect(Math.max(...lines.slice(0, 2).map((line) => line.length))).toBeLessThanOrEqual(columns)
      expect(lines[0]).toMatch(/^ID +NAME .*LOCKS +ACTIVE$/)
      expect(lines[1]).toMatch(/^\d+ +The Stor[^…]*….* 0 +yes$/)
    }
    const help = await atTerminal(["locks", "--help"], { COLUMNS: "48" })
    expect(Math.max(...help.slice(help.indexOf("Verbs:")).map((line) => line.length))).toBeLessThanOrEqual(48)
    const piped = await admin.run(["facilities", "ls", "--search", "Corner"], { env: { COLUMNS: "60" } })
    expect(piped.stdout).toContain(longName)
  })

  it("never shorten codes and states, and name the columns that do not fit", async () => {
    const lines = await atTerminal(["locks", "ls", "--facility", "Maple St"], { COLUMNS: "40" })
    expect(Math.max(...lines.map((line) => line.length))).toBeLessThanOrEqual(40)
    expect(lines[1]).toMatch(/^1000000\d /)
    expect(lines.join(" ")).toMatch(/ There is no room for .*Updated.*\. Make the window wider, or use --json\.$/)
  })
})
