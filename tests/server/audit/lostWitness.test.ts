import { Effect } from "effect"
import { copyFileSync, existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { Role } from "#core/auth/roles.ts"
import type { CompanyId } from "#core/base/ids.ts"
import { Audit } from "#server/audit/Audit.ts"
import type { ServeOptions } from "#server/main.ts"
import { type TestDatabase, type TestHome, usualHomes } from "../../support/databases.ts"
import { makeCompany, makeLock } from "../../support/fixture.ts"
import { startTestServer, type TestServer } from "../../support/testServer.ts"

describe.each(usualHomes)("an audit log with a lost witness, on $name", (home) => {
  let database: TestDatabase
  let server: TestServer
  let companyID: CompanyId
  const outside = mkdtempSync(join(tmpdir(), "lockdesk-anchor-"))
  const anchor = { file: join(outside, "heads"), command: `cat > ${join(outside, "piped")}` }
  let data = ""
  const start = (prepare: Parameters<typeof startTestServer>[1], options: Partial<ServeOptions> = {}) => {
    const kept: TestHome = { ...home, open: async () => ({ config: database.config, dispose: async () => undefined }) }
    return startTestServer(kept, prepare, { data, anchor, ...options })
  }
  const append = (from: number, to: number) =>
    Effect.gen(function* () {
      const audit = yield* Audit
      for (let n = from; n <= to; n += 1) {
        // Records are a day apart, so a power cut can't explain more than one missing from the witness.
        const at = new Date(Date.UTC(2026, 0, n)).toISOString()
        yield* audit.append({ companyID, at, userID: null, action: "locks.activate", subject: "1", detail: { n } })
      }
    })
  const again = async (change: () => void, options: Partial<ServeOptions> = {}) => {
    await server.close()
    change()
    server = await start(Effect.void, options)
  }
  const witness = () => join(data, "audit.witness")
  const sql: TestServer["sql"] = (use) => server.sql(use)
  const broken = async () => {
    const token = await server.enter("acme", Role.id.Owner)
    return (await server.call(token, (api) => api.audit.verify({ query: {} }))).data.broken
  }

  beforeAll(async () => {
    database = await home.open()
    data =
      database.config.kind === "embedded" ? database.config.folder : mkdtempSync(join(tmpdir(), "lockdesk-witness-"))
    server = await start(
      Effect.gen(function* () {
        companyID = (yield* makeCompany("acme")).companyID
        yield* makeLock({ companyID, facilityID: null, serial: "10000001", code: "1234", status: 1001 })
        yield* append(1, 5)
      })
    )
  })
  afterAll(async () => {
    await server.close()
    await database.dispose()
    rmSync(data, { recursive: true, force: true })
    rmSync(outside, { recursive: true, force: true })
  })

  it("is valid after a normal restart, and anchored outside at the start", async () => {
    await again(() => undefined)
    expect(await broken()).toBeNull()
    const put = (name: string) => (existsSync(join(outside, name)) ? readFileSync(join(outside, name), "utf8") : "")
    for (const name of ["heads", "piped"])
      await expect
        .poll(() => put(name), { timeout: 20_000 })
        .toMatch(new RegExp(`^\\S+ ${companyID} 5 [0-9a-f]{64}$`, "m"))
  })

  it("reports a file that can't be written at the start, before there is anything to anchor", async () => {
    const fresh = await startTestServer(home, Effect.void, { anchor: { file: join(outside, "missing", "heads") } })
    await expect.poll(fresh.logged, { timeout: 20_000 }).toContain("Failed to anchor the heads of the audit log")
    await fresh.close()
  })

  it("reports a file that can't be written and a command that hangs, ends all that it started, and keeps each from the other", async () => {
    const started = join(outside, "started")
    const command = `trap '' TERM; cat > ${join(outside, "beside")}; sleep 3600 & echo $! > ${started}; wait`
    await again(() => undefined, { anchor: { file: join(outside, "missing", "heads"), command, patience: 1000 } })
    const failures = () => server.logged().split("Failed to anchor the heads of the audit log").length - 1
    await expect.poll(failures, { timeout: 20_000 }).toBe(2)
    expect(readFileSync(join(outside, "beside"), "utf8")).toMatch(new RegExp(`^\\S+ ${companyID} 5 [0-9a-f]{64}$`, "m"))
    const left = Number(readFileSync(started, "utf8"))
    const runs = () => existsSync(`/proc/${left}`) && !readFileSync(`/proc/${left}/stat`, "utf8").includes(") Z ")
    await expect.poll(runs).toBe(false)
    expect(await broken()).toBeNull()
    await again(() => undefined, { anchor: { command: "exit 3" } })
    await expect.poll(server.logged, { timeout: 20_000 }).toContain("the command ended with 3")
  })

  it("is broken with an older copy of the file, and after the next start too", async () => {
    const copy = join(outside, "copy")
    await server.close()
    copyFileSync(witness(), copy)
    server = await start(append(6, 9))
    expect(await broken()).toBeNull()
    await again(() => copyFileSync(copy, witness()))
    const lost = { seq: 9, reason: "lost" }
    expect(await broken()).toMatchObject(lost)
    expect(server.logged()).toContain("The audit log is broken")
    await again(() => undefined)
    expect(await broken()).toMatchObject(lost)
    await again(() => undefined, { newWitness: true })
    expect(await broken()).toBeNull()
    expect(server.logged()).toContain("Started a new audit witness file")
  })

  it("is broken if the row of a reveal was deleted", async () => {
    const token = await server.enter("acme", Role.id.Owner)
    const payload = { serialCode: "10000001", reason: "Remove Overlock" }
    const { data: revealed } = await server.call(token, (api) => api.locks.reveal({ query: {}, payload }))
    expect(await broken()).toBeNull()
    await sql((sql) => sql`CREATE TABLE kept AS SELECT * FROM reveals`)
    await sql((sql) => sql`DELETE FROM reveals`)
    expect(await broken()).toMatchObject({ seq: revealed.auditSeq, reason: "reveal" })
    await sql((sql) => sql`INSERT INTO reveals SELECT * FROM kept`)
    expect(await broken()).toBeNull()
  })

  it("is broken after deleting records, heads and witness or its contents, with an anchor and without", async () => {
    await sql((sql) => sql`DELETE FROM audit_records`)
    await sql((sql) => sql`DELETE FROM audit_heads`)
    await again(() => writeFileSync(witness(), ""), { anchor: {} })
    expect(await broken()).toMatchObject({ seq: 1, reason: "lost" })
    await again(() => undefined, { anchor: {}, newWitness: true })
    expect(await broken()).toBeNull()
    await again(() => rmSync(witness()))
    expect(await broken()).toMatchObject({ seq: 1, reason: "truncated" })
    await again(() => undefined, { anchor: {} })
    expect(await broken()).toMatchObject({ seq: 1, reason: "lost" })
    // Later records don't make it valid again.
    await server.run(append(11, 16))
    expect(await broken()).toMatchObject({ seq: 6, reason: "lost" })
    await again(() => undefined)
    expect(await broken()).toMatchObject({ seq: 5, reason: "anchor" })
  })
})
