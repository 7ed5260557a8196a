import { readFileSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { Effect } from "effect"
import { SqlClient } from "effect/sql"
import { expect, it, onTestFinished } from "vitest"
import { CompanyId } from "#core/base/ids.ts"
import { built, type Ended, errorOf, type Machine, machine } from "../cli/support/lockdesk.ts"
import { emailOf, password } from "../support/fixture.ts"
import { fewTrials, postgres, trials } from "../support/databases.ts"
import { expectRecords } from "./expectRecords.ts"
import { randomFrom, seed } from "../support/random.ts"
import { readRecords } from "./records.ts"
import { startProcess } from "./serverProcess.ts"
import { onStorage, openStorage, stock, workers } from "./storage.ts"

/** The file's rows that can be activated; it also has some that can't. */
const rows = trials > fewTrials ? 20_000 : 4_000
const unknown = 20

/** The most kills per file; after these, the rest runs undisturbed. */
const killsOfAFile = 10

/** The command's JSON result. */
interface Summary {
  readonly applied: number
  readonly failed: number
  readonly errorsFile: string
}

/** Parses the result. Null if it saw no progress for longer than a job's lease, as on an overloaded machine. */
const summaryOf = (ended: Ended): Summary | null => {
  const { code, stdout, stderr } = ended
  expect([code, stderr], "partly done, for some rows are refused").toEqual([8, expect.any(String)])
  if (stdout !== "") return JSON.parse(stdout) as Summary
  expect(errorOf(ended)["code"]).toBe("JobStopped")
  return null
}

it.each([postgres])(
  `$name: a file whose command is killed at any moment and resumed ends like one clean run (seed ${seed})`,
  async (home) => {
    built()
    const random = randomFrom(seed)
    // More than the kills need: a file survives about two of them.
    const files = Math.ceil(trials * 0.75) + 2
    const storage = await openStorage(home)
    onTestFinished(() => storage.dispose())
    const { companyID, facilityIDs, serials } = await onStorage(storage.options, stock((files + 1) * rows))
    const server = await startProcess(storage.options)
    onTestFinished(async () => void (await server.end("SIGKILL")))
    const desk: Machine = machine(server.address)
    onTestFinished(() => desk.dispose())
    const signIn = await desk.run(["auth", "login", "--email", emailOf("acme", workers[0])], { stdin: password })
    expect(signIn.code, signIn.stderr).toBe(0)

    const wrong = (nth: number) => Array.from({ length: unknown }, (_, at) => String(90_000_000 + nth * unknown + at))
    const fileOf = (nth: number): string => {
      const own = serials.slice(nth * rows, (nth + 1) * rows)
      const lines = [...own]
      // Spread over the file, so that some are on each side of every kill.
      for (const [at, serial] of wrong(nth).entries()) lines.splice(Math.floor((at * rows) / unknown), 0, serial)
      const name = `box-${nth}.csv`
      writeFileSync(join(desk.work, name), ["Serial Code", ...lines].join("\n"))
      return name
    }
    const activate = (name: string, onStart: (pid: number) => void = () => undefined) => {
      const args = ["locks", "activate", "--file", name, "--facility", "Maple St", "--yes", "--resume"]
      return desk.runAlone([...args, "--json", "applied,failed,errorsFile"], { onStart })
    }
    const refused = (summary: Summary): ReadonlyArray<string> =>
      readFileSync(join(desk.work, summary.errorsFile), "utf8")
        .trimEnd()
        .split("\r\n")
        .slice(1)
        .map((line) => line.split(",")[0] ?? "")

    // One clean run shows the result all others must reach, and how much time there is for a kill. Later runs may be faster.
    const first = fileOf(0)
    const began = performance.now()
    let clean = summaryOf(await activate(first))
    let whole = performance.now() - began
    while (clean === null) clean = summaryOf(await activate(first))
    expect(clean).toMatchObject({ applied: rows, failed: unknown })
    expect(refused(clean)).toEqual(wrong(0))

    let killed = 0
    let used = 1
    for (let nth = 1; nth <= files && killed < trials; nth++) {
      used += 1
      const name = fileOf(nth)
      let summary: Summary | null = null
      for (let round = 0; summary === null; round++) {
        let timer: NodeJS.Timeout | undefined
        const kills = killed < trials && round < killsOfAFile
        // The server continues on its own, so later rounds are short.
        const within = Math.ceil(round === 0 ? whole : whole / 3)
        const started = performance.now()
        const run = activate(name, (pid) => {
          if (kills) timer = setTimeout(() => process.kill(pid, "SIGKILL"), random(within))
        })
        const ended = await run.catch((error: unknown) => {
          // It ended by SIGKILL and for no other reason.
          expect(String(error)).toContain("ended by SIGKILL")
          killed += 1
          return null
        })
        clearTimeout(timer)
        // The kill came too late.
        if (ended !== null && round === 0) whole = Math.min(whole, performance.now() - started)
        summary = ended === null ? null : summaryOf(ended)
      }
      expect(summary).toMatchObject({ applied: rows, failed: unknown })
      expect(refused(summary)).toEqual(wrong(nth))
    }
    expect(killed, "kills that hit").toBe(trials)
    expect(server.logged()).not.toContain("A request failed")
    await server.end("SIGTERM")

    const records = await onStorage(storage.options, readRecords(CompanyId.make(companyID)))
    // Every lock exists at its facility, with one log line and one record.
    expectRecords(records, [])
    // Locks that weren't activated are still in the registry.
    expect(records.locks.length).toBe(used * rows)
    expect(records.locks.filter((lock) => lock.facilityID !== facilityIDs[0] || !lock.isActive)).toEqual([])
    const jobs = await onStorage(
      storage.options,
      Effect.flatMap(
        SqlClient.SqlClient,
        (sql) => sql<{ readonly state: string; readonly rows: number; readonly applied: number }>`
          SELECT j.state, count(*)::int AS rows, (count(*) FILTER (WHERE r.outcome = 'apply'))::int AS applied
          FROM jobs j JOIN job_rows r USING (job_id) GROUP BY j.job_id, j.state`
      )
    )
    // A file makes a single job, however often it is sent.
    expect(jobs).toEqual(Array.from({ length: used }, () => ({ state: "done", rows: rows + unknown, applied: rows })))
  },
  180_000 + trials * 40_000
)
