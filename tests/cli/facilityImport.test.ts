import { statSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { Effect, Schedule } from "effect"
import { SqlClient } from "effect/sql"
import { describe, expect, it } from "vitest"
import { Role } from "#core/auth/roles.ts"
import { errorOf } from "./support/lockdesk.ts"
import { file, place, read, sharePlace, user as admin } from "./support/sharePlace.ts"

describe("importing facilities from the terminal", () => {
  sharePlace(Role.id.Admin)

  const run = (...args: ReadonlyArray<string>) => admin.run(["facilities", "import", ...args])
  const names = () =>
    place.server.run(
      Effect.gen(function* () {
        const sql = yield* SqlClient.SqlClient
        const found = yield* sql<{ name: string }>`SELECT name FROM facilities ORDER BY facility_id OFFSET 3`
        return found.map(({ name }) => name)
      })
    )
  const facts = (stdout: string) => JSON.parse(stdout) as Record<string, unknown>
  const lines = [
    "Store,Main line,Street",
    "Cedar Park,5550100200,1 Cedar Rd",
    "Quarry,555,2 Quarry Rd",
    "Mill,5550100202,3 Mill Rd"
  ]

  it("plans a file without changes, imports it with --yes, and accepts the fixed failed rows", async () => {
    const sites = file("sites.csv", lines)
    const map = ["--map", "Store=facilityName,Main line=Phone Number"]
    const dry = await run(sites, ...map, "--dry-run", "--json")
    expect([dry.code, facts(dry.stdout)]).toEqual([
      8,
      {
        importID: null,
        file: "sites.csv",
        rows: 3,
        created: 2,
        updated: 0,
        unchanged: 0,
        failed: 1,
        errorsFile: "sites.errors.csv",
        dryRun: true
      }
    ])
    expect(dry.stderr).toContain("2 facilities will be added; 1 row fails and won't be imported.")
    expect(dry.stderr).toMatch(/Main line\s+Phone Number \((chosen|remembered)\)/)
    expect(dry.stderr).not.toContain("could not be deleted")
    expect(await names()).toEqual([])
    const unasked = await run(sites, ...map, "--no-input")
    expect([unasked.code, unasked.stdout]).toEqual([2, ""])
    expect(await names()).toEqual([])
    const done = await run(sites, ...map, "--yes", "--json")
    expect([done.code, facts(done.stdout)]).toMatchObject([8, { importID: 1, created: 2, failed: 1, dryRun: false }])
    expect(await names()).toEqual(["Cedar Park", "Mill"])
    const undo = await admin.run(["jobs", "undo", "1", "--yes"])
    expect([undo.code, errorOf(undo)]).toMatchObject([
      7,
      {
        code: "UndoRefused",
        message: "Imports of facilities can't be undone.",
        next: "Delete the facilities it added, and edit the ones it updated."
      }
    ])
    const errors = read("sites.errors.csv")
    expect(errors.split("\r\n")[0]).toBe("Store,Main line,Street,error,fix")
    expect(errors).toContain("Quarry,555,2 Quarry Rd,")
    expect(statSync(join(admin.work, "sites.errors.csv")).mode & 0o777).toBe(0o600)
    const fixed = file("sites.errors.csv", [errors.replace("Quarry,555,", "Quarry,5550100201,")])
    const again = await run(fixed, "--yes", "--json")
    expect([again.code, facts(again.stdout)]).toMatchObject([0, { rows: 1, created: 1, failed: 0, errorsFile: null }])
    expect(await names()).toEqual(["Cedar Park", "Mill", "Quarry"])
    const nothing = await run(fixed, "--yes", "--json")
    expect([nothing.code, facts(nothing.stdout)]).toMatchObject([0, { unchanged: 1, created: 0 }])
    expect(nothing.stderr).toContain("1 row has nothing to change.\nNothing to do.")
  })

  it("reads a pipe, resumes an interrupted import, and reports unreadable files", async () => {
    const piped = await admin.run(["facilities", "import", "-", "--yes", "--json"], {
      stdin: "Name,Phone,Address\nPiped,5550100209,9 Pipe Rd\n"
    })
    expect([piped.code, facts(piped.stdout)]).toMatchObject([0, { file: "stdin.csv", created: 1 }])
    const half = "half.csv"
    file(half, Buffer.from("Name,Phone,Address\nHal\xe9,5550100210,9 Half Rd\n", "latin1"))
    const unasked = await run(half, "--no-input")
    expect([unasked.code, unasked.stderr]).toEqual([2, expect.stringContaining("half.csv: Read as Windows-1252.")])
    await place.server.run(
      Effect.gen(function* () {
        const sql = yield* SqlClient.SqlClient
        yield* sql`UPDATE jobs SET state = 'applying' WHERE kind = 'importFacilities' AND source = 'half.csv'`
      })
    )
    const stopped = await run(half, "--yes", "--json")
    expect([stopped.code, stopped.stdout]).toEqual([7, ""])
    expect(errorOf(stopped).next).toContain("--resume")
    const resumed = await run(half, "--resume", "--yes", "--json")
    expect([resumed.code, facts(resumed.stdout)]).toMatchObject([0, { created: 1 }])
    expect(await names()).toContain("Hal\u00e9")
    const missing = await run("nowhere.csv", "--json")
    expect([missing.code, errorOf(missing).code]).toEqual([2, "FileRefused"])
    file("picture.csv", Buffer.from([0x89, 0x50, 0x4e, 0x47]))
    const picture = await run("picture.csv", "--json")
    expect([picture.code, errorOf(picture).code]).toEqual([2, "ImportFileRefused"])
    file("large.csv", Buffer.alloc(2_097_152, 97))
    expect((await run("large.csv", "--json")).stderr).toContain("File must be smaller than 2 MB.")
    const nobody = await run("half.csv", "--map", "Nothing=street", "--json")
    expect([nobody.code, nobody.stdout]).toEqual([2, ""])
  })

  it("leaves secrets out of the failed rows, and says so", async () => {
    const secrets = file("secrets.csv", [
      "Name,Phone,Address,Corporate Code,Username,Password,Location Code",
      "Fir,555,1 Fir Rd,DEMO,demo,never-written,L1"
    ])
    const dry = await run(secrets, "--management-software", "Sitelink by Storable", "--dry-run")
    expect(dry.stderr).toContain("Secrets are left out of the file of failed rows. Type Password there again.")
    const errors = read("secrets.errors.csv")
    expect(errors).toContain("Fir,555,1 Fir Rd,DEMO,demo,,L1")
    expect((await run(file("open.csv", lines), "--dry-run")).stderr).not.toContain("secret")
  })

  it("imports the valid rows around unreadable ones, and accepts those from the errors file", async () => {
    const header = "Name,Phone,Address"
    const rows = [
      "Ragged One,5550100310,1 Ragged Rd",
      "Ragged Two,5550100311,2 Ragged Rd,Suite 5",
      "Ragged Three,5550100312"
    ]
    const done = await run(file("ragged.csv", [header, ...rows]), "--yes", "--json")
    expect([done.code, facts(done.stdout)]).toMatchObject([8, { rows: 3, created: 1, failed: 2 }])
    const errors = read("ragged.errors.csv").split("\r\n")
    expect(errors).toEqual([
      "Name,Phone,Address,extra cell,error,fix",
      expect.stringMatching(/^Ragged Two,5550100311,2 Ragged Rd,Suite 5,"?Row 3 has 4 cells, the header has 3 cells/),
      expect.stringMatching(/^Ragged Three,5550100312,,,"?Address: expected an address/),
      ""
    ])
    const fixed = [
      errors[0] ?? "",
      'Ragged Two,5550100311,"2 Ragged Rd, Suite 5",,,',
      "Ragged Three,5550100312,3 Ragged Rd,,,"
    ]
    const again = await run(file("ragged.errors.csv", fixed), "--yes", "--json")
    expect([again.code, facts(again.stdout)]).toMatchObject([0, { rows: 2, created: 2, failed: 0 }])
  })

  it("prompts for FMS secrets, never takes them from the command line, and refuses users without permission", async () => {
    const sitelink = ["--via-fms", "--management-software", "Sitelink by Storable"]
    const given = ["--corporate-code", "D", "--corporate-username", "d"]
    for (const args of [
      ["--via-fms"],
      ["--via-fms", "--management-software", "Yardi"],
      [...sitelink],
      [...sitelink, ...given, "--no-input"],
      [...sitelink, ...given, "--secret", "x"]
    ]) {
      const answer = await run(...args, "--json")
      expect([args.join(" "), answer.code, answer.stdout]).toEqual([args.join(" "), 2, ""])
    }
    const agent = await place.signedIn(Role.id.CallCenterAgent)
    writeFileSync(join(agent.work, "one.csv"), "Name,Phone,Address\nNo,5550100209,9 No Rd\n")
    expect((await agent.run(["facilities", "import", "one.csv", "--yes"])).code).toBe(5)
  })

  it("says why an import stopped whose company lost a feature after it started", async () => {
    const site = await place.signedIn(Role.id.SuperAdmin)
    const setFacilities = (access: string) =>
      site.run(["companies", "edit", "acme", "--features", `Facilities=${access}`])
    // The start of the import waits for this lock, after it was allowed.
    const lock = "pg_advisory_xact_lock(4711)"
    const stopped = await place.server.run(
      Effect.gen(function* () {
        const sql = yield* SqlClient.SqlClient
        yield* sql.unsafe(
          `CREATE FUNCTION wait() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN PERFORM ${lock}; RETURN NULL; END $$`
        )
        yield* sql.unsafe(
          "CREATE TRIGGER wait AFTER UPDATE ON jobs FOR EACH ROW WHEN (NEW.state = 'applying') EXECUTE FUNCTION wait()"
        )
        const waits = sql`SELECT FROM pg_locks WHERE locktype = 'advisory' AND NOT granted`
        const importing = yield* sql.withTransaction(
          Effect.gen(function* () {
            yield* sql.unsafe(`SELECT ${lock}`)
            const sites = file("late.csv", ["Name,Phone,Address", "Late,5550100214,4 Late Rd"])
            const importing = admin.runAlone(["facilities", "import", sites, "--yes"])
            yield* Effect.repeat(waits, { until: (found) => found.length > 0, schedule: Schedule.spaced("20 millis") })
            yield* Effect.promise(() => setFacilities("Upgradeable"))
            return { importing }
          })
        )
        return yield* Effect.promise(() => importing.importing).pipe(
          Effect.ensuring(Effect.orDie(sql`DROP FUNCTION wait CASCADE`))
        )
      })
    )
    expect([stopped.code, errorOf(stopped)]).toMatchObject([
      1,
      {
        code: "JobStopped",
        message: expect.stringMatching(
          /^Job \d+ stopped at 0 of 1 row\. Your plan includes Facilities, but it is turned off\.$/
        ),
        next: "Renew your subscription or contact support."
      }
    ])
    expect((await setFacilities("plan")).code).toBe(0)
    const [, ...resume] = String(errorOf(stopped)["resume"]).split(" ")
    expect((await admin.run(resume)).code).toBe(0)
    expect(await names()).toContain("Late")
  })
})
