import { mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { Effect } from "effect"
import { SqlClient } from "effect/sql"
import { expect, it } from "vitest"
import { seedDemo } from "#server/demo/seedDemo.ts"
import { dataLayer } from "#server/main.ts"
import { homes, type TestHome } from "../../support/databases.ts"

const tables = [
  "companies",
  "facilities",
  "subdomains",
  "users",
  "registry",
  "locks",
  "lock_logs",
  "lock_counts",
  "reveals",
  "audit_heads",
  "audit_records"
]

const now = new Date("2026-03-01T12:00:00.000Z")

/** Every row of a seeded database as text, without the columns that must be random. */
const rowsOf = async (home: TestHome, options: { seed: number; size: number; now: Date }) => {
  const { config, dispose } = await home.open()
  const own = mkdtempSync(join(tmpdir(), "lockdesk-demo-"))
  const data = config.kind === "embedded" ? config.folder : own
  const dump = Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    yield* seedDemo({ ...options, password: "only-here-1" })
    const rows: Record<string, ReadonlyArray<string>> = {}
    for (const table of tables) {
      const found = yield* sql<{ row: string }>`
        SELECT (to_jsonb(t) - ARRAY['sealed', 'data_key', 'password_hash', 'mac'])::text AS row FROM ${sql(table)} t ORDER BY 1`
      rows[table] = found.map(({ row }) => row)
    }
    return rows
  })
  try {
    const layer = dataLayer({ data, ...(config.kind === "server" ? { databaseUrl: config.url } : {}) })
    return await Effect.runPromise(Effect.provide(dump, layer))
  } finally {
    await dispose()
    rmSync(own, { recursive: true, force: true })
  }
}

it("the same seed, size and time give the same rows in both databases; another seed or time gives others", async () => {
  const [embedded, postgres] = homes
  if (embedded === undefined || postgres === undefined) throw new Error("there are two homes")
  const first = await rowsOf(embedded, { seed: 7, size: 400, now })
  const again = await rowsOf(postgres, { seed: 7, size: 400, now })
  for (const table of tables) {
    expect(first[table]?.length, table).toBeGreaterThan(0)
    expect(again[table], table).toEqual(first[table])
  }
  const otherSeed = await rowsOf(postgres, { seed: 8, size: 400, now })
  const later = await rowsOf(postgres, { seed: 7, size: 400, now: new Date(now.getTime() + 86_400_000) })
  for (const table of ["locks", "lock_logs", "reveals", "audit_records"]) {
    expect(otherSeed[table], table).not.toEqual(first[table])
    expect(later[table], table).not.toEqual(first[table])
  }
})
