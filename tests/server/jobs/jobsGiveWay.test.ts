import { describe, expect, it } from "vitest"
import { Role } from "#core/auth/roles.ts"
import { homes } from "../../support/databases.ts"
import { useJobPlace } from "./jobPlace.ts"

describe.each(homes)("a job and concurrent manual changes, on $name", (home) => {
  const place = useJobPlace(home)
  const { at, sql, company, lock, register, run, rowsOf, serial } = place

  it("alternate within a batch, and each row is applied once, including refused and repeated ones", async () => {
    const own = await lock(1006, { unit: "A-0" })
    const [row] = await sql((sql) => sql<{ id: number }>`SELECT lock_id AS id FROM locks WHERE serial = ${own}`)
    const good = await register(2_400)
    // About every tenth row is refused before its lock is read, refused after, or repeated.
    const wanted = good.flatMap((each, nth) =>
      nth % 30 === 0
        ? [each, serial()]
        : nth % 30 === 10
          ? [each, "not a serial"]
          : nth % 30 === 20
            ? [each, each]
            : [each]
    )
    let over = false
    const job = run("activate", { facilityID: at.maple }, rowsOf(wanted)).finally(() => (over = true))
    const owner = await place.server.enter("acme", Role.id.Owner)
    for (let nth = 1; !over; nth += 1) {
      const body = { lockID: row?.id, secondaryLockStatus: 1006, unitNumber: `A-${nth}` }
      const { status } = await place.server.fetch("/api/locks/update-lock", { method: "PUT", token: owner, body })
      expect(status).toBe(200)
    }
    expect(await job).toMatchObject({
      state: "done",
      done: wanted.length,
      applied: 2_400,
      failed: 160
    })
    const outcomes = await sql(
      (sql) => sql<{ outcome: string; serial: string; recorded: string | null }>`
        SELECT r.outcome, r.serial, a.subject AS recorded FROM job_rows r
          LEFT JOIN audit_records a ON a.company_id = ${company.acme} AND a.seq = r.audit_seq ORDER BY r.row`
    )
    const seen = new Set<string>()
    expect(outcomes).toEqual(
      wanted.map((each) => {
        const isGood = good.includes(each)
        const applies = isGood && !seen.has(each)
        seen.add(each)
        const outcome = applies ? "apply" : isGood ? "nothing" : "refuse"
        return { outcome, serial: each, recorded: applies ? each : null }
      })
    )
    const records = await sql(
      (sql) => sql<{ action: string }>`
        SELECT action FROM audit_records WHERE company_id = ${company.acme} ORDER BY seq`
    )
    const actions = records.map(({ action }) => action)
    const first = actions.indexOf("locks.activate")
    const by = actions.slice(first).findIndex((action) => action !== "locks.activate")
    expect(by).toBeGreaterThan(0)
    // A full batch has 2,000 rows, of which more than 1,800 are activated.
    expect(by).toBeLessThan(1_600)
  })
})
