import { existsSync, statSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { setTimeout as pause } from "node:timers/promises"
import { Effect } from "effect"
import { SqlClient } from "effect/sql"
import { describe, expect, it } from "vitest"
import { Role } from "#core/auth/roles.ts"
import { errorOf } from "./support/lockdesk.ts"
import { there } from "./support/place.ts"
import { active, register } from "./support/registered.ts"
import { file, place, read, sharePlace, user as admin } from "./support/sharePlace.ts"
import { keys, TerminalRun } from "./support/terminal.ts"

describe("changing many locks from the terminal", () => {
  sharePlace(Role.id.Admin)

  /** Waits until the first lock appears. */
  const begun = async (serials: ReadonlyArray<string>) => {
    // Without the pause, looking would take more of the processor than the job.
    while ((await active(serials.slice(0, 1)))[0] === 0) await pause(10)
  }
  const activate = (name: string, ...more: ReadonlyArray<string>) =>
    admin.run(["locks", "activate", "--file", name, "--facility", "Maple St", ...more])
  const facts = (stdout: string) => JSON.parse(stdout) as Record<string, unknown>

  it("plans a file without changes, applies it with --yes, and accepts the fixed failed rows", async () => {
    const [a = "", b = "", c = ""] = await register(3)
    const box = file("box.csv", [
      "Note,Serial Code,Combination",
      `x,${a},7391`,
      `y,123,7391`,
      `"=1+1",${there.available},7391`,
      `"=2+2",19999999,7391`,
      `z,${b},7391`
    ])
    const dry = await activate(box, "--dry-run", "--json")
    expect([dry.code, facts(dry.stdout)]).toEqual([
      8,
      {
        jobID: null,
        file: "box.csv",
        rows: 5,
        applied: 2,
        unchanged: 1,
        failed: 2,
        errorsFile: "box.errors.csv",
        dryRun: true
      }
    ])
    expect(dry.stderr).toContain("2 of 5 locks will be activated at Maple St; 1 has nothing to change; 2 would fail.")
    expect(await active([a, b])).toEqual([0, 0])

    const done = await activate(box, "--yes", "--json")
    expect([done.code, facts(done.stdout)]).toMatchObject([
      8,
      { jobID: 1, applied: 2, failed: 2, errorsFile: "box.errors.csv", dryRun: false }
    ])
    expect(await active([a, b])).toEqual([2, 2])
    expect(statSync(join(admin.work, "box.errors.csv")).mode & 0o777).toBe(0o600)
    const [head, first, second] = read("box.errors.csv").split("\r\n")
    expect(head).toBe("Note,Serial Code,Combination,error,fix")
    expect(first).toContain("y,123,7391,\"Serial Code must be 8 digits, found '123'.\",")
    expect(second).toContain(`'=2+2,19999999,7391,There was an error activating this lock.`)
    // Cells that may be a combination are never sent to the server.
    const failed = await admin.run(["jobs", "show", "1", "--failed"])
    expect(failed.stdout.split("\r\n")[0]).toBe("Note,Serial Code,error,fix")
    expect(failed.stdout).not.toContain("7391")

    writeFileSync(
      join(admin.work, "box.errors.csv"),
      read("box.errors.csv").replace("y,123,", `y,${c},`).split("\r\n").slice(0, 2).join("\r\n")
    )
    const fixed = await activate("box.errors.csv", "--yes", "--json", "applied,failed,errorsFile")
    expect([fixed.code, facts(fixed.stdout)]).toEqual([0, { applied: 1, failed: 0, errorsFile: null }])
    expect(existsSync(join(admin.work, "box.errors-2.csv"))).toBe(false)
  })

  it("reads a plain list from a pipe, and names missing inputs if there is no terminal", async () => {
    const serials = await register(2)
    const piped = await admin.run(["locks", "activate", "--file", "-", "--facility", "Maple St", "--yes"], {
      stdin: serials.join("\n")
    })
    expect(piped).toMatchObject({ code: 0 })
    expect(piped.stdout).toMatch(/Changed +2/)
    const [c = ""] = await register(1)
    const silent = await admin.run(["locks", "activate", "--file", "-", "--facility", "Maple St"], {
      stdin: `serial\n${c}\n`
    })
    expect([silent.code, errorOf(silent)]).toMatchObject([
      2,
      { code: "MissingInput", field: "yes", next: "Add --yes." }
    ])
    expect(silent.stdout).toBe("")
    expect(await active([c])).toEqual([0, 0])
    const none = await admin.run(["locks", "activate", "--file", "-", "--facility", "Maple St", "--yes"], {
      stdin: "serial\n"
    })
    expect([none.code, none.stderr]).toEqual([0, expect.stringContaining("Nothing to do")])
    // Every row failed.
    const bad = await admin.run(["locks", "activate", "--file", "-", "--facility", "Maple St", "--yes"], {
      stdin: "99999999\n"
    })
    expect(bad.code).toBe(1)
    expect(read("stdin.errors.csv")).toContain("99999999,There was an error activating this lock.")
  })

  it.each([
    [["--file", "nowhere.csv"], "FileRefused", "File not found."],
    [["--file", "wrong.csv"], "FileRefused", "The header row is missing serialCode. It has: name, colour."],
    [
      ["--file", "pipes.csv"],
      "FileRefused",
      "It has: serial|unit.",
      "Separate the cells with commas, semicolons or tabs."
    ],
    [["10482233", "--file", "wrong.csv"], "Usage", "Give a lock or a file, not both."],
    [["10482233", "--resume"], "Usage", "--resume needs a file."]
  ])("refuses %j with exit 2", async (args, code, message, next?: string) => {
    file("wrong.csv", ["name,colour", "a,b"])
    file("pipes.csv", ["serial|unit", "10482233|A1"])
    const ended = await admin.run(["locks", "activate", "--facility", "Maple St", ...args])
    expect([ended.code, ended.stdout, errorOf(ended)]).toMatchObject([
      2,
      "",
      { code, message: expect.stringContaining(message), ...(next === undefined ? {} : { next }) }
    ])
  })

  /** Enough rows that the job is still running when its first locks appear: it writes 2,000 at a time. */
  const long = 6_000

  it("resumes with --resume after being killed and reaches the same result; refuses without it", async () => {
    const serials = await register(long)
    const box = file("long.csv", ["serial", ...serials])
    let pid = 0
    const killed = admin
      .runAlone(["locks", "activate", "--file", box, "--facility", "Maple St", "--yes"], {
        onStart: (started) => (pid = started)
      })
      .catch(() => undefined)
    await begun(serials)
    process.kill(pid, "SIGKILL")
    await killed
    // The server would continue, so this stops the job partway, as killing the server would.
    await place.server.run(
      Effect.flatMap(
        SqlClient.SqlClient,
        (sql) => sql`UPDATE jobs SET runner = 'nobody', runs_until = NULL WHERE source = 'long.csv'`
      )
    )
    const again = await activate(box, "--yes")
    const before = (await active(serials))[0] ?? 0
    if (before < long) {
      expect([again.code, errorOf(again)]).toMatchObject([
        7,
        { code: "JobUnfinished", next: expect.stringMatching(/^Add --resume .* lockdesk jobs cancel \d+\.$/) }
      ])
    }
    const resumed = await activate(box, "--yes", "--resume", "--json", "rows,applied,failed")
    expect([resumed.code, facts(resumed.stdout)]).toEqual([0, { rows: long, applied: long, failed: 0 }])
    expect(await active(serials)).toEqual([long, long])
    const nothing = await activate(box, "--yes", "--resume")
    expect([nothing.code, nothing.stderr]).toEqual([0, expect.stringContaining("Nothing to do")])
    expect(await active(serials)).toEqual([long, long])
  })

  it("ends with 130 when interrupted, and the job continues", async () => {
    const serials = await register(long)
    const box = file("stop.csv", serials)
    let pid = 0
    const run = admin.runAlone(["locks", "activate", "--file", box, "--facility", "Maple St", "--yes"], {
      onStart: (started) => (pid = started)
    })
    await begun(serials)
    process.kill(pid, "SIGINT")
    const ended = await run
    expect([ended.code, ended.stdout, errorOf(ended)["code"]]).toEqual([130, "", "Interrupted"])
    expect(ended.stderr).toMatch(/Job \d+ continues on the server/)
    const jobID = /Job (\d+)/.exec(ended.stderr)?.[1] ?? ""
    const resumed = await admin.run(["jobs", "resume", jobID, "--json", "state,applied"])
    if (resumed.code === 0) expect(facts(resumed.stdout)).toEqual({ state: "done", applied: long })
    // The job finished before it could be resumed.
    else expect([resumed.code, errorOf(resumed)["code"]]).toEqual([7, "JobStateRefused"])
    expect(await active(serials)).toEqual([long, long])
  })

  it("follows a job that the server continues after its database was unavailable", async () => {
    const serials = await register(20)
    file("full.csv", serials)
    const sql = (statement: string) =>
      place.server.run(Effect.flatMap(SqlClient.SqlClient, (client) => client.unsafe(statement)))
    // Plans change locks, too, and roll back.
    await sql(`
      CREATE FUNCTION disk_full() RETURNS trigger LANGUAGE plpgsql AS $$BEGIN
        IF EXISTS (SELECT FROM jobs WHERE state = 'applying') THEN RAISE 'No space left on device' USING ERRCODE = '53100'; END IF;
        RETURN NULL;
      END$$`)
    await sql("CREATE TRIGGER disk_full AFTER INSERT ON locks FOR EACH STATEMENT EXECUTE FUNCTION disk_full()")
    const run = new TerminalRun(admin, ["locks", "activate", "--file", "full.csv", "--facility", "Maple St", "--yes"])
    try {
      await run.shows(/Job \d+ stopped at 0 of 20 rows\. Waiting up to 25 seconds/)
    } finally {
      await sql("DROP FUNCTION disk_full CASCADE")
    }
    expect(await run.ends(), run.screen.text).toBe(0)
    expect(run.screen.text).toMatch(/Changed +20/)
    expect(await active(serials)).toEqual([20, 20])
  })

  it("asks and shows progress at a terminal, and removes the progress bar", async () => {
    const serials = await register(600)
    file("shown.csv", serials)
    const run = new TerminalRun(admin, ["locks", "activate", "--file", "shown.csv", "--facility", "Maple St"])
    await run.shows("600 of 600 locks will be activated at Maple St. Continue?")
    expect(run.screen.text.match(/will be activated/g)).toHaveLength(1)
    run.type(`yes${keys.enter}`)
    expect(await run.ends(), run.screen.text).toBe(0)
    expect(run.screen.raw).toMatch(/of 600 rows/)
    expect(run.screen.text).toMatch(/Changed +600/)
    expect(run.screen.text).not.toContain("of 600 rows")
    const no = new TerminalRun(admin, ["locks", "set-status", "Lost", "--file", "shown.csv"])
    await no.shows("Continue?")
    no.type(`no${keys.enter}`)
    expect(await no.ends()).toBe(3)
  })

  it("asks nothing if no row has anything to do, and ends with the result", async () => {
    const [a = ""] = await register(1)
    file("nothing.csv", [a, "19999998"])
    expect((await activate("nothing.csv", "--yes", "--json")).code).toBe(8)
    file("nothing.csv", ["19999998", "19999997"])
    const failed = await activate("nothing.csv", "--no-input", "--json")
    expect([failed.code, facts(failed.stdout)]).toMatchObject([1, { applied: 0, failed: 2 }])
    file("nothing.csv", [a])
    const done = await activate("nothing.csv", "--no-input", "--json")
    expect([done.code, facts(done.stdout)]).toMatchObject([0, { applied: 0, unchanged: 1, failed: 0 }])
    file("nothing.csv", ["serialCode,unlockCode", "19999998,12"])
    const codes = await admin.run(["locks", "set-code", "--file", "nothing.csv", "--no-input", "--json"])
    expect([codes.code, facts(codes.stdout)]).toMatchObject([1, { applied: 0, failed: 1 }])
  })

  it("continues a job that was left before it started, after its plan is confirmed", async () => {
    const serials = await register(2)
    file("left.csv", serials)
    expect((await activate("left.csv", "--no-input")).code).toBe(2)
    const listed = await admin.run(["jobs", "ls", "--limit", "1"])
    expect(listed.stdout).toContain("Not started")
    const id = /lockdesk jobs resume (\d+), or cancel it: lockdesk jobs cancel \1$/m.exec(listed.stderr)?.[1] ?? ""
    const dry = await admin.run(["jobs", "resume", id, "--dry-run"])
    expect([dry.code, dry.stderr]).toEqual([0, expect.stringContaining("2 of 2 locks will be activated at Maple St.")])
    const silent = await admin.run(["jobs", "resume", id, "--no-input"])
    expect([silent.code, errorOf(silent)]).toMatchObject([2, { code: "MissingInput", field: "yes" }])
    expect(await active(serials)).toEqual([0, 0])
    const resumed = await admin.run(["jobs", "resume", id, "--yes", "--json", "state,applied"])
    expect([resumed.code, facts(resumed.stdout)]).toEqual([0, { state: "done", applied: 2 }])
    expect(await active(serials)).toEqual([2, 2])
  })

  it("doesn't continue a job whose sending was interrupted, and does when the file is sent again", async () => {
    const serials = await register(2)
    file("part.csv", serials)
    expect((await activate("part.csv", "--no-input")).code).toBe(2)
    // As if it had been killed between two rows.
    const id = await place.server.run(
      Effect.gen(function* () {
        const sql = yield* SqlClient.SqlClient
        const [job] = yield* sql<{ id: number; number: number }>`
          UPDATE jobs SET total = 1, planned = 0 WHERE source = 'part.csv' RETURNING job_id AS id, number`
        if (job === undefined) throw new Error("there is no such job")
        yield* sql`DELETE FROM job_rows WHERE job_id = ${job.id} AND row = (SELECT max(row) FROM job_rows WHERE job_id = ${job.id})`
        return job.number
      })
    )
    const listed = await admin.run(["jobs", "ls", "--limit", "1"])
    expect(listed.stderr).toContain(`Job ${id} isn't started: only 1 of 2 rows was sent.`)
    const refused = await admin.run(["jobs", "resume", String(id), "--yes"])
    expect([refused.code, errorOf(refused)]).toMatchObject([7, { code: "JobRowsMissing" }])
    expect(await active(serials)).toEqual([0, 0])
    expect((await activate("part.csv", "--yes")).code).toBe(0)
    expect(await active(serials)).toEqual([2, 2])
  })

  it("lists, shows and cancels jobs", async () => {
    const [a = ""] = await register(1)
    file("later.csv", [a])
    // No one confirms, so it is planned and waits.
    expect((await activate("later.csv", "--no-input")).code).toBe(2)
    const listed = JSON.parse((await admin.run(["jobs", "ls", "--json"])).stdout) as ReadonlyArray<
      Record<string, unknown>
    >
    expect(listed[0]).toMatchObject({
      source: "later.csv",
      state: "receiving",
      total: 1,
      planned: 1,
      createdBy: "Admin acme"
    })
    const id = String(listed[0]?.["jobID"])
    expect((await admin.run(["jobs", "show", id])).stdout).toMatch(/Planned +1 of 1 would change/)
    expect((await admin.run(["jobs", "cancel", id])).stdout).toMatch(/State +Canceled/)
    const refused = await admin.run(["jobs", "resume", id])
    expect([refused.code, errorOf(refused)["code"]]).toEqual([7, "JobStateRefused"])
    expect((await admin.run(["jobs", "show", "999999"])).code).toBe(6)
  })

  it("undoes a job once when it is undone twice at the same time, and both succeed", async () => {
    const serials = await register(3)
    file("undone.csv", serials)
    await activate("undone.csv", "--yes")
    const statusOf = async (serial: string) =>
      (await admin.run(["locks", "show", serial, "--json", "secondaryStatusName"])).stdout
    const lost = await admin.run(["locks", "set-status", "Lost", "--file", "undone.csv", "--yes", "--json", "jobID"])
    const undo = ["jobs", "undo", String(facts(lost.stdout)["jobID"])]
    const asked = new TerminalRun(admin, undo)
    await asked.shows("Continue?")
    const other = await admin.run([...undo, "--yes", "--json", "applied"])
    expect([other.code, facts(other.stdout)]).toEqual([0, { applied: 3 }])
    asked.type(`yes${keys.enter}`)
    expect(await asked.ends(), asked.screen.text).toBe(0)
    expect(asked.screen.text).toMatch(/State +Done/)
    for (const serial of serials) expect(await statusOf(serial)).toContain("Available")
  })

  it("sets statuses from a file, one per row or one for all", async () => {
    const serials = await register(3)
    file("three.csv", serials)
    await activate("three.csv", "--yes")
    const [a = "", b = "", c = ""] = serials
    const rows = file("statuses.csv", ["serial,status,unit", `${a},Assigned Overlock,F-1`, `${b},,`, `${c},asleep,`])
    const none = await admin.run(["locks", "set-status", "--file", rows, "--yes", "--json", "applied,failed"])
    expect([none.code, facts(none.stdout)]).toEqual([8, { applied: 1, failed: 2 }])
    const lost = await admin.run([
      "locks",
      "set-status",
      "Lost",
      "--file",
      rows,
      "--yes",
      "--json",
      "applied,unchanged,failed"
    ])
    expect([lost.code, facts(lost.stdout)]).toEqual([8, { applied: 1, unchanged: 1, failed: 1 }])
    const status = async (serial: string) =>
      facts((await admin.run(["locks", "show", serial, "--json", "secondaryStatusName,unitNumber"])).stdout)
    expect(await status(a)).toEqual({ secondaryStatusName: "Assigned Overlock", unitNumber: "F-1" })
    expect(await status(b)).toEqual({ secondaryStatusName: "Lost", unitNumber: null })
  })

  it("checks the permission before it reads the file", async () => {
    const vendor = await place.signedIn(Role.id.Vendor)
    for (const args of [
      ["locks", "activate", "--file", "nowhere.csv", "--facility", "Maple St"],
      ["locks", "set-status", "Lost", "--file", "nowhere.csv"],
      ["inventory", "assign", "--file", "nowhere.csv", "--facility", "Maple St"]
    ]) {
      const ended = await vendor.run(args)
      expect([args[1], ended.code, errorOf(ended)["code"]]).toEqual([args[1], 5, "AccessDenied"])
    }
  })
})
