import { Effect } from "effect"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { Role } from "#core/auth/roles.ts"
import { FacilityId, type LockId } from "#core/base/ids.ts"
import { Tier } from "#core/companies/tiers.ts"
import { LockColor } from "#core/locks/lockColors.ts"
import { assignedToUnitStatuses, LockStatus, unitBearingStatuses } from "#core/locks/lockStatuses.ts"
import { isEmptyDatabase } from "#server/demo/emptyDatabase.ts"
import { seedDemo } from "#server/demo/seedDemo.ts"
import { usualHomes } from "../../support/databases.ts"
import { type DemoServer, now, size, startDemo } from "./demoServer.ts"

describe.each(usualHomes)("demonstration data, on $name", (home) => {
  let demo: DemoServer
  const count = (query: string) => demo.count(query)
  const rows = <Row extends object>(query: string) => demo.rows<Row>(query)
  beforeAll(async () => {
    demo = await startDemo(home)
  })
  afterAll(() => demo.server.close())

  it("counts what it created", async () => {
    const { signIns: _, ...counts } = demo.summary
    expect(counts).toEqual({
      companies: await count("FROM companies"),
      facilities: await count("FROM facilities"),
      subdomains: await count("FROM subdomains"),
      users: await count("FROM users"),
      locks: await count("FROM locks"),
      registry: await count("FROM registry"),
      logs: await count("FROM lock_logs"),
      reveals: await count("FROM reveals"),
      auditRecords: await count("FROM audit_records WHERE action NOT LIKE 'auth.%'")
    })
    expect(demo.summary).toMatchObject({ locks: size, facilities: 24 })
    expect(demo.summary.reveals).toBeGreaterThan(300)
  })

  it("gives the main company two portals, and leaves facilities without one", async () => {
    const maple = "FROM facilities f JOIN companies c USING (company_id) WHERE c.name = 'Maple Self Storage'"
    expect(await demo.numbers(`SELECT count(*)::int AS n ${maple} GROUP BY f.subdomain_id ORDER BY 1`)).toHaveLength(3)
    expect(
      await count("FROM subdomains s JOIN companies c USING (company_id) WHERE c.name <> 'Maple Self Storage'")
    ).toBe(0)
    const { data } = await demo.signIn("Owner")
    expect(data.user.companyName).toBe("Maple Self Storage")
  })

  it("has a sign-in for each role, site-level ones at the site company", async () => {
    expect(demo.summary.signIns.map(({ role }) => role)).toEqual(Role.rows.map(({ label }) => label))
    for (const { role, company } of demo.summary.signIns) {
      const { data } = await demo.signIn(role)
      expect([Role.label(data.user.roleID), data.user.companyName]).toEqual([role, company])
      expect(company).toBe(
        role.startsWith("Site") || role.startsWith("Super") ? "Site Operations" : "Maple Self Storage"
      )
    }
  })

  it("shows every promised status, color, tier and company setting", async () => {
    const sorted = (ids: ReadonlyArray<number>) => [...ids].sort((a, b) => a - b)
    const maple = "FROM locks JOIN companies USING (company_id) WHERE name = 'Maple Self Storage' AND is_active"
    expect(await demo.numbers(`SELECT DISTINCT status AS n ${maple} ORDER BY 1`)).toEqual(sorted(LockStatus.ids))
    expect(await demo.numbers(`SELECT DISTINCT color AS n ${maple} ORDER BY 1`)).toEqual(sorted(LockColor.ids))
    expect(await demo.numbers(`SELECT color AS n FROM locks GROUP BY 1 ORDER BY count(*) DESC LIMIT 1`)).toEqual([
      LockColor.id.gray
    ])
    const { id } = Tier
    expect(await demo.numbers("SELECT DISTINCT tier AS n FROM companies ORDER BY 1")).toEqual([
      id.LocksOnly,
      id.Basic,
      id.Plus,
      id.Premium,
      id.Premium2025
    ])
    expect(await count(`FROM companies WHERE paid_through < now()`)).toBe(1)
    expect(await count(`FROM companies WHERE NOT hide_lock_codes`)).toBe(1)
    expect(
      await count(
        `FROM companies WHERE name = 'Maple Self Storage' AND tier = 3 AND hide_lock_codes AND hide_lock_codes_flag`
      )
    ).toBe(1)
    expect(
      await count(
        `FROM companies c WHERE NOT EXISTS (SELECT FROM users WHERE company_id = c.company_id AND role_id = 4)`
      )
    ).toBe(1)
    expect(await count("FROM users WHERE cardinality(facility_ids) = 2")).toBe(1)
    expect(await count("FROM users WHERE NOT is_active")).toBe(1)
    expect(await count("FROM users WHERE email NOT LIKE '%.example.com'")).toBe(0)
    expect(await count("FROM locks WHERE NOT is_active")).toBeGreaterThan(10)
    expect(await count("FROM locks WHERE facility_id IS NULL")).toBeGreaterThan(50)
  })

  it("follows the rules of units, limits, serial codes and times", async () => {
    const bearing = [...unitBearingStatuses].join()
    const assigned = [...assignedToUnitStatuses].join()
    expect(await count(`FROM locks WHERE (unit IS NOT NULL) <> (status IN (${bearing}))`)).toBe(0)
    expect(await count("FROM locks WHERE unit !~ '^[A-Z]+-[1-9][0-9]{2}$'")).toBe(0)
    expect(await count("FROM locks WHERE unit IS NOT NULL AND (facility_id IS NULL OR NOT is_active)")).toBe(0)
    const crowded = (statuses: string) => `FROM (SELECT company_id, count(*) AS n FROM locks WHERE is_active
      AND status IN (${statuses}) GROUP BY company_id, facility_id, unit) u JOIN companies c USING (company_id)`
    expect(await count(`${crowded(bearing)} WHERE u.n > c.locks_per_unit`)).toBe(0)
    expect(await count(`${crowded(assigned)} WHERE u.n > 1`)).toBeGreaterThan(0)
    expect(
      await count(
        `FROM locks l JOIN facilities f USING (facility_id) WHERE l.company_id <> f.company_id OR NOT f.is_active`
      )
    ).toBe(0)
    expect(
      await count(`FROM (SELECT company_id, count(*) AS n FROM locks WHERE facility_id IS NOT NULL GROUP BY company_id, facility_id) f
      JOIN companies c USING (company_id) WHERE f.n > CASE WHEN c.own_max_locks THEN c.max_locks_per_facility
        WHEN c.tier IN (0, 1) THEN 100 WHEN c.tier = 2 THEN 250 ELSE 1000000 END`)
    ).toBe(0)
    expect(await count("FROM locks WHERE serial !~ '^[0-9]{8}$'")).toBe(0)
    expect(
      await count(
        "FROM (SELECT serial FROM registry UNION SELECT serial FROM locks) s WHERE serial BETWEEN '20000001' AND '20000100'"
      )
    ).toBe(0)
    expect(await count("FROM locks WHERE serial NOT IN (SELECT serial FROM registry)")).toBe(0)
    expect(
      await count(
        `FROM locks l LEFT JOIN users u ON u.user_id = l.updated_by AND u.company_id = l.company_id WHERE u.user_id IS NULL`
      )
    ).toBe(0)
    for (const [table, column] of [
      ["locks WHERE", "updated_at"],
      ["lock_logs WHERE", "created_at"],
      ["reveals WHERE", "created_at"],
      ["audit_records WHERE action <> 'auth.login' AND", "at"]
    ]) {
      expect(await count(`FROM ${table} ${column} > '${now.toISOString()}'`), table).toBe(0)
    }
  })

  it("supports the README's steps: find, reveal, activate from the registry", async () => {
    const { data: agent } = await demo.signIn("Call Center Agent")
    const { data: admin } = await demo.signIn("Admin")
    const [lock] = await rows<{ serial: string; lock_id: LockId }>(
      "SELECT serial, lock_id FROM locks JOIN facilities USING (facility_id) WHERE facilities.name = 'Maple St' AND status = 1006 LIMIT 1"
    )
    const serialCode = lock?.serial ?? ""
    const found = await demo.server.call(agent.token, (api) =>
      api.locks.search({ query: { filter: `text=${serialCode}` } })
    )
    expect(found.data.map(({ lockID }) => lockID)).toEqual([lock?.lock_id])
    const { data: revealed } = await demo.server.call(agent.token, (api) =>
      api.locks.reveal({ query: {}, payload: { serialCode, reason: "Tenant requested code" } })
    )
    expect(revealed.unlockCode).toMatch(/^\d{4}$/)

    const example = await demo.server.call(agent.token, (api) =>
      api.locks.search({ query: { filter: "serialCode=10482233" } })
    )
    expect(example.data).toMatchObject([
      { facilityName: "Maple St", unitNumber: "B-114", secondaryStatusName: "Assigned Overlock", isActive: true }
    ])

    const facilities = await demo.server.call(admin.token, (api) => api.facilities.list({ query: {} }))
    const facilityID = facilities.data.find(({ facilityName }) => facilityName === "Maple St")?.facilityID ?? 0
    for (const serial of ["10482234", "10482299"]) {
      await demo.server.call(admin.token, (api) =>
        api.locks.activate({ query: {}, payload: { serialCode: serial, facilityID: FacilityId.make(facilityID) } })
      )
      const { data } = await demo.server.call(admin.token, (api) =>
        api.locks.reveal({ query: {}, payload: { serialCode: serial, reason: "Remove Overlock" } })
      )
      expect(data.unlockCode).toBe(serial.slice(-4))
    }
    expect(await count("FROM registry WHERE serial BETWEEN '10482233' AND '10482299'")).toBe(67)
  })

  it("is not added to other data", async () => {
    const before = await count("FROM locks")
    const refused = await demo.server.run(Effect.flip(seedDemo({ size: 10, seed: 2, now })))
    expect(refused._tag).toBe("DatabaseNotEmpty")
    expect(await count("FROM locks")).toBe(before)
    expect(await demo.server.run(isEmptyDatabase)).toBe(false)
  })
})
