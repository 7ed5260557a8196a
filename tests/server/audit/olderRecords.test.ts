import { Effect } from "effect"
import { SqlClient } from "effect/sql"
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { Role } from "#core/auth/roles.ts"
import type { CompanyId } from "#core/base/ids.ts"
import { Audit } from "#server/audit/Audit.ts"
import { appendAudits, type AppendedAudit } from "#server/audit/auditEntry.ts"
import { type TestDatabase, type TestHome, usualHomes } from "../../support/databases.ts"
import { makeCompany } from "../../support/fixture.ts"
import { startTestServer, type TestServer } from "../../support/testServer.ts"

const records = 2100
const at = "2026-01-01T00:00:00.000Z"

describe.each(usualHomes)("audit records from versions without MACs, on $name", (home) => {
  let database: TestDatabase
  let server: TestServer
  let data = ""
  let companyID: CompanyId
  const start = (prepare: Parameters<typeof startTestServer>[1] = Effect.void) => {
    const kept: TestHome = { ...home, open: async () => ({ config: database.config, dispose: async () => undefined }) }
    return startTestServer(kept, prepare, { data })
  }
  const sql: TestServer["sql"] = (use) => server.sql(use)
  const takeMacsAway = () => sql((sql) => sql`UPDATE audit_records SET mac = NULL`)
  const forgetMacs = () => sql((sql) => sql`DELETE FROM audit_macs_since`)
  /** The witness file as an older version wrote it. */
  const forgetInWitness = () => {
    const path = join(data, "audit.witness")
    writeFileSync(path, readFileSync(path, "utf8").replace(/^macs$/m, ""))
  }
  const again = async (change: () => void = () => undefined) => {
    await server.close()
    change()
    server = await start()
  }
  const verify = async () => {
    const token = await server.enter("acme", Role.id.Owner)
    return (await server.call(token, (api) => api.audit.verify({ query: {} }))).data
  }

  beforeAll(async () => {
    database = await home.open()
    data = database.config.kind === "embedded" ? database.config.folder : mkdtempSync(join(tmpdir(), "lockdesk-macs-"))
    server = await start(
      Effect.gen(function* () {
        companyID = (yield* makeCompany("acme")).companyID
        const audit = yield* Audit
        const sql = yield* SqlClient.SqlClient
        const entry = { companyID, at, userID: null, action: "locks.activate", subject: "1" } as const
        const half = Array.from({ length: records / 2 }, () => entry)
        yield* sql`SELECT * FROM ${appendAudits(sql, audit.macs, half)}`
        const [head] = yield* sql<AppendedAudit>`SELECT * FROM ${appendAudits(sql, audit.macs, half)}`
        if (head !== undefined) yield* audit.witness(companyID, head)
      })
    )
  })
  afterAll(async () => {
    await server.close()
    await database.dispose()
    rmSync(data, { recursive: true, force: true })
  })

  it("get MACs once, with an audit record", async () => {
    expect(await verify()).toMatchObject({ records, broken: null })
    await takeMacsAway()
    await forgetMacs()
    await again(forgetInWitness)
    expect(await verify()).toMatchObject({ records: records + 1, broken: null })
    const token = await server.enter("acme", Role.id.Owner)
    const { data: listed } = await server.call(token, (api) => api.audit.list({ query: { action: "audit.macs" } }))
    expect(listed.map(({ payload }) => JSON.parse(payload).upTo)).toEqual([records])
    await again()
    expect(await verify()).toMatchObject({ records: records + 1, broken: null })
  })

  it.each([
    ["the witness", forgetMacs],
    ["the database", async () => forgetInWitness()]
  ])("count as forged if only %s says that all have MACs", async (_, forget) => {
    await takeMacsAway()
    await forget()
    await again()
    expect(await verify()).toMatchObject({ broken: { seq: 1, at, reason: "forged" } })
  })
})
