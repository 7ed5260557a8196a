import { Effect } from "effect"
import type { SqlClient } from "effect/sql"
import { afterEach, describe, expect, it } from "vitest"
import { Role } from "#core/auth/roles.ts"
import { LockStatus } from "#core/locks/lockStatuses.ts"
import { revealReasons } from "#core/reveals/revealReasons.ts"
import { seedDemo } from "#server/demo/seedDemo.ts"
import type { ServeOptions } from "#server/main.ts"
import { embedded, postgres, type TestDatabase } from "../../support/databases.ts"
import { makeCompany, makeFacility, makeLock } from "../../support/fixture.ts"
import { startTestServer, type TestServer } from "../../support/testServer.ts"

const serial = "40718263"

/** The number of rows and a sum of their contents for each table that no server writes by itself, and where each sequence stands. */
const contents = (sql: SqlClient.SqlClient) =>
  Effect.gen(function* () {
    const named = yield* sql<{ name: string; kind: string }>`
      SELECT relname AS name, relkind AS kind FROM pg_class
      WHERE relkind IN ('r', 'S') AND relnamespace = 'public'::regnamespace AND relname NOT IN ('migration', 'audit_witnesses')
      ORDER BY 1`
    const facts: Record<string, unknown> = {}
    for (const { name, kind } of named) {
      const [found] = yield* kind === "S"
        ? sql`SELECT last_value::text AS at, is_called FROM ${sql(name)}`
        : sql`SELECT count(*)::int AS n, md5(string_agg(t::text, ' ' ORDER BY t::text)) AS sum FROM ${sql(name)} t`
      facts[name] = found
    }
    return facts
  })

/** What the schema checks. */
const checks = (sql: SqlClient.SqlClient) =>
  sql`
    SELECT conrelid::regclass::text AS of, conname AS name, pg_get_constraintdef(oid) AS rule FROM pg_constraint
    WHERE contype = 'f' AND convalidated
    UNION ALL SELECT tgrelid::regclass::text, tgname, pg_get_triggerdef(oid) FROM pg_trigger
    WHERE NOT tgisinternal AND tgenabled = 'O' ORDER BY 1, 2`

const opened = ({ config }: TestDatabase) => ({
  open: async () => ({ config, dispose: async () => undefined })
})

describe("the move from the embedded database to PostgreSQL", () => {
  const closing: Array<() => Promise<unknown>> = []
  afterEach(async () => {
    for (const close of closing.splice(0).reverse()) await close()
  })
  const database = async (home: typeof embedded): Promise<TestDatabase> => {
    const made = await home.open()
    closing.push(made.dispose)
    return made
  }
  const folderOf = ({ config }: TestDatabase): string => (config.kind === "embedded" ? config.folder : "")
  const start = async (
    on: TestDatabase,
    prepare: Parameters<typeof startTestServer>[1] = Effect.void,
    options: Partial<ServeOptions> = {}
  ): Promise<TestServer> => {
    const server = await startTestServer(opened(on), prepare, options)
    closing.push(server.close)
    return server
  }

  it("keeps every row, session and combination, and the audit log; a second start with it changes nothing", async () => {
    const here = await database(embedded)
    const there = await database(postgres)
    const first = await start(
      here,
      Effect.gen(function* () {
        yield* seedDemo({ size: 60, seed: 1, now: new Date() })
        const { companyID } = yield* makeCompany("acme")
        const facilityID = yield* makeFacility(companyID, "Maple 'St' \u{1F511}")
        yield* makeLock({ companyID, facilityID, serial, code: "0042", status: LockStatus.id.Available })
      })
    )
    const token = await first.enter("acme", Role.id.Owner)
    const reveal = (server: TestServer) =>
      server.call(token, (api) =>
        api.locks.reveal({ query: {}, payload: { serialCode: serial, reason: revealReasons[0] } })
      )
    const { data: before } = await reveal(first)
    await first.close()
    // What a start adds is the same on both sides: nothing.
    const stored = await start(here)
    const [was, rules] = [await stored.sql(contents), await stored.sql(checks)]
    await stored.close()

    const data = folderOf(here)
    const moved = await start(there, Effect.void, { data, fromEmbedded: true })
    expect(await moved.sql(contents)).toEqual(was)
    expect(await moved.sql(checks)).toEqual(rules)
    const { data: after } = await reveal(moved)
    expect([after.unlockCode, after.auditSeq]).toEqual([before.unlockCode, before.auditSeq + 1])
    expect((await moved.call(token, (api) => api.audit.verify({ query: {} }))).data.broken).toBeNull()
    await moved.close()

    const again = await start(there, Effect.void, { data, fromEmbedded: true })
    expect(again.logged()).toContain("The embedded database was copied before.")
    expect((await reveal(again)).data.auditSeq).toBe(after.auditSeq + 1)
    await again.close()

    // The embedded database is as it was, so the witness misses the reveals since.
    const back = await start(here)
    await expect.poll(() => back.logged(), { timeout: 20_000 }).toContain("The audit log is broken")
  })

  it("is refused without an embedded database, from an empty one, and to a database with other companies", async () => {
    const [here, there, none] = [await database(embedded), await database(postgres), await database(postgres)]
    const data = folderOf(here)
    const refused = (on: TestDatabase, options: Partial<ServeOptions>) =>
      startTestServer(opened(on), Effect.void, { fromEmbedded: true, ...options }).then(
        () => "",
        (error: Error) => error.message
      )
    expect(await refused(none, {})).toMatch(/^The embedded database was not copied: there is none in /)
    expect(await refused(none, { data })).toBe(`The embedded database was not copied: the one in ${data} is empty.`)
    await (await start(here, makeCompany("acme"))).close()
    const other = await start(there, makeCompany("birch"))
    const was = await other.sql(contents)
    expect(await refused(there, { data })).toBe(
      "The embedded database was not copied: the PostgreSQL database is not empty, and not a copy of it."
    )
    expect(await other.sql(contents)).toEqual(was)
  })
})
