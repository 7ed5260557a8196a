import { chmodSync, mkdtempSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { dirname, join } from "node:path"
import { Effect } from "effect"
import { SqlClient } from "effect/sql"
import { Role } from "#core/auth/roles.ts"
import { Fms } from "#core/fms/fmsSystems.ts"
import { Sessions } from "#server/auth/Sessions.ts"
import { Imports } from "#server/imports/Imports.ts"
import { JobRuns } from "#server/jobs/JobRuns.ts"
import { makeCompany, userIn } from "../support/fixture.ts"
import type { Bench, BenchRow } from "./Bench.ts"
import { median } from "./median.ts"
import { measuredOn, onBothHomes } from "./benchHomes.ts"

const rows = 10_000
const rounds = 5
/**
 * Unmeasured rounds, followed by a checkpoint. After them, both sides are warm and the database overwrites existing log files,
 * as it does after its first hour. Until then, every 16 MB of log wait for a new file to be filled with zeros.
 */
const warmUps = 5

/** The milliseconds and result of running an effect once. */
const timed = <A, E, R>(effect: Effect.Effect<A, E, R>) =>
  Effect.suspend(() => {
    const began = performance.now()
    return Effect.map(effect, (value) => ({ value, millis: performance.now() - began }))
  })

const cellsOf = (round: number): ReadonlyArray<ReadonlyArray<string>> =>
  Array.from({ length: rows }, (_, nth) => [
    `Site ${round} ${nth}`,
    `555${String(1_000_000 + nth)}`,
    `${nth + 10} Maple St`,
    "Fallowbrook",
    "OR",
    "97301"
  ])

/** One COPY of the same values into the same table with its indexes, from a file the database reads itself. */
const copyRows = Effect.fnUntraced(function* (
  companyID: number,
  cells: ReadonlyArray<ReadonlyArray<string>>,
  place: CopyPlace
) {
  const sql = yield* SqlClient.SqlClient
  writeFileSync(place.here, cells.map((row) => `${[companyID, ...row].join(",")},2026-01-01T00:00:00Z\n`).join(""), {
    mode: 0o644
  })
  return yield* timed(
    sql.unsafe(
      `COPY facilities (company_id, name, phone, street, city, state, zip, created_at) FROM '${place.there}' WITH (FORMAT csv)`
    )
  )
})

/** A file's path for this process and for the database. */
interface CopyPlace {
  readonly here: string
  readonly there: string
}

const measure = (place: CopyPlace) =>
  Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    const sessions = yield* Sessions
    const imports = yield* Imports
    const runs = yield* JobRuns
    const { users } = yield* makeCompany("bench")
    const { companyID: bare } = yield* makeCompany("bare")
    const token = yield* sessions.create({
      userID: userIn(users, Role.id.Owner),
      client: "terminal",
      remember: false,
      fromSso: false
    })
    const session = yield* sessions.find(token, undefined)
    if (session === null) return yield* Effect.die(new Error("no session"))
    const ours: Array<{ readonly checked: number; readonly done: number }> = []
    const base: Array<number> = []
    for (let round = 0; round < warmUps + rounds; round++) {
      if (round === warmUps) yield* sql`CHECKPOINT`
      const cells = cellsOf(round)
      const text = `Facility Name,Phone Number,Address,City,State,Zip\n${cells.map((row) => row.join(",")).join("\n")}\n`
      const bytes = new TextEncoder().encode(text)
      const read = yield* timed(
        imports.upload(session.user, {
          kind: "importFacilities",
          software: Fms.id.NotListed,
          file: { name: "sites.csv", bytes },
          resume: false,
          trial: false
        })
      )
      const { importID } = read.value
      const done = yield* timed(
        Effect.andThen(
          imports.start(session, "importFacilities", importID, "receiving"),
          runs.ended(session.user.companyID, importID)
        )
      )
      const { state, counts, done: went } = yield* imports.show(session.user, "importFacilities", importID)
      if (state !== "done" || went !== rows || counts.create !== rows) {
        return yield* Effect.die(new Error(`${state}: only ${counts.create} of ${went} facilities were made`))
      }
      const copied = yield* copyRows(bare, cells, place)
      if (round < warmUps) continue
      ours.push({ checked: read.millis, done: done.millis })
      base.push(copied.millis)
    }
    return { ours, base }
  })

/** The embedded database sees only its own folder, as its working directory; a server reads what its user may. */
const placeOf = (home: string, folder: string): CopyPlace => {
  if (home === "embedded") return { here: join(folder, "database", "copied.csv"), there: "copied.csv" }
  const open = mkdtempSync(join(tmpdir(), "lockdesk-copy-"))
  chmodSync(open, 0o755)
  const path = join(open, "copied.csv")
  return { here: path, there: path }
}

/** An import of 10,000 facilities: read, checked, planned and committed, with an audit record each. */
export const bench: Bench = {
  name: "import",
  run: async () => {
    const results: Array<BenchRow> = []
    await onBothHomes(async (home) => {
      const { name, folder } = home
      const place = placeOf(name, folder)
      const figures = await measuredOn(home, measure(place)).finally(() => {
        if (name !== "embedded") rmSync(dirname(place.here), { recursive: true, force: true })
      })
      const of = (which: "checked" | "done") => median(figures.ours.map((each) => each[which]))
      results.push({
        what: `${name}, an import of 10,000 facilities, from the file to the last record`,
        unit: "ms",
        ours: median(figures.ours.map(({ checked, done }) => checked + done)),
        baseline: median(figures.base),
        baselineName: "one COPY of the same 10,000 rows into the same table, without checks or records",
        goal: { atMost: 3 },
        note: `medians of ${figures.ours.length}, in turn; read and checked in ${of("checked").toFixed(0)} ms, committed in ${of("done").toFixed(0)} ms`
      })
    })
    return results
  }
}
