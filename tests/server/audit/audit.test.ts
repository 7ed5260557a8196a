import { Effect } from "effect"
import { SqlClient } from "effect/sql"
import { createHash } from "node:crypto"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import type { ApiClient } from "#core/api/ApiClient.ts"
import { Role } from "#core/auth/roles.ts"
import { type CompanyId, UserId } from "#core/base/ids.ts"
import { Audit } from "#server/audit/Audit.ts"
import { appendAudits } from "#server/audit/auditEntry.ts"
import { homes } from "../../support/databases.ts"
import { makeCompany } from "../../support/fixture.ts"
import { startTestServer, type TestServer } from "../../support/testServer.ts"

describe.each(homes)("the audit log, on $name", (home) => {
  let server: TestServer
  let owner = ""
  let acme: CompanyId
  let long: CompanyId
  const actions = ["locks.activate", "reveals.approve", "reveals.reject"] as const
  const entry = (n: number) => ({
    companyID: acme,
    at: new Date(Date.UTC(2026, 0, 1, 0, 0, n)).toISOString(),
    userID: null,
    action: actions[n % 3] ?? "locks.activate",
    subject: String(10_000_000 + (n % 4)),
    detail: { n, text: 'naïve \u2028 🔐 " \\', nothing: null, yes: true }
  })
  beforeAll(async () => {
    server = await startTestServer(
      home,
      Effect.gen(function* () {
        acme = (yield* makeCompany("acme")).companyID
        yield* makeCompany("empty")
        yield* makeCompany("silent")
        long = (yield* makeCompany("long")).companyID
        const audit = yield* Audit
        for (let n = 1; n <= 30; n += 1) yield* audit.append(entry(n))
      })
    )
    owner = await server.enter("acme", Role.id.Owner)
  })
  afterAll(() => server.close())

  type Query = Parameters<ApiClient["Service"]["audit"]["list"]>[0]["query"]
  const list = (query: Query) => server.call(owner, (api) => api.audit.list({ query }))
  const seqs = async (query: Query) => (await list(query)).data.map(({ seq }) => seq)
  const range = (from: number, to: number) =>
    Array.from({ length: Math.abs(to - from) + 1 }, (_, n) => (to < from ? from - n : from + n))
  const verify = async (token = owner) => (await server.call(token, (api) => api.audit.verify({ query: {} }))).data

  it("is listed newest first and oldest first, page by page, without gap or repeat", async () => {
    expect(await seqs({})).toEqual(range(30, 1))
    expect(await seqs({ order: "oldest" })).toEqual(range(1, 30))
    for (const order of ["newest", "oldest"] as const) {
      const all: Array<number> = []
      for (;;) {
        const last = all.at(-1)
        const page = await seqs({ order, count: 7, ...(last === undefined ? {} : { from: last }) })
        if (page.length === 0) break
        expect(page.length).toBeLessThanOrEqual(7)
        all.push(...page)
      }
      expect(all).toEqual(order === "newest" ? range(30, 1) : range(1, 30))
    }
    expect(await seqs({ order: "oldest", from: 0, count: 2 })).toEqual([1, 2])
    expect(await seqs({ from: 0 })).toEqual([])
  })

  it("is filtered by action and by subject, with the total", async () => {
    const of = (keep: (n: number) => boolean) => range(30, 1).filter(keep)
    const approved = await list({ action: "reveals.approve", count: 3 })
    expect(approved.data.map(({ seq }) => seq)).toEqual(of((n) => n % 3 === 1).slice(0, 3))
    expect(approved.totalCount).toBe(10)
    const subject = await list({ subject: "10000002" })
    expect(subject.data.map(({ seq }) => seq)).toEqual(of((n) => n % 4 === 2))
    expect(subject.totalCount).toBe(8)
    const both = await list({ subject: "10000002", action: "locks.activate", order: "oldest", from: 6 })
    expect(both.data.map(({ seq }) => seq)).toEqual([18, 30])
    expect(both.totalCount).toBe(3)
    expect(await list({ subject: "1000000" })).toEqual({ success: true, data: [], totalCount: 0 })
    expect((await list({ action: "'; DROP TABLE audit_records; --" })).data).toEqual([])
  })

  it("shows a restricted user only their own actions", async () => {
    await server.run(
      Effect.gen(function* () {
        const sql = yield* SqlClient.SqlClient
        yield* sql`UPDATE users SET facility_ids = ARRAY[1] WHERE company_id = (
          SELECT company_id FROM companies WHERE name = 'empty') AND role_id = ${Role.id.Admin}`
      })
    )
    const admin = await server.signIn("empty", Role.id.Admin)
    await server.signIn("empty", Role.id.Personnel)
    const { data, totalCount } = await server.call(admin, (api) => api.audit.list({ query: {} }))
    expect(data.map(({ userName }) => userName)).toEqual(["Admin empty"])
    expect(totalCount).toBe(1)
    const theirs = await server.enter("empty", Role.id.Owner)
    expect((await server.call(theirs, (api) => api.audit.list({ query: {} }))).totalCount).toBe(2)
  })

  it("chains each record to the previous one: SHA-256 over that hash, the number as 8 bytes and the payload", async () => {
    const { data } = await list({ order: "oldest" })
    let before = Buffer.alloc(0)
    for (const record of data) {
      const number = Buffer.alloc(8)
      number.writeBigUInt64BE(BigInt(record.seq))
      before = createHash("sha256").update(before).update(number).update(record.payload).digest()
      expect(record.hash).toBe(before.toString("hex"))
      expect(JSON.parse(record.payload)).toEqual({
        ...entry(record.seq),
        ...entry(record.seq).detail,
        detail: undefined
      })
    }
    expect(await verify()).toEqual({ records: 30, head: before.toString("hex"), broken: null })
  })

  it("of a company without records is empty and valid", async () => {
    const token = await server.enter("silent", Role.id.Owner)
    expect(await verify(token)).toEqual({ records: 0, head: null, broken: null })
    expect(await server.call(token, (api) => api.audit.list({ query: {} }))).toEqual({
      success: true,
      data: [],
      totalCount: 0
    })
  })

  it("stays one chain with many concurrent writers, in transactions that commit and that fail", async () => {
    const writer = (n: number) =>
      Effect.gen(function* () {
        const sql = yield* SqlClient.SqlClient
        const append = sql`SELECT * FROM append_audit(${acme}::int, now(), NULL, 'locks.activate', ${`w${n}`}, '{}', ''::bytea)`
        if (n % 3 === 0)
          yield* Effect.flip(sql.withTransaction(Effect.andThen(append, Effect.fail("not after all" as const))))
        else yield* (yield* Audit).append({ ...entry(n), subject: `w${n}` })
      })
    await server.run(Effect.forEach(range(1, 60), writer, { concurrency: 12 }))
    const { records, broken } = await verify()
    expect([records, broken]).toEqual([70, null])
    const { data } = await list({ order: "oldest", from: 30 })
    expect(data.map(({ seq }) => seq)).toEqual(range(31, 70))
    expect(new Set(data.map(({ subject }) => subject)).size).toBe(40)
  })

  it("verifies while it is being written", async () => {
    const [found] = await Promise.all([
      Promise.all(Array.from({ length: 10 }, () => verify())),
      server.run(
        Effect.flatMap(Audit, (audit) =>
          Effect.forEach(range(1, 80), (n) => audit.append(entry(n)), { concurrency: 4 })
        )
      )
    ])
    expect(found.map(({ broken }) => broken)).toEqual(found.map(() => null))
    expect(await verify()).toMatchObject({ records: 150, broken: null })
  })

  it("verifies a chain longer than one page", async () => {
    await server.run(
      Effect.gen(function* () {
        const sql = yield* SqlClient.SqlClient
        const { macs } = yield* Audit
        const many = Array.from({ length: 1020 }, () => ({ ...entry(1), subject: "many" }))
        for (let n = 0; n < 5; n += 1) yield* sql`SELECT * FROM ${appendAudits(sql, macs, many)}`
      })
    )
    expect(await verify()).toMatchObject({ records: 5250, broken: null })
  })

  it("stays one chain under concurrent long changes, and keeps nothing of a failed one", async () => {
    const longChange = (nth: number) =>
      Effect.gen(function* () {
        const sql = yield* SqlClient.SqlClient
        const append = yield* (yield* Audit).appending(long, 450)
        for (const n of range(1, 3)) {
          const some = range(1, 150).map((each) => ({
            ...entry(n),
            companyID: long,
            userID: each % 2 === 0 ? null : UserId.make(each),
            action: "locks.activate" as const,
            subject: `change ${nth}`,
            detail: { each, text: "é🔐".repeat(each % 40) }
          }))
          yield* sql`SELECT * FROM ${append(some)}`
        }
        if (nth % 2 === 0) yield* Effect.fail("not after all" as const)
      }).pipe((change) => Effect.flatMap(SqlClient.SqlClient, (sql) => sql.withTransaction(change)))
    const short = Effect.flatMap(Audit, (audit) => audit.append({ ...entry(1), companyID: long, subject: "short" }))
    await server.run(
      Effect.all([...range(1, 4).map((nth) => Effect.exit(longChange(nth))), ...range(1, 9).map(() => short)], {
        concurrency: 6
      })
    )
    const token = await server.enter("long", Role.id.Owner)
    expect(await verify(token)).toMatchObject({ records: 2 * 450 + 9, broken: null })
    const { data } = await server.call(token, (api) => api.audit.list({ query: { subject: "change 3", count: 1000 } }))
    expect(data.map(({ seq }) => seq)).toEqual(range(data[0]?.seq ?? 0, (data[0]?.seq ?? 0) - 449))
  })

  it.each(["from=-1", "from=x", "from=1.5", "order=up", "count=0", "count=1001", `subject=${"x".repeat(321)}`])(
    "refuses %s as malformed",
    async (query) => {
      const answer = await server.fetch(`/api/audit?${query}`, { token: owner })
      expect([answer.status, answer.json]).toMatchObject([400, { code: "Malformed" }])
    }
  )
})
