import { writeFileSync } from "node:fs"
import { join } from "node:path"
import { Effect } from "effect"
import { SqlClient } from "effect/sql"
import { beforeAll, describe, expect, it } from "vitest"
import { Role } from "#core/auth/roles.ts"
import { errorsPath } from "#cli/commands/registry/ErrorsFile.ts"
import type { Machine } from "./support/lockdesk.ts"
import { there } from "./support/place.ts"
import { file, place, sharePlace, user as admin } from "./support/sharePlace.ts"

const [registered] = there.registered
const files = {
  "serials.csv": ["serial", registered, "1048223"],
  "available.csv": ["serial", there.available],
  "units.csv": ["serial,unit", `${there.twins[0]},C-1`],
  "colors.csv": ["serial,color", `${there.available},Red`],
  "codes.csv": ["serialCode,unlockCode", `${there.available},7391`],
  "returned.csv": ["serialCode,status", `${there.available},Available`],
  "shipment.csv": ["serialCode,unlockCode", "20000001,0417"],
  "sites.csv": ["Name,Phone,Address,Notes", "Dry Yard,5550100200,1 Dry Rd,x"]
}

/** Each command that takes a file, or a whole job or batch. */
const lines: ReadonlyArray<readonly [line: string, ...words: ReadonlyArray<string>]> = [
  ["locks activate --file serials.csv --facility", "Maple St"],
  ["locks set-status Lost --file available.csv"],
  ["locks set-unit --file units.csv"],
  ["locks set-color --file colors.csv"],
  ["locks set-code --file codes.csv"],
  ["locks transfer --file available.csv --facility", "Maple Court"],
  ["inventory assign --file serials.csv --facility", "Maple St"],
  ["returns process --file returned.csv --recipient owner@acme.example.com"],
  ["registry import shipment.csv"],
  ["facilities import sites.csv --map Notes=city"],
  ["locks activate-batch BOX-1 --facility", "Maple St"],
  ["jobs undo 1"]
]

describe("a dry run of a file", () => {
  sharePlace(Role.id.Admin)
  let site: Machine
  beforeAll(async () => {
    site = await place.signedIn(Role.id.SuperAdmin)
    for (const machine of [admin, site]) {
      for (const [name, rows] of Object.entries(files)) writeFileSync(join(machine.work, name), `${rows.join("\n")}\n`)
    }
    await place.server.run(
      Effect.flatMap(
        SqlClient.SqlClient,
        (sql) => sql`UPDATE registry SET batch = 'BOX-1' WHERE serial = ${there.registered[1]}`
      )
    )
    file("begin.csv", `serial\n${there.overlocked}\n`)
    // The job to undo. It also uses one job number, so that the counter has a row.
    expect((await admin.run(["locks", "set-status", "Lost", "--file", "begin.csv", "--yes"])).code).toBe(0)
  })

  /** Everything that a job, an import or a change would leave behind. */
  const left = () =>
    place.server.run(
      Effect.flatMap(
        SqlClient.SqlClient,
        (sql) => sql`
          SELECT (SELECT count(*) FROM jobs)::int AS jobs, (SELECT count(*) FROM job_rows)::int AS rows,
            (SELECT count(*) FROM imports)::int AS imports, (SELECT count(*) FROM import_mappings)::int AS mappings,
            (SELECT count(*) FROM audit_records WHERE action NOT LIKE 'auth.%')::int AS records,
            (SELECT last FROM job_counters WHERE company_id = ${place.companyID}) AS number,
            (SELECT count(*) FROM facilities)::int AS facilities, (SELECT count(*) FROM registry)::int AS registry,
            (SELECT string_agg(concat_ws(' ', serial, status, unit, color, facility_id), ', ' ORDER BY serial) FROM locks) AS locks`
      )
    )

  it.each(lines)("`%s` leaves no job, no number and no audit record", async (line, ...words) => {
    const before = await left()
    const machine = line.startsWith("registry") ? site : admin
    const answer = await machine.run([...line.split(" "), ...words, "--dry-run", "--json"])
    expect([answer.stderr, answer.code]).toEqual([expect.stringContaining("Dry run: nothing was "), expect.any(Number)])
    expect([0, 1, 8]).toContain(answer.code)
    expect(answer.stdout).not.toMatch(/"(jobID|importID)": ?\d/)
    expect(await left()).toEqual(before)
  })

  it("writes the failed rows too", async () => {
    const dry = await admin.run([
      "locks",
      "activate",
      "--file",
      "serials.csv",
      "--facility",
      "Maple St",
      "--dry-run",
      "--json"
    ])
    expect([dry.code, JSON.parse(dry.stdout)]).toEqual([
      8,
      {
        jobID: null,
        file: "serials.csv",
        rows: 2,
        applied: 1,
        unchanged: 0,
        failed: 1,
        errorsFile: "serials.errors.csv",
        dryRun: true
      }
    ])
  })

  it.each([
    ["box.csv", "box.errors.csv"],
    ["box.xlsx", "box.errors.csv"],
    ["box.ods", "box.errors.csv"],
    ["box.errors.csv", "box.errors-2.csv"]
  ])("of %s has its failed rows in %s", (source, errors) => expect(errorsPath(source)).toBe(errors))
})
