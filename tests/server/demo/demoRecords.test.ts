import { Effect } from "effect"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { CompanyId } from "#core/base/ids.ts"
import { LockStatus } from "#core/locks/lockStatuses.ts"
import { reasonRefusal } from "#core/reveals/revealRules.ts"
import { Audit } from "#server/audit/Audit.ts"
import { Keyring } from "#server/secrets/Keyring.ts"
import { usualHomes } from "../../support/databases.ts"
import { type DemoServer, now, size, startDemo } from "./demoServer.ts"

describe.each(usualHomes)("the records of demonstration data, on $name", (home) => {
  let demo: DemoServer
  const count = (query: string) => demo.count(query)
  const rows = <Row extends object>(query: string) => demo.rows<Row>(query)
  beforeAll(async () => {
    demo = await startDemo(home)
  })
  afterAll(() => demo.server.close())

  it("have each lock's history in order, ending in its current state", async () => {
    expect(
      await count(
        `FROM (SELECT created_at < lag(created_at) OVER (PARTITION BY lock_id ORDER BY log_id) AS back FROM lock_logs) l WHERE back`
      )
    ).toBe(0)
    expect(
      await count(`FROM locks l WHERE updated_at <> (SELECT max(created_at) FROM lock_logs g
      WHERE g.lock_id = l.lock_id AND description NOT LIKE 'Combination viewed by %')`)
    ).toBe(0)
    expect(
      await count(`FROM locks l WHERE version <> (SELECT count(*) FROM lock_logs g
      WHERE g.lock_id = l.lock_id AND description NOT LIKE 'Combination viewed by %')`)
    ).toBe(0)
    const records = await rows<{
      status: number
      description: string | null
    }>(`SELECT l.status, (SELECT description FROM lock_logs g
      WHERE g.lock_id = l.lock_id AND description LIKE 'Status changed %' ORDER BY log_id DESC LIMIT 1) AS description FROM locks l`)
    const wrong = records.filter(
      ({ status, description }) => !(description ?? " to Available").includes(` to ${LockStatus.label(status)}`)
    )
    expect(wrong).toEqual([])
  })

  it("agree about who saw which combination", async () => {
    expect(
      await count(
        `FROM locks l WHERE view_count <> (SELECT count(*) FROM reveals r WHERE r.lock_id = l.lock_id AND approval_status = 1)`
      )
    ).toBe(0)
    expect(
      await count(
        `FROM locks l WHERE view_count <> (SELECT count(*) FROM lock_logs g WHERE g.lock_id = l.lock_id AND description LIKE 'Combination viewed by %')`
      )
    ).toBe(0)
    for (const [status, action] of [
      [1, "reveals.approve"],
      [2, "reveals.reject"]
    ]) {
      const unmatched = `FROM (SELECT company_id, created_at, user_id, serial FROM reveals WHERE approval_status = ${status}) r
        FULL JOIN (SELECT * FROM audit_records WHERE action = '${action}') a
        ON a.company_id = r.company_id AND a.at = r.created_at AND a.user_id = r.user_id AND a.subject = r.serial
        WHERE a.company_id IS NULL OR r.company_id IS NULL`
      expect(await count(unmatched), String(action)).toBe(0)
      expect(await count(`FROM reveals WHERE approval_status = ${status}`)).toBeGreaterThan(5)
    }
    const approved = await rows<{ reason: string }>("SELECT DISTINCT reason FROM reveals WHERE approval_status = 1")
    expect(approved.filter(({ reason }) => reasonRefusal(reason) !== null)).toEqual([])
    expect(approved.length).toBeGreaterThan(8)
    expect(
      await count(
        "FROM reveals r JOIN companies c USING (company_id) WHERE approval_status = 1 AND (NOT c.hide_lock_codes OR role_id = 9)"
      )
    ).toBe(0)
    expect(
      await count(`FROM reveals WHERE created_at < '${new Date(now.getTime() - 91 * 86_400_000).toISOString()}'`)
    ).toBe(0)
  })

  it("match the lock counts", async () => {
    expect(
      await count(`FROM (SELECT company_id, coalesce(facility_id, 0) AS facility_id, status, is_active, count(*)::int AS n FROM locks GROUP BY 1, 2, 3, 4) l
      FULL JOIN lock_counts k USING (company_id, facility_id, status, is_active) WHERE l.n IS DISTINCT FROM k.n`)
    ).toBe(0)
  })

  it("have planner statistics", async () => {
    const known =
      "SELECT reltuples::int AS n FROM pg_class WHERE oid IN ('locks'::regclass, 'users'::regclass) ORDER BY 1"
    expect(await demo.numbers(known)).toEqual([demo.summary.users, size])
  })

  it("have sealed combinations that open and match the registry", async () => {
    const found = await rows<{
      company_id: CompanyId
      serial: string
      version: number
      sealed: Uint8Array
      registered: Uint8Array
    }>(
      "SELECT company_id, l.serial, code_version AS version, l.sealed, r.sealed AS registered FROM locks l JOIN registry r USING (serial)"
    )
    expect(found).toHaveLength(size)
    await demo.server.run(
      Effect.gen(function* () {
        const keyring = yield* Keyring
        for (const [companyID, locks] of Map.groupBy(found, (lock) => lock.company_id)) {
          const codes = yield* keyring.openCodes(companyID, locks)
          locks.forEach(({ serial, version, registered }, nth) => {
            expect(codes[nth]).toMatch(/^\d{4}$/)
            // A lock whose combination was changed has a different one than in the registry.
            expect(codes[nth] === keyring.openRegistryCode(serial, registered)).toBe(version === 1)
          })
        }
      })
    )
  })

  it("have valid audit chains, with the witness", async () => {
    const companies = await demo.numbers("SELECT company_id AS n FROM companies ORDER BY 1")
    const verified = await demo.server.run(
      Effect.gen(function* () {
        const audit = yield* Audit
        return yield* Effect.forEach(companies, (company) => audit.verify(CompanyId.make(company)))
      })
    )
    expect(verified.map(({ broken }) => broken)).toEqual(companies.map(() => null))
    expect(verified.reduce((sum, { records }) => sum + records, 0)).toBe(await count("FROM audit_records"))
    expect(
      await count(
        "FROM (SELECT at < lag(at) OVER (PARTITION BY company_id ORDER BY seq) AS back FROM audit_records) a WHERE back"
      )
    ).toBe(0)
  })
})
