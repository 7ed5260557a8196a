import { Effect, Redacted } from "effect"
import { SqlClient } from "effect/sql"
import { copyFileSync, mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { Role } from "#core/auth/roles.ts"
import type { CompanyId } from "#core/base/ids.ts"
import { Audit } from "#server/audit/Audit.ts"
import { Database } from "#server/db/Database.ts"
import type { ServeOptions } from "#server/main.ts"
import { homes, postgres, type TestDatabase, type TestHome } from "../../support/databases.ts"
import { makeCompany } from "../../support/fixture.ts"
import { startTestServer, type TestServer } from "../../support/testServer.ts"

/** The audit tables in a database backup. */
const tables = ["audit_records", "audit_heads", "audit_witnesses"]

// A witness file of an embedded database has no generations.
describe.each(homes)("an audit log or witness restored from a backup, on $name", (home) => {
  let database: TestDatabase
  let server: TestServer
  let data = ""
  let companyID: CompanyId
  let days = 0
  const outside = mkdtempSync(join(tmpdir(), "lockdesk-copies-"))
  const start = (prepare: Parameters<typeof startTestServer>[1] = Effect.void, options: Partial<ServeOptions> = {}) => {
    const kept: TestHome = { ...home, open: async () => ({ config: database.config, dispose: async () => undefined }) }
    return startTestServer(kept, prepare, { data, ...options })
  }
  /** Records are a day apart, so a power cut can't explain more than one missing from the witness. */
  const append = (times: number) =>
    Effect.gen(function* () {
      const audit = yield* Audit
      for (let n = 0; n < times; n += 1) {
        const at = new Date(Date.UTC(2026, 0, ++days)).toISOString()
        yield* audit.append({ companyID, at, userID: null, action: "locks.activate", subject: "1" })
      }
    })
  /** Runs while the server is stopped, as when restoring a backup. */
  const onDatabase = (use: (sql: SqlClient.SqlClient) => Effect.Effect<unknown, unknown>) =>
    Effect.runPromise(Effect.provide(Effect.flatMap(SqlClient.SqlClient, use), Database.layer(database.config)))
  const backUp = () =>
    onDatabase((sql) =>
      Effect.forEach(tables, (table) => sql.unsafe(`CREATE TABLE kept_${table} AS SELECT * FROM ${table}`))
    )
  const restore = () =>
    onDatabase((sql) =>
      Effect.forEach(tables, (table) =>
        Effect.andThen(
          sql.unsafe(`DELETE FROM ${table}`),
          sql.unsafe(`INSERT INTO ${table} SELECT * FROM kept_${table}`)
        )
      )
    )
  const again = async (change: () => unknown, options: Partial<ServeOptions> = {}) => {
    await server.close()
    await change()
    server = await start(Effect.void, options)
  }
  const broken = async () => {
    const token = await server.enter("acme", Role.id.Owner)
    return (await server.call(token, (api) => api.audit.verify({ query: {} }))).data.broken
  }
  const witness = () => join(data, "audit.witness")
  const copy = join(outside, "copy")

  beforeAll(async () => {
    database = await home.open()
    data =
      database.config.kind === "embedded" ? database.config.folder : mkdtempSync(join(tmpdir(), "lockdesk-copies-"))
    server = await start(
      Effect.gen(function* () {
        companyID = (yield* makeCompany("acme")).companyID
        yield* append(5)
      })
    )
  })
  afterAll(async () => {
    await server.close()
    await database.dispose()
    rmSync(data, { recursive: true, force: true })
    rmSync(outside, { recursive: true, force: true })
  })

  it("is valid after normal restarts", async () => {
    await again(() => undefined)
    await again(() => undefined)
    expect(await broken()).toBeNull()
    expect(server.logged()).not.toContain("broken")
  })

  it("is broken with an older witness: at the start, on verification and after the next start, until a new one is started", async () => {
    await server.close()
    copyFileSync(witness(), copy)
    server = await start(append(2))
    expect(await broken()).toBeNull()
    await again(() => copyFileSync(copy, witness()))
    expect(server.logged()).toContain("witness file was missing or an older copy")
    expect(await broken()).toMatchObject({ seq: 7, reason: "lost" })
    await again(() => undefined)
    expect(await broken()).toMatchObject({ seq: 7, reason: "lost" })
    await again(() => undefined, { newWitness: true })
    expect(await broken()).toBeNull()
    await again(() => undefined)
    expect([await broken(), server.logged()]).toEqual([null, expect.not.stringContaining("broken")])
  })

  it("is broken with an older database: at the start, on verification and after the chain has grown again", async () => {
    await server.close()
    await backUp()
    server = await start(append(3))
    await again(restore)
    expect(server.logged()).toContain("the database no longer has what its witness file saw")
    await expect
      .poll(() => server.logged(), { timeout: 20_000 })
      .toMatch(new RegExp(`The audit log is broken".*"companyID":${companyID},"seq":8`))
    expect(await broken()).toMatchObject({ seq: 8, reason: "truncated" })
    await server.run(append(4))
    expect(await broken()).toMatchObject({ seq: 8, reason: "witness" })
    await again(() => undefined)
    expect(await broken()).toMatchObject({ seq: 8, reason: "witness" })
    await again(() => undefined, { newWitness: true })
    expect(await broken()).toBeNull()
    await again(() => undefined)
    expect([await broken(), server.logged()]).toEqual([null, expect.not.stringContaining("broken")])
  })
})

describe("an older database whose lost records were written by another server", () => {
  it("is broken for the server whose witness has a newer generation", async () => {
    const database = await postgres.open()
    const folder = mkdtempSync(join(tmpdir(), "lockdesk-copies-"))
    const kept = { open: async () => ({ config: database.config, dispose: async () => undefined }) }
    const start = async (change = Effect.void as Parameters<typeof startTestServer>[1], data = join(folder, "one")) => {
      const server = await startTestServer(kept, change, { data, masterKey: Redacted.make("ab".repeat(32)) })
      await server.close()
      return server.logged()
    }
    try {
      await start(makeCompany("acme"))
      await start()
      expect(await start()).not.toContain("broken")
      expect(await start(Effect.void, join(folder, "two"))).toContain(
        "A server that is new on its database starts once with it"
      )
      await Effect.runPromise(
        Effect.provide(
          Effect.flatMap(SqlClient.SqlClient, (sql) => sql`UPDATE audit_witnesses SET generation = generation - 2`),
          Database.layer(database.config)
        )
      )
      expect(await start()).toContain("the database is an older copy than its witness file")
    } finally {
      await database.dispose()
      rmSync(folder, { recursive: true, force: true })
    }
  })
})
