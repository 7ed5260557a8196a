import { Effect, Redacted } from "effect"
import { SqlClient } from "effect/sql"
import { expect, it } from "vitest"
import { countOf } from "#core/base/countOf.ts"
import { Database } from "#server/db/Database.ts"
import { savedIds, startChild } from "../../support/databaseChildProcess.ts"
import { homes, trials } from "../../support/databases.ts"

/** The IDs a `commit` child left in both of its tables. */
const stored = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const entries = yield* sql<{ readonly id: number }>`SELECT id FROM entry`
  const mirrors = yield* sql<{ readonly id: number }>`SELECT id FROM mirror`
  return { entries: new Set(entries.map(({ id }) => id)), mirrors: new Set(mirrors.map(({ id }) => id)) }
})

it.each(homes)(
  `$name: a server killed during commits loses no acknowledged one (${countOf(trials, "time")})`,
  async (home) => {
    const { config, dispose } = await home.open()
    const target = config.kind === "embedded" ? config.folder : Redacted.value(config.url)
    const saved = new Set<number>()
    for (let trial = 0; trial < trials; trial++) {
      const child = await startChild("commit", target)
      const enough = 20 + ((trial * 131) % 400)
      await child.until((lines) => lines.length >= enough)
      await child.kill("SIGKILL")
      for (const id of savedIds(child.lines)) saved.add(id)
      expect(child.lines.filter((line) => !line.startsWith("saved "))).toEqual([])

      const { entries, mirrors } = await Effect.runPromise(Effect.provide(stored, Database.layer(config)))
      expect([...saved].filter((id) => !entries.has(id))).toEqual([])
      expect(mirrors).toEqual(entries)
    }
    expect(saved.size).toBeGreaterThan(trials * 20 - 1)
    await dispose()
  },
  60_000 + trials * 15_000
)
