import { Effect, Layer, Result } from "effect"
import { SqlClient } from "effect/sql"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import type { CompanyId } from "#core/base/ids.ts"
import { isEmptyDatabase } from "#server/demo/emptyDatabase.ts"
import { seedDemo } from "#server/demo/seedDemo.ts"
import { Keyring } from "#server/secrets/Keyring.ts"
import { usualHomes } from "../../support/databases.ts"
import { startTestServer, type TestServer } from "../../support/testServer.ts"

const options = { size: 200, seed: 3, now: new Date() }

describe.each(usualHomes)("demonstration data that cannot be finished, on $name", (home) => {
  let server: TestServer
  beforeAll(async () => {
    server = await startTestServer(home, Effect.void)
  })
  afterAll(() => server.close())

  it("leaves nothing behind, and succeeds on the next attempt in the same process", async () => {
    const counts = await server.run(
      Effect.gen(function* () {
        const sql = yield* SqlClient.SqlClient
        const left = sql<{ companies: number; locks: number }>`
          SELECT (SELECT count(*) FROM companies) AS companies, (SELECT count(*) FROM locks) AS locks`
        const indexes = sql<{ index: string }>`
          SELECT pg_get_indexdef(indexrelid) AS index FROM pg_index
          WHERE indrelid IN ('locks'::regclass, 'lock_logs'::regclass) AND indisvalid ORDER BY 1`
        const migrated = yield* indexes
        expect(migrated.length).toBeGreaterThan(9)
        // The README's serial codes are inserted last, after all companies and locks.
        yield* sql`INSERT INTO registry VALUES ('10482240', '\\x00', NULL, now())`
        const failed = yield* Effect.flip(seedDemo(options))
        expect(failed._tag).toBe("SqlError")
        expect(yield* left).toEqual([{ companies: 0, locks: 0 }])
        expect(yield* indexes).toEqual(migrated)
        expect(yield* isEmptyDatabase).toBe(true)
        yield* sql`DELETE FROM registry`
        const made = yield* seedDemo(options)
        expect(yield* indexes).toEqual(migrated)
        return made
      })
    )
    expect(counts.locks).toBe(200)
    // A fresh keyring has no key in memory, as after a restart, so every key must come from the database.
    const codes = await server.run(
      Effect.gen(function* () {
        const sql = yield* SqlClient.SqlClient
        const keyring = yield* Keyring
        const locks = yield* sql<{ company: CompanyId; serial: string; version: number; sealed: Uint8Array }>`
          SELECT company_id AS company, serial, code_version AS version, sealed FROM locks`
        return yield* Effect.forEach(locks, ({ company, ...lock }) => keyring.openCodes(company, [lock]))
      }).pipe(Effect.provide(Layer.fresh(Keyring.layer)))
    )
    expect(codes.flat().filter((code) => /^\d{4}$/.test(code))).toHaveLength(200)
  })

  it("succeeds for only one of two concurrent attempts on an empty database", async () => {
    const fresh = await startTestServer(home, Effect.void)
    try {
      const made = await fresh.run(
        Effect.all([Effect.result(seedDemo(options)), Effect.result(seedDemo(options))], { concurrency: 2 })
      )
      const words = made.map((result) => (Result.isSuccess(result) ? "made" : result.failure._tag))
      expect(words.sort()).toEqual(["DatabaseNotEmpty", "made"])
    } finally {
      await fresh.close()
    }
  })
})
