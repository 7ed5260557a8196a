import { Effect } from "effect"
import { SqlClient } from "effect/sql"
import { mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { Role } from "#core/auth/roles.ts"
import { CompanyId } from "#core/base/ids.ts"
import { Audit } from "#server/audit/Audit.ts"
import { auditHash } from "#server/audit/auditEntry.ts"
import { type TestDatabase, type TestHome, usualHomes } from "../../support/databases.ts"
import { makeCompany } from "../../support/fixture.ts"
import { startTestServer, type TestServer } from "../../support/testServer.ts"

/** An attacker with database access: statements on the company's chain. */
type Attack = (sql: SqlClient.SqlClient, companyID: CompanyId) => Effect.Effect<unknown, unknown>

/** More than the witness remembers, so forgeries among the first records are detected by their MACs alone. */
const records = 40
const momentOf = (n: number) => new Date(Date.UTC(2026, 0, 1, 0, 0, n)).toISOString()
const update =
  (set: string, seq: number): Attack =>
  (sql, companyID) =>
    sql.unsafe(`UPDATE audit_records SET ${set} WHERE company_id = ${companyID} AND seq = ${seq}`)
const remove =
  (where: string): Attack =>
  (sql, companyID) =>
    sql.unsafe(`DELETE FROM audit_records WHERE company_id = ${companyID} AND ${where}`)

/** Resets the chain's head to a record, as if the later ones had never existed. */
const headBackTo =
  (seq: number): Attack =>
  (sql, companyID) =>
    sql`UPDATE audit_heads h SET seq = r.seq, hash = r.hash FROM audit_records r
    WHERE h.company_id = ${companyID} AND r.company_id = h.company_id AND r.seq = ${seq}`

/** Changes a record and recomputes the hashes after it, including the head, so that hashes alone can't reveal it. */
const rechain = (changed: number, payload: (old: string) => string): Attack =>
  Effect.fnUntraced(function* (sql: SqlClient.SqlClient, companyID: CompanyId) {
    const chain = yield* sql<{ seq: number; payload: string }>`
      SELECT seq, payload FROM audit_records WHERE company_id = ${companyID} ORDER BY seq`
    let hash: Uint8Array = Buffer.alloc(0)
    for (const row of chain) {
      const text = row.seq === changed ? payload(row.payload) : row.payload
      hash = auditHash(hash, row.seq, text)
      yield* sql`UPDATE audit_records SET payload = ${text}, hash = ${hash} WHERE company_id = ${companyID} AND seq = ${row.seq}`
    }
    yield* sql`UPDATE audit_heads SET hash = ${hash} WHERE company_id = ${companyID}`
  })
const all =
  (...attacks: ReadonlyArray<Attack>): Attack =>
  (sql, companyID) =>
    Effect.forEach(attacks, (attack) => attack(sql, companyID))

const attacks: Readonly<Record<string, readonly [Attack, seq: number, reason: string]>> = {
  "a changed payload": [update(`payload = replace(payload, '"n":3', '"n":9')`, 3), 3, "changed"],
  "a payload with a changed space": [update("payload = payload || ' '", 3), 3, "changed"],
  "a changed timestamp": [update("at = at + interval '1 day'", 4), 4, "changed"],
  "a changed user": [update("user_id = 1", 4), 4, "changed"],
  "a changed action": [update("action = 'reveals.reject'", 5), 5, "changed"],
  "a changed subject": [update("subject = '99999999'", 6), 6, "changed"],
  "a changed hash": [update("hash = sha256('x')", 2), 2, "changed"],
  "a changed hash of the last record": [update("hash = sha256('x')", records), records, "changed"],
  "a deleted record in the middle": [remove("seq = 4"), 4, "missing"],
  "the deleted first record": [remove("seq = 1"), 1, "missing"],
  "two records with swapped numbers": [
    all(update("seq = 100", 3), update("seq = 3", 4), update("seq = 4", 100)),
    3,
    "changed"
  ],
  "a deleted tail": [remove("seq > 36"), 37, "truncated"],
  "a deleted tail and a reset head": [all(headBackTo(36), remove("seq > 36")), 37, "truncated"],
  "everything deleted": [
    all(remove("true"), (sql, companyID) => sql`DELETE FROM audit_heads WHERE company_id = ${companyID}`),
    1,
    "truncated"
  ],
  "a deleted head": [(sql, companyID) => sql`DELETE FROM audit_heads WHERE company_id = ${companyID}`, 1, "changed"],
  "a forged head": [
    (sql, companyID) => sql`UPDATE audit_heads SET hash = sha256('x') WHERE company_id = ${companyID}`,
    records,
    "changed"
  ],
  "a record added after the head": [
    (sql, companyID) => sql`INSERT INTO audit_records
      SELECT company_id, seq + 1, at, user_id, action, subject, payload, hash FROM audit_records
      WHERE company_id = ${companyID} AND seq = ${records}`,
    records + 1,
    "changed"
  ],
  "a forgery with a recomputed chain": [rechain(3, (old) => old.replace('"n":3,', '"n":9,')), 3, "forged"],
  "a forgery that is not JSON, with a recomputed chain": [rechain(3, () => "nothing of the kind"), 3, "changed"],
  "a forgery that is JSON without its fields, with a recomputed chain": [rechain(3, () => "null"), 3, "changed"],
  "a forged user, with a recomputed chain": [
    all(
      rechain(3, (old) => old.replace('"userID":null', '"userID":7')),
      update("user_id = 7", 3)
    ),
    3,
    "forged"
  ],
  "a forgery among the last records, with a recomputed chain": [
    rechain(38, (old) => old.replace('"n":38,', '"n":9,')),
    38,
    "forged"
  ],
  "swapped records including their MACs, with a recomputed chain": [
    all(
      (sql, companyID) => sql`
        UPDATE audit_records r SET at = o.at, payload = o.payload, mac = o.mac FROM audit_records o
        WHERE r.company_id = ${companyID} AND o.company_id = r.company_id
          AND (r.seq = 5 AND o.seq = 6 OR r.seq = 6 AND o.seq = 5)`,
      rechain(0, (old) => old)
    ),
    5,
    "forged"
  ],
  "a forgery that removes all MACs": [
    all(
      rechain(3, (old) => old.replace('"n":3,', '"n":9,')),
      (sql, companyID) => sql`UPDATE audit_records SET mac = NULL WHERE company_id = ${companyID}`
    ),
    1,
    "forged"
  ]
}

describe.each(usualHomes)("a tampered audit log, on $name", (home) => {
  let database: TestDatabase
  let server: TestServer
  let data = ""
  /** Starts a server on the same database, so that the tests can restart it. */
  const start = (prepare: Parameters<typeof startTestServer>[1] = Effect.void) => {
    const kept: TestHome = { ...home, open: async () => ({ config: database.config, dispose: async () => undefined }) }
    return startTestServer(kept, prepare, { data })
  }
  const companies = new Map<string, number>()
  beforeAll(async () => {
    database = await home.open()
    data = database.config.kind === "embedded" ? database.config.folder : mkdtempSync(join(tmpdir(), "lockdesk-audit-"))
    server = await start(
      Effect.gen(function* () {
        const audit = yield* Audit
        // The users of the first company are site-level, so they can read the logs of all others.
        for (const [at, name] of ["untouched", ...Object.keys(attacks)].entries()) {
          const { companyID } = yield* makeCompany(at === 0 ? "site" : `company-${at}`)
          companies.set(name, companyID)
          for (let n = 1; n <= records; n += 1) {
            yield* audit.append({
              companyID,
              at: momentOf(n),
              userID: null,
              action: "reveals.approve",
              subject: "10000001",
              detail: { n, why: "" }
            })
          }
        }
      })
    )
  })
  afterAll(async () => {
    await server.close()
    await database.dispose()
    rmSync(data, { recursive: true, force: true })
  })

  const found = async (name: string) => {
    const companyID = companies.get(name) ?? 0
    const token = await server.enter("site", Role.id.SuperAdmin)
    const { data } = await server.call(token, (api) =>
      api.audit.verify({ query: { companyID: CompanyId.make(companyID) } })
    )
    return data.broken
  }

  it.each(Object.entries(attacks).map(([name, attack]) => [name, ...attack] as const))(
    "with %s is broken at that record",
    async (name, attack, seq, reason) => {
      expect(await found(name)).toBeNull()
      await server.sql((sql) => attack(sql, CompanyId.make(companies.get(name) ?? 0)))
      expect(await found(name)).toMatchObject({ seq, reason })
      expect(await found("untouched")).toBeNull()
    }
  )

  it("is still broken after a restart, because the witness file remembers", async () => {
    await server.close()
    server = await start()
    for (const [name, [, seq, reason]] of Object.entries(attacks)) {
      expect([name, await found(name)]).toMatchObject([name, { seq, reason }])
    }
    expect(await found("untouched")).toBeNull()
  })

  it("is reported with the first forged record and its time, at the server's start too", async () => {
    const name = "a forgery with a recomputed chain"
    const broken = { seq: 3, at: momentOf(3), reason: "forged" }
    expect(await found(name)).toEqual(broken)
    await expect
      .poll(() => server.logged(), { timeout: 20_000 })
      .toMatch(new RegExp(`"companyID":${companies.get(name)},"seq":3,"at":"${momentOf(3)}","reason":"forged"`))
    expect(server.logged()).not.toContain(`"companyID":${companies.get("untouched")},`)
  })

  it("stays broken if the flags that MACs exist are deleted from the database", async () => {
    await server.sql((sql) => sql`DELETE FROM audit_macs_since`)
    await server.close()
    server = await start()
    expect(await found("a forgery that removes all MACs")).toMatchObject({ seq: 1, reason: "forged" })
    expect(await found("untouched")).toBeNull()
  })

  it("that continues after its end was cut off stays broken there forever", async () => {
    const name = "a deleted tail and a reset head"
    const companyID = CompanyId.make(companies.get(name) ?? 0)
    const again = {
      companyID,
      at: "2026-01-01T00:00:00.000Z",
      userID: null,
      action: "reveals.approve",
      subject: "2"
    } as const
    const grow = (times: number) =>
      server.run(
        Effect.flatMap(Audit, (audit) => Effect.forEach(Array.from({ length: times }), () => audit.append(again)))
      )
    const broken = { seq: 37, reason: "witness" }
    for (const times of [1, 1, 1, 40]) {
      await grow(times)
      expect(await found(name)).toMatchObject(broken)
    }
    await server.close()
    server = await start()
    expect(await found(name)).toMatchObject(broken)
    await grow(1)
    expect(await found(name)).toMatchObject(broken)
  })
})
