import { Effect } from "effect"
import { beforeAll, describe, expect, it } from "vitest"
import { Role } from "#core/auth/roles.ts"
import { homes } from "../../support/databases.ts"
import { emailOf } from "../../support/fixture.ts"
import { useLockPlace } from "./lockPlace.ts"

const many = 24

describe.each(homes)("concurrent changes in a company, on $name", (home) => {
  const place = useLockPlace(home)
  const { at, company, lock, update, undo, show, recordsOf, sql } = place
  const users = { admin: "", confined: "" }
  beforeAll(async () => {
    users.admin = await place.server.enter("acme", Role.id.Admin)
    await sql(
      (sql) => sql`
        UPDATE users SET facility_ids = ARRAY[${at.maple}::int] WHERE email = ${emailOf("acme", Role.id.Personnel)}`
    )
    users.confined = await place.server.enter("acme", Role.id.Personnel)
  })

  const some = (count: number) => Promise.all(Array.from({ length: count }, () => lock(1001)))
  /** How many transactions wrote these locks' records. */
  const commits = (serials: ReadonlyArray<string>) =>
    sql(
      (sql) => sql<{ n: number }>`
      SELECT count(DISTINCT xmin::text)::int AS n FROM audit_records WHERE subject = ANY(${[...serials]}::text[])`
    )
  const verify = async () => (await place.server.call(place.owner, (api) => api.audit.verify({ query: {} }))).data

  it("share their commits, and each is answered and recorded separately", async () => {
    const locks = await some(many)
    const answers = await Promise.all(
      locks.map(({ lockID }, nth) => update({ lockID, color: -256 }, nth % 2 === 0 ? place.owner : users.admin))
    )
    for (const [nth, { lockID, serial }] of locks.entries()) {
      const answer = answers[nth]
      const userName = nth % 2 === 0 ? "Owner acme" : "Admin acme"
      expect(answer).toMatchObject({ status: 200, data: { lockID, color: -256, updatedBy: userName } })
      expect(await recordsOf(serial)).toMatchObject([
        { action: "locks.update", userName, seq: answer?.data?.["undo"], subject: serial }
      ])
    }
    const [written] = await commits(locks.map(({ serial }) => serial))
    expect(written?.n).toBeLessThan(many)
    expect((await verify()).broken).toBeNull()
    // Each response's undo number reverts only its own change.
    const [first, second] = [answers[0]?.data?.["undo"], answers[2]?.data?.["undo"]]
    expect(await undo(second)).toMatchObject({ status: 200, data: { lockID: locks[2]?.lockID, color: -4144960 } })
    expect(await undo(first)).toMatchObject({ status: 200, data: { lockID: locks[0]?.lockID, color: -4144960 } })
  })

  it("of one lock follow each other, each based on the previous one", async () => {
    const { lockID, serial } = await lock(1001)
    const colors = [-256, -65536, -23296, -16777216, -16744448, -2894893]
    const answers = await Promise.all(colors.map((color) => update({ lockID, color })))
    expect(answers.map(({ status }) => status)).toEqual(colors.map(() => 200))
    expect(answers.map(({ data }) => data?.["color"])).toEqual(colors)
    const records = (await recordsOf(serial)).toReversed().map(({ payload }) => JSON.parse(payload) as Steps)
    expect(records).toHaveLength(colors.length)
    for (const [nth, { fromColor, version }] of records.entries()) {
      expect(fromColor).toBe(nth === 0 ? -4144960 : records[nth - 1]?.color)
      expect(version).toBe(nth + 2)
    }
    expect((await show(lockID)).color).toBe(records.at(-1)?.color)
  })

  it("each follow their own user's permissions", async () => {
    const locks = await some(8)
    const answers = await Promise.all(
      locks.map(({ lockID }, nth) => place.transfer(lockID, at.oak, nth % 2 === 0 ? users.admin : users.confined))
    )
    expect(answers.map(({ status }) => status)).toEqual([200, 404, 200, 404, 200, 404, 200, 404])
    expect(answers[1]).toMatchObject({ code: "FacilityNotFound" })
  })

  it("fail alone if one of them can't be written", async () => {
    const locks = await some(many)
    const bad = locks[many / 2]
    await sql(
      (sql) => sql`
        CREATE FUNCTION break_one() RETURNS trigger LANGUAGE plpgsql AS $$
        BEGIN RAISE EXCEPTION 'broken'; END $$`
    )
    await sql((sql) =>
      sql.unsafe(`CREATE TRIGGER break_one BEFORE UPDATE ON locks FOR EACH ROW
        WHEN (OLD.lock_id = ${bad?.lockID}) EXECUTE FUNCTION break_one()`)
    )
    try {
      const answers = await Promise.all(locks.map(({ lockID }) => update({ lockID, color: -65536 })))
      for (const [nth, { lockID, serial }] of locks.entries()) {
        const broken = lockID === bad?.lockID
        expect(answers[nth]?.status).toBe(broken ? 500 : 200)
        expect(await recordsOf(serial)).toHaveLength(broken ? 0 : 1)
      }
      expect((await verify()).broken).toBeNull()
    } finally {
      await sql((sql) => Effect.andThen(sql`DROP TRIGGER break_one ON locks`, sql`DROP FUNCTION break_one()`))
    }
  })

  it("share the free places of a facility without exceeding them", async () => {
    const { oak } = at
    await sql(
      (sql) => sql`
      UPDATE companies SET max_locks_per_facility = 2 + (SELECT count(*) FROM locks
        WHERE facility_id = ${oak} AND is_active AND status NOT IN (1002, 1007, 1009)) WHERE company_id = ${company.acme}`
    )
    const moved = await some(6)
    const answers = await Promise.all(moved.map(({ lockID }) => place.transfer(lockID, oak)))
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(2)
    expect(answers.filter(({ code }) => code === "LockLimitReached")).toHaveLength(4)
  })
})

/** The color in a change's audit record. */
interface Steps {
  readonly color: number
  readonly fromColor: number
  readonly version: number
}
