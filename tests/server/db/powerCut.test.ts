import { Effect } from "effect"
import { SqlClient } from "effect/sql"
import { closeSync, cpSync, existsSync, openSync, readdirSync, readFileSync, statSync, writeSync } from "node:fs"
import { join } from "node:path"
import { describe, expect, it } from "vitest"
import { countOf } from "#core/base/countOf.ts"
import { Database } from "#server/db/Database.ts"
import { withFolder } from "../../support/databaseFolders.ts"
import { savedIds, startChild } from "../../support/databaseChildProcess.ts"
import { embedded, trials } from "../../support/databases.ts"

const stored = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const rows = yield* sql<{ readonly id: number }>`SELECT id FROM entry JOIN mirror USING (id)`
  return new Set(rows.map(({ id }) => id))
})

/** Runs a server, cuts the power, and returns which acknowledged rows are missing on the disk. */
const cutPower = (trial: number, options: { readonly lies?: true; readonly partly?: true } = {}) =>
  withFolder(async (parent) => {
    const { config, dispose } = await embedded.open()
    const folder = config.kind === "embedded" ? config.folder : ""
    const image = join(parent, "image")
    cpSync(folder, image, { recursive: true })
    const child = await startChild("commit", folder, {
      before: [
        "env",
        `LOCKDESK_CUT_FROM=${folder}`,
        `LOCKDESK_CUT_TO=${image}`,
        ...(options.lies ? ["LOCKDESK_CUT_LIES=1"] : [])
      ],
      nodeArguments: ["--import", join(import.meta.dirname, "../../support/databasePowerCut.ts")]
    })
    const enough = 20 + ((trial * 131) % 400)
    await child.until((lines) => lines.length >= enough)
    await child.kill("SIGKILL")
    if (options.partly) writeBackPartly(join(folder, "database"), join(image, "database"), random(trial))
    const saved = savedIds(child.lines)
    const rows = await Effect.runPromise(
      Effect.provide(stored, Database.layer({ kind: "embedded", folder: image })).pipe(
        Effect.catchTag("SqlError", (error) =>
          // The table itself may be lost.
          error.reason._tag === "SqlSyntaxError" ? Effect.succeed(new Set<number>()) : Effect.fail(error)
        )
      )
    )
    await dispose()
    return { saved: saved.length, lost: saved.filter((id) => !rows.has(id)).length }
  })

/** Writes random pages, about half of what was written but not synced, to the image anyway. */
const writeBackPartly = (written: string, image: string, next: () => number): void => {
  const page = 4096
  for (const name of readdirSync(written)) {
    const [source, target] = [join(written, name), join(image, name)]
    if (!existsSync(target)) continue
    if (statSync(source).isDirectory()) {
      writeBackPartly(source, target, next)
      continue
    }
    const [whole, synced] = [readFileSync(source), readFileSync(target)]
    const fd = openSync(target, "r+")
    for (let at = 0; at < whole.length; at += page) {
      const bytes = whole.subarray(at, at + page)
      if (!bytes.equals(synced.subarray(at, at + page)) && next() < 0.5) writeSync(fd, bytes, 0, bytes.length, at)
    }
    closeSync(fd)
  }
}

/** Numbers in [0, 1) that are the same in every run (mulberry32). */
const random = (seed: number) => () => {
  seed = (seed + 0x6d2b79f5) | 0
  let mixed = Math.imul(seed ^ (seed >>> 15), 1 | seed)
  mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
  return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
}

describe("a power cut, in a model of the disk", () => {
  const cuts = Math.ceil(trials / 2)
  const time = 60_000 + cuts * 20_000

  it(
    `loses no acknowledged row if nothing unsynced survives (${countOf(cuts, "time")})`,
    async () => {
      for (let trial = 0; trial < cuts; trial++) expect((await cutPower(trial)).lost).toBe(0)
    },
    time
  )

  it(
    `loses none if half of the unsynced data survives (${countOf(cuts, "time")})`,
    async () => {
      for (let trial = 0; trial < cuts; trial++) expect((await cutPower(trial, { partly: true })).lost).toBe(0)
    },
    time
  )

  it(
    "loses rows on a disk that only claims to sync: the model can fail",
    async () => {
      const { saved, lost } = await cutPower(3, { lies: true })
      expect(lost).toBe(saved)
    },
    time
  )
})
