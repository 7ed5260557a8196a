import { writeFileSync } from "node:fs"
import { join } from "node:path"
import { setTimeout as pause } from "node:timers/promises"
import { Effect } from "effect"
import { SqlClient } from "effect/sql"
import { describe, expect, it, onTestFinished } from "vitest"
import { Role } from "#core/auth/roles.ts"
import { emailOf, password } from "../support/fixture.ts"
import { DelayingProxy } from "../web/support/DelayingProxy.ts"
import { type Ended, errorOf, machine, type Machine } from "./support/lockdesk.ts"
import { active, register } from "./support/registered.ts"
import { place, sharePlace, user as admin } from "./support/sharePlace.ts"
import { keys, TerminalRun } from "./support/terminal.ts"

/** Enough rows that a job can't finish before it is interrupted. */
const count = 4_000

describe("interrupted work", () => {
  sharePlace(Role.id.Admin)

  /** Waits until the first rows are done. Polls the server's database directly, which is cheap. */
  const begun = async (source: string) => {
    const done = Effect.flatMap(
      SqlClient.SqlClient,
      (sql) => sql`SELECT FROM jobs WHERE source = ${source} AND state = 'applying' AND done > 0`
    )
    // Without the pause, looking would take more of the processor than the job.
    while ((await place.server.run(done)).length === 0) await pause(5)
  }
  /** Ends the lease of a running job, as killing its server would. */
  const stop = (source: string) =>
    place.server.run(
      Effect.flatMap(
        SqlClient.SqlClient,
        (sql) =>
          sql`UPDATE jobs SET runner = 'nobody', runs_until = NULL WHERE source = ${source} AND state = 'applying'`
      )
    )
  /** Runs the printed command line unchanged. */
  const copied = (here: Machine, line: string): Promise<Ended> =>
    here.shell(`lockdesk() { "$LOCKDESK" "$@"; }\n${line}`)
  const lastLine = (text: string): string => text.trimEnd().split("\n").at(-1) ?? ""
  const box = (here: Machine, name: string, serials: ReadonlyArray<string>): string => {
    writeFileSync(join(here.work, name), serials.join("\n"))
    return name
  }
  const activate = (path: string) => ["locks", "activate", "--file", path, "--facility", "Maple St", "--yes"]

  it("resumes with the printed command after Ctrl+C, with the rows of the file", async () => {
    const serials = await register(count)
    const path = box(admin, "it's a box.csv", serials)
    let pid = 0
    const run = admin.runAlone([...activate(path), "--json", "applied,failed"], {
      onStart: (started) => (pid = started)
    })
    await begun(path)
    process.kill(pid, "SIGINT")
    const ended = await run
    await stop(path)
    const line = String(JSON.parse(lastLine(ended.stderr)).resume)
    expect([ended.code, line]).toEqual([
      130,
      `lockdesk locks activate --file 'it'\\''s a box.csv' --resume --json applied,failed --facility 'Maple St' --yes`
    ])
    const resumed = await copied(admin, line)
    expect([resumed.code, JSON.parse(resumed.stdout)]).toEqual([0, { applied: count, failed: 0 }])
    expect(await active(serials)).toEqual([count, count])
    // Run once more, there is nothing to do.
    expect((await copied(admin, line)).code).toBe(0)
  })

  it("resumes by job number if its rows came from a pipe", async () => {
    const serials = await register(count)
    let pid = 0
    const run = admin.runAlone(activate("-"), { stdin: serials.join("\n"), onStart: (started) => (pid = started) })
    await begun("stdin")
    process.kill(pid, "SIGINT")
    const ended = await run
    await stop("stdin")
    const line = String(JSON.parse(lastLine(ended.stderr)).resume)
    expect([ended.code, line]).toEqual([130, expect.stringMatching(/^lockdesk jobs resume \d+$/)])
    expect((await copied(admin, line)).code).toBe(0)
    expect(await active(serials)).toEqual([count, count])
    // Resuming a job that is already done is not an error.
    const again = await copied(admin, line)
    expect([again.code, again.stderr]).toEqual([0, expect.stringContaining("already done")])
  })

  it("is named in the last line at a terminal", async () => {
    const serials = await register(count)
    const path = box(admin, "typed.csv", serials)
    const run = new TerminalRun(admin, activate(path))
    await begun(path)
    run.type(keys.interrupt)
    expect(await run.ends(), run.screen.text).toBe(130)
    const printed = lastLine(run.screen.text)
    expect(printed).toBe("Resume: lockdesk locks activate --file typed.csv --resume --facility 'Maple St' --yes")
    expect((await copied(admin, printed.replace("Resume: ", ""))).code).toBe(0)
    expect(await active(serials)).toEqual([count, count])
  })

  it("waits for a server that is away, as during a restart, and resumes with the printed command after Ctrl+C", async () => {
    const proxy = await DelayingProxy.open(place.server.address)
    onTestFinished(() => proxy.close())
    const here = machine(proxy.address)
    onTestFinished(() => here.dispose())
    await here.run(["auth", "login", "--email", emailOf("acme", Role.id.Admin)], { stdin: password })
    const serials = await register(count)
    const run = new TerminalRun(here, activate(box(here, "away.csv", serials)))
    await begun("away.csv")
    proxy.goDown()
    await run.shows("Waiting for the server (")
    proxy.comeBack()
    expect(await run.ends(), run.screen.text).toBe(0)
    expect(await active(serials)).toEqual([count, count])

    const others = await register(count)
    const lost = new TerminalRun(here, activate(box(here, "lost.csv", others)))
    await begun("lost.csv")
    proxy.goDown()
    await lost.shows("Waiting for the server (")
    lost.type(keys.interrupt)
    expect(await lost.ends(), lost.screen.text).toBe(130)
    proxy.comeBack()
    expect((await copied(here, lastLine(lost.screen.text).replace("Resume: ", ""))).code).toBe(0)
    expect(await active(others)).toEqual([count, count])
  })

  it("says how far a batch came that stopped, and continues it when the command is repeated", async () => {
    // More rows, because the server does those of a batch without waiting for the terminal.
    const serials = await register(5 * count)
    const batch = "BOX-7"
    await place.server.sql(
      (sql) => sql`UPDATE registry SET batch = ${batch} WHERE serial = ANY(${[...serials]}::text[])`
    )
    const line = ["locks", "activate-batch", batch, "--facility", "Maple St"]
    const run = admin.run(line)
    await begun(`batch ${batch}`)
    await stop(`batch ${batch}`)
    const stopped = await run
    const { message, next } = errorOf(stopped)
    expect([stopped.code, stopped.stdout, message, next]).toEqual([
      7,
      "",
      expect.stringMatching(/^Job \d+ with the same rows isn't finished: \d+ of 20000 are done\.$/),
      expect.stringMatching(/^Run the command again to continue it, or cancel it with lockdesk jobs cancel \d+\.$/)
    ])
    const again = await admin.run(line)
    expect([again.code, again.stderr]).toEqual([0, expect.stringContaining("20000 Locks successfully activated")])
  })

  it("prints no command if nothing is unfinished", async () => {
    const wrong = await admin.run(activate("nowhere.csv"))
    expect([wrong.code, errorOf(wrong)["resume"]]).toEqual([2, undefined])
    const dry = box(admin, "dry.csv", ["10000001"])
    const nowhere = await admin.run(["locks", "set-status", "--file", dry, "--dry-run", "--host", "http://127.0.0.1:9"])
    expect([nowhere.code, errorOf(nowhere)["resume"]]).toEqual([11, undefined])
  })
})
