import { Effect } from "effect"
import { SqlClient } from "effect/sql"
import { beforeAll, describe, expect, it } from "vitest"
import { Role, type RoleId } from "#core/auth/roles.ts"
import { CompanyId, FacilityId, LockId, type UserId } from "#core/base/ids.ts"
import { LockStatus } from "#core/locks/lockStatuses.ts"
import { Keyring } from "#server/secrets/Keyring.ts"
import { homes } from "../../support/databases.ts"
import { emailOf, makeCompany, makeFacility, makeLock } from "../../support/fixture.ts"
import { connect, listen, until } from "../hub/hubHarness.ts"
import { type Body, useLockPlace } from "./lockPlace.ts"

describe.each(homes)("changing a lock, on $name", (home) => {
  const place = useLockPlace(home)
  const { at, company, serial, lock, update, transfer, undo, show, logsOf, recordsOf, sql } = place

  it("sets status, unit and color in one call, with one record, one log line, and the current lock as the response", async () => {
    const { lockID, serial: made } = await lock(1001)
    const read = await show(lockID)
    const done = await update({ ...read, secondaryLockStatus: 1004, unitNumber: " B-114 ", color: -65536 })
    expect(done).toEqual({
      status: 200,
      success: true,
      message: "Successfully updated",
      data: {
        ...Object.fromEntries(Object.entries(read).filter(([name]) => name !== "unlockCode")),
        secondaryLockStatus: 1004,
        secondaryStatusName: "Assigned Overlock",
        unitNumber: "B-114",
        color: -65536,
        updatedBy: "Owner acme",
        updatedOn: expect.stringMatching(/Z$/),
        undo: expect.any(Number)
      }
    })
    expect(await logsOf(lockID)).toEqual([
      "Status changed from Available to Assigned Overlock, unit changed from none to B-114, color changed from gray to red by Owner acme"
    ])
    const records = await recordsOf(made)
    expect(records).toMatchObject([{ action: "locks.update", seq: done.data?.["undo"], userName: "Owner acme" }])
    expect(JSON.parse(records[0]?.payload ?? "")).toMatchObject({
      lockID,
      version: 2,
      status: 1004,
      fromStatus: 1001,
      unit: "B-114",
      fromUnit: null,
      facilityID: at.maple
    })
  })

  it("records nothing if nothing changes", async () => {
    const { lockID, serial: made } = await lock(1004, { unit: "B-1" })
    const before = await show(lockID)
    const done = await update({ lockID, secondaryLockStatus: 1004, unitNumber: " b-1" })
    expect(done).toMatchObject({ status: 200, data: { unitNumber: "B-1", updatedOn: before.updatedOn, undo: null } })
    expect([await logsOf(lockID), await recordsOf(made)]).toEqual([[], []])
  })

  it("refuses an edit of a lock that changed since it was read, and returns its current state", async () => {
    const { lockID } = await lock(1001)
    const read = await show(lockID)
    const first = await update({ lockID, color: -256, updatedOn: read.updatedOn })
    expect(first.status).toBe(200)
    const second = await update({ lockID, color: -65536, updatedOn: read.updatedOn })
    expect(second).toMatchObject({
      status: 409,
      code: "LockChangedMeanwhile",
      data: { lockID, color: -256, updatedBy: "Owner acme", updatedOn: first.data?.["updatedOn"] }
    })
    expect(second.data).not.toHaveProperty("unlockCode")
    // The same value is Unchanged, whatever version was read.
    const same = await update({ lockID, color: -256, updatedOn: read.updatedOn })
    expect(same).toMatchObject({ status: 200, data: { undo: null, updatedOn: first.data?.["updatedOn"] } })
    expect((await update({ lockID, color: -65536, updatedOn: first.data?.["updatedOn"] })).status).toBe(200)
  })

  it("lets one of many who read the same lock change it, and refuses the others", async () => {
    const { lockID, serial: made } = await lock(1001)
    const { updatedOn } = await show(lockID)
    const colors = [-256, -65536, -23296, -16777216, -16744448, -2894893]
    const answers = await Promise.all(colors.map((color) => update({ lockID, color, updatedOn })))
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409, 409, 409, 409, 409])
    const won = answers.find(({ status }) => status === 200)
    expect((await show(lockID)).color).toBe(won?.data?.["color"])
    expect(await recordsOf(made)).toHaveLength(1)
  })

  it("distinguishes two changes in the same millisecond", async () => {
    const { lockID } = await lock(1001)
    await sql((sql) => sql`UPDATE locks SET updated_at = '2200-01-01T00:00:00Z' WHERE lock_id = ${lockID}`)
    const first = await update({ lockID, color: -256 })
    expect(first.data?.["updatedOn"]).toBe("2200-01-01T00:00:00.001Z")
  })

  it("seals a new combination with its own version, sets Available, and reveals it nowhere", async () => {
    const { lockID, serial: made } = await lock(1004, { unit: "B-7" })
    expect(await update({ lockID, unlockCode: "9182" })).toMatchObject({
      status: 422,
      code: "LockNotAvailable",
      error: "Lock is not set to Available"
    })
    const done = await update({ lockID, unlockCode: "9182", secondaryLockStatus: 1001 })
    expect(done).toMatchObject({ status: 200, data: { secondaryLockStatus: 1001, unitNumber: null } })
    const [row] = await sql(
      (sql) =>
        sql<{
          sealed: Uint8Array
          code_version: number
        }>`SELECT sealed, code_version FROM locks WHERE lock_id = ${lockID}`
    )
    expect(row?.code_version).toBe(2)
    const open = (version: number) =>
      place.server.run(
        Effect.flatMap(Keyring, (keyring) =>
          keyring.openCode({ companyID: company.acme, serial: made, version }, row?.sealed ?? new Uint8Array())
        )
      )
    expect(await open(2)).toBe("9182")
    await expect(open(1)).rejects.toThrow()
    const { data } = await place.server.call(place.owner, (api) =>
      api.locks.reveal({ query: {}, payload: { serialCode: made, reason: "Tenant requested code" } })
    )
    expect(data.unlockCode).toBe("9182")
    const texts = JSON.stringify([
      await logsOf(lockID),
      (await recordsOf(made)).filter(({ action }) => action === "locks.update"),
      done
    ])
    expect(texts).not.toContain("9182")
    expect(place.server.logged()).not.toContain("9182")
    // Undoing restores the previous combination, sealed again, with the previous status and unit.
    expect(await undo(done.data?.["undo"])).toMatchObject({
      status: 200,
      data: { secondaryLockStatus: 1004, unitNumber: "B-7" }
    })
    const again = await place.server.call(place.owner, (api) =>
      api.locks.reveal({ query: {}, payload: { serialCode: made, reason: "Tenant requested code" } })
    )
    expect(again.data.unlockCode).toBe("1234")
    expect((await logsOf(lockID))[1]).toContain("combination changed")
    expect(place.server.logged()).not.toContain("1234")
  })

  it("undoes a change of a combination only while the previous one is stored", async () => {
    const { lockID } = await lock(1001)
    const first = await update({ lockID, unlockCode: "1111" })
    const second = await update({ lockID, unlockCode: "2222" })
    expect(await undo(first.data?.["undo"])).toMatchObject({ status: 409, data: { reason: "MovedSince" } })
    await sql((sql) => sql`DELETE FROM former_codes WHERE lock_id = ${lockID}`)
    expect(await undo(second.data?.["undo"])).toMatchObject({ status: 409, data: { reason: "NotUndoable" } })
  })

  it("does not reveal whether a masked combination equals the submitted one", async () => {
    const { lockID } = await lock(1001)
    for (const unlockCode of ["1234", "4321"]) {
      expect((await update({ lockID, unlockCode })).status).toBe(200)
    }
    const [row] = await sql(
      (sql) => sql<{ code_version: number }>`SELECT code_version FROM locks WHERE lock_id = ${lockID}`
    )
    expect(row?.code_version).toBe(3)
  })

  it.each([
    [{}, "lockID"],
    [{ lockID: 1, secondaryLockStatus: 1000 }, "secondaryLockStatus"],
    [{ lockID: 1, unitNumber: "x".repeat(41) }, "unitNumber"],
    [{ lockID: 1, unitNumber: "a\u0000b" }, "unitNumber"],
    [{ lockID: 1, color: 1 }, "color"],
    [{ lockID: 1, unlockCode: "123" }, "unlockCode"],
    [{ lockID: 1, unlockCode: "12a4" }, "unlockCode"],
    [{ lockID: 1, facilityID: 0 }, "facilityID"],
    [{ lockID: 1, updatedOn: "yesterday" }, "updatedOn"]
  ])("refuses %j as malformed and says where", async (body, path) => {
    const answer = await update(body)
    expect(answer).toMatchObject({ status: 400, code: "Malformed", data: { issues: [{ path }] } })
  })

  it("transfers a lock: its unit is cleared, both facilities' counters change, the log has both facilities", async () => {
    const { lockID, serial: made } = await lock(1004, { unit: "B-2" })
    expect(await transfer(lockID, at.oak)).toMatchObject({
      status: 200,
      data: {
        facilityID: at.oak,
        facilityName: "Oak Ave",
        unitNumber: null,
        // A status that needs a unit is reset when the unit is cleared.
        secondaryLockStatus: 1001,
        undo: expect.any(Number)
      }
    })
    expect(await logsOf(lockID)).toEqual([
      "Transferred from Maple St to Oak Ave, status changed from Assigned Overlock to Available, unit changed from B-2 to none by Owner acme"
    ])
    expect((await recordsOf(made)).map(({ action }) => action)).toEqual(["locks.transfer"])
    const filter = `facilityID=${at.oak}`
    const counted = await place.server.call(place.owner, (api) => api.locks.search({ query: { filter } }))
    const listed = await place.server.call(place.owner, (api) =>
      api.locks.search({ query: { filter: `${filter};text=3` } })
    )
    expect(counted.totalCount).toBe(listed.totalCount)
  })

  it("leaves a lock unchanged if it is already as requested", async () => {
    const { lockID, serial: made } = await lock(1006, { unit: "B-77" })
    for (const answer of [
      await transfer(lockID, at.maple),
      await update({ lockID, secondaryLockStatus: 1006 }),
      await update({ lockID, unitNumber: " B-77 " })
    ]) {
      expect(answer).toMatchObject({ status: 200, unchanged: true, data: { lockID, unitNumber: "B-77", undo: null } })
    }
    expect(await recordsOf(made)).toEqual([])
    expect(await update({ lockID, color: -256 })).not.toHaveProperty("unchanged")
  })

  it("refuses a transfer to an unknown or full facility, and of an inventory lock", async () => {
    const { lockID } = await lock(1001)
    for (const facilityID of [at.closed, at.theirs, 999_999]) {
      for (const answer of [
        await transfer(lockID, FacilityId.make(facilityID)),
        await update({ lockID, facilityID })
      ]) {
        expect(answer).toMatchObject({ status: 404, code: "FacilityNotFound", data: { facilityID } })
        expect(answer.error).toContain(facilityID === at.closed ? "Closed is inactive." : `no facility ${facilityID}.`)
      }
    }
    for (const answer of [await transfer(lockID, at.full), await update({ lockID, facilityID: at.full })]) {
      expect(answer).toMatchObject({ status: 422, code: "LockLimitReached", data: { countedLocks: 40, maxLocks: 40 } })
    }
    const lost = await lock(1002)
    expect((await transfer(lost.lockID, at.full)).status).toBe(200)
    const stored = await lock(1001, { facilityID: null })
    expect(await transfer(stored.lockID, at.oak)).toMatchObject({
      status: 422,
      data: { reason: "Inventory" }
    })
  })

  it("does not know locks of another company, byte for byte", async () => {
    const theirs = await lock(1001, { companyID: company.other, facilityID: at.theirs })
    const plain = (body: Body & { requestId?: string }) => ({ ...body, requestId: "" })
    for (const body of [{ color: -256 }, { facilityID: at.oak }, { unlockCode: "1111" }]) {
      const foreign = await update({ lockID: theirs.lockID, ...body })
      expect(plain(foreign)).toEqual(plain(await update({ lockID: 2_000_000_000, ...body })))
      expect(foreign).toMatchObject({ status: 404, code: "LockNotFound" })
    }
    expect(plain(await transfer(theirs.lockID, at.oak))).toEqual(
      plain(await transfer(LockId.make(2_000_000_000), at.oak))
    )
  })

  it.each(Role.rows.map(({ id, label }) => [label, id] as const))("for a %s", async (_, role: RoleId) => {
    const token = await place.server.enter("acme", role)
    const { lockID } = await lock(1003, { unit: "R-1" })
    const agent = role === Role.id.CallCenterAgent
    const expected = role === Role.id.Vendor ? "AccessDenied" : undefined
    const got = await update({ lockID, secondaryLockStatus: 1006 }, token)
    expect(got.code).toBe(expected)
    expect((await update({ lockID, unitNumber: "R-2" }, token)).code).toBe(
      expected ?? (agent ? "UnitRefused" : undefined)
    )
    expect((await update({ lockID, unlockCode: "7777" }, token)).code).toBe(expected ?? "CombinationRefused")
    expect((await transfer(lockID, at.oak, token)).code).toBe(expected ?? (agent ? "TransferRefused" : undefined))
  })

  it("lets Restricted Personnel neither open nor choose 1006 and 1008 unless codes are hidden", async () => {
    const made = await place.server.run(
      Effect.gen(function* () {
        const open = yield* makeCompany("open", { hideLockCodes: false })
        const facilityID = yield* makeFacility(open.companyID, "Open St")
        const facts = { companyID: open.companyID, facilityID, code: "1234" }
        const free = yield* makeLock({ ...facts, serial: serial(), status: 1001 })
        const used = yield* makeLock({ ...facts, serial: serial(), status: 1006, unit: "A" })
        return { free, used }
      })
    )
    const token = await place.server.enter("open", Role.id.RestrictedPersonnel)
    expect(await update({ lockID: made.used, color: -256 }, token)).toMatchObject({
      status: 403,
      code: "LockDetailDenied"
    })
    for (const to of [1006, 1008]) {
      expect(await update({ lockID: made.free, secondaryLockStatus: to, unitNumber: "A" }, token)).toMatchObject({
        status: 422,
        code: "StatusRefused"
      })
    }
    // They can see the combination, so submitting the same one may count as no change.
    expect(await update({ lockID: made.free, unlockCode: "1234" }, token)).toMatchObject({
      status: 200,
      data: { undo: null }
    })
    expect((await update({ lockID: made.free, secondaryLockStatus: 1004, unitNumber: "A" }, token)).status).toBe(200)
  })

  it("is limited to the facilities of a restricted user", async () => {
    const [row] = await sql(
      (sql) => sql<{ user_id: UserId }>`
      UPDATE users SET facility_ids = ${[at.maple]}::int[] WHERE email = ${emailOf("acme", Role.id.SitePersonnel)} RETURNING user_id`
    )
    expect(row).toBeDefined()
    const token = await place.server.enter("acme", Role.id.SitePersonnel)
    const elsewhere = await lock(1001, { facilityID: at.oak })
    const here = await lock(1001)
    expect(await update({ lockID: elsewhere.lockID, color: -256 }, token)).toMatchObject({ code: "LockNotFound" })
    expect(await transfer(here.lockID, at.oak, token)).toMatchObject({ code: "FacilityNotFound" })
    expect((await update({ lockID: here.lockID, color: -256 }, token)).status).toBe(200)
  })

  it("does not change an inactive lock", async () => {
    const { lockID } = await lock(1001, { active: false })
    expect(await update({ lockID, color: -256 })).toMatchObject({ status: 422, code: "LockInactive" })
  })

  describe("with one lock per unit", () => {
    let one = { facilityID: FacilityId.make(1), companyID: CompanyId.make(1), token: "" }
    beforeAll(async () => {
      one = await place.server.run(
        Effect.gen(function* () {
          const sql = yield* SqlClient.SqlClient
          const { companyID } = yield* makeCompany("single")
          yield* sql`UPDATE companies SET locks_per_unit = 1 WHERE company_id = ${companyID}`
          return { companyID, facilityID: yield* makeFacility(companyID, "Single St"), token: "" }
        })
      )
      one.token = await place.server.enter("single", Role.id.Owner)
    })

    it("refuses a second one in that facility only, and gives the unit to one of several concurrent requests", async () => {
      const own = { companyID: one.companyID, facilityID: one.facilityID }
      const first = await lock(1001, own)
      const second = await lock(1001, own)
      expect(
        (await update({ lockID: first.lockID, secondaryLockStatus: 1004, unitNumber: "É-1" }, one.token)).status
      ).toBe(200)
      for (const unitNumber of ["É-1", "é-1", " É-1 ", "é-\u200b1", "E\u0301\u20101", "É\uff0d\uff11"]) {
        expect(await update({ lockID: second.lockID, secondaryLockStatus: 1006, unitNumber }, one.token)).toMatchObject(
          {
            status: 422,
            code: "UnitRefused",
            error: "Unable to assign multiple locks to this unit.",
            data: { reason: "Taken" }
          }
        )
      }
      expect(
        (await update({ lockID: second.lockID, secondaryLockStatus: 1003, unitNumber: "é-1" }, one.token)).status
      ).toBe(200)
      const racers = await Promise.all(Array.from({ length: 5 }, () => lock(1001, own)))
      const answers = await Promise.all(
        racers.map(({ lockID }, nth) =>
          update({ lockID, secondaryLockStatus: 1004, unitNumber: nth % 2 === 0 ? "Z-1" : "z-1" }, one.token)
        )
      )
      expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 422, 422, 422, 422])
    })
  })

  it("notifies everyone in the company immediately, and no one else", async () => {
    const people = [await place.server.enter("acme", Role.id.Vendor), await place.server.enter("other", Role.id.Owner)]
    const clients = await Promise.all(
      people.map((token) => connect(`${place.server.address}/api/hub`, { person: { token } }))
    )
    const heard = clients.map((client) => listen(client, "updateLock"))
    for (const [nth, client] of clients.entries()) await client.invoke("joinCompanyGroup", people[nth])
    const { lockID } = await lock(1001)
    await update({ lockID, color: -1 })
    await update({ lockID, color: -256 })
    await update({ lockID, color: -256 })
    await transfer(lockID, at.oak)
    await until("both changes were heard", () => heard[0]?.length === 2)
    expect(heard).toEqual([[[{ lockIDs: [lockID] }], [{ lockIDs: [lockID] }]], []])
  })

  it("keeps counters, chain and statuses consistent under many concurrent changes", async () => {
    const made = await Promise.all(Array.from({ length: 8 }, () => lock(1001)))
    const [a, b] = [LockStatus.id.Lost, LockStatus.id.Damaged]
    // Concurrent changes in both directions between two statuses, which would lock the counters in two orders.
    await Promise.all(
      made.flatMap(({ lockID }, nth) =>
        [a, b, a, b].map((status, turn) =>
          update({ lockID, secondaryLockStatus: (nth + turn) % 2 === 0 ? status : status === a ? b : a })
        )
      )
    )
    const wrong = await sql(
      (sql) => sql`
      SELECT * FROM (SELECT company_id, coalesce(facility_id, 0) AS facility_id, status, is_active, count(*)::int AS n
        FROM locks GROUP BY 1, 2, 3, 4) c
      FULL JOIN (SELECT * FROM lock_counts WHERE n <> 0) k USING (company_id, facility_id, status, is_active)
      WHERE c.n IS DISTINCT FROM k.n`
    )
    expect(wrong).toEqual([])
    const { data } = await place.server.call(place.owner, (api) => api.audit.verify({ query: {} }))
    expect(data.broken).toBeNull()
    expect(place.server.logged()).not.toContain("A request failed")
  })
})
