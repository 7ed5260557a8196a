import { describe, expect, it } from "vitest"
import { Role } from "#core/auth/roles.ts"
import { LockId } from "#core/base/ids.ts"
import { usualHomes } from "../../support/databases.ts"
import { makeFacility } from "../../support/fixture.ts"
import { useLockPlace } from "./lockPlace.ts"

describe.each(usualHomes)("changes of locks, on $name", (home) => {
  const place = useLockPlace(home)
  const { at, company, lock, update, transfer, undo, show, logsOf, recordsOf, sql } = place

  describe("undoing", () => {
    it("restores status, unit, color and facility; log and audit keep both changes", async () => {
      const { lockID, serial: made } = await lock(1004, { unit: "U-1" })
      const before = await show(lockID)
      const changes = [
        () => update({ lockID, secondaryLockStatus: 1002 }),
        () => update({ lockID, unitNumber: "U-2" }),
        () => update({ lockID, color: -256 }),
        () => transfer(lockID, at.oak)
      ]
      for (const change of changes) {
        const done = await change()
        const undone = await undo(done.data?.["undo"])
        expect(undone).toMatchObject({ status: 200, data: { undo: null } })
        const { updatedOn: _, updatedBy: __, ...same } = before
        expect(await show(lockID)).toMatchObject(same)
      }
      expect((await recordsOf(made)).map(({ action }) => action)).toEqual([
        "locks.undo",
        "locks.transfer",
        "locks.undo",
        "locks.update",
        "locks.undo",
        "locks.update",
        "locks.undo",
        "locks.update"
      ])
      expect((await logsOf(lockID))[0]).toBe(
        "Undone: transferred from Oak Ave to Maple St, status changed from Available to Assigned Overlock, unit changed from none to U-1 by Owner acme"
      )
    })

    it("works once, and not after any other change", async () => {
      const { lockID } = await lock(1001)
      const first = await update({ lockID, color: -256 })
      const second = await update({ lockID, color: -65536 })
      expect(await undo(first.data?.["undo"])).toMatchObject({
        status: 409,
        code: "UndoRefused",
        data: { reason: "MovedSince" }
      })
      expect((await undo(second.data?.["undo"])).status).toBe(200)
      // Repeating it changes nothing and is not an error.
      const before = await show(lockID)
      expect(await undo(second.data?.["undo"])).toMatchObject({ status: 200, unchanged: true, data: { color: -256 } })
      expect(await show(lockID)).toEqual(before)
    })

    it("continues with the change before, but not over one that stays", async () => {
      const { lockID } = await lock(1004, { unit: "U-9" })
      const before = await show(lockID)
      const [status, color, other] = [
        await update({ lockID, secondaryLockStatus: 1002 }),
        await update({ lockID, color: -256 }),
        await update({ lockID, secondaryLockStatus: 1001 })
      ].map(({ data }) => data?.["undo"])
      for (const seq of [other, color]) expect((await undo(seq)).status).toBe(200)
      // A change of its own in between.
      const again = await update({ lockID, color: -65536 })
      expect(await undo(status)).toMatchObject({ status: 409, data: { reason: "MovedSince" } })
      expect((await undo(again.data?.["undo"])).status).toBe(200)
      expect((await undo(status)).status).toBe(200)
      const { updatedOn: _, updatedBy: __, ...same } = before
      expect(await show(lockID)).toMatchObject(same)
    })

    it("works for many changes at once, and reports what can't be undone with the reason", async () => {
      const undoMany = async (auditSeqs: ReadonlyArray<number>, token = place.owner) => {
        const { status, json } = await place.server.fetch("/api/locks/undo-many", {
          method: "POST",
          token,
          body: { auditSeqs }
        })
        return [status, json] as const
      }
      const made = await Promise.all(Array.from({ length: 4 }, () => lock(1001)))
      const seqs: Array<number> = []
      for (const { lockID } of made) seqs.push(Number((await update({ lockID, color: -256 })).data?.["undo"]))
      const [moved, other] = made
      await update({ lockID: moved?.lockID ?? 0, color: -65536 })
      const colleague = await place.server.enter("acme", Role.id.Admin)
      const theirs = Number(
        (await update({ lockID: (await lock(1001)).lockID, color: -256 }, colleague)).data?.["undo"]
      )
      expect(await undo(seqs[1])).toMatchObject({ status: 200 })
      const nowhere = 999_999_999
      expect(await undoMany([...seqs, theirs, nowhere, nowhere])).toMatchObject([
        200,
        {
          data: 2,
          unchanged: 1,
          left: expect.arrayContaining([
            expect.objectContaining({ auditSeq: seqs[0], code: "UndoRefused" }),
            expect.objectContaining({ auditSeq: theirs, code: "UndoRefused" }),
            expect.objectContaining({ auditSeq: nowhere, code: "UndoRefused" })
          ])
        }
      ])
      expect(await show(LockId.make(moved?.lockID ?? 0))).toMatchObject({ color: -65536 })
      for (const { lockID } of made.slice(1)) expect((await show(lockID)).color).not.toBe(-256)
      expect((await recordsOf(other?.serial ?? "")).filter(({ action }) => action === "locks.undo")).toHaveLength(1)
      // Repeating it changes nothing, and neither does another company with the same numbers.
      expect(await undoMany(seqs.slice(1))).toMatchObject([200, { data: 0, unchanged: 3, left: [] }])
      const outsider = await place.server.enter("other", Role.id.Owner)
      expect(await undoMany([seqs[0] ?? 0], outsider)).toMatchObject([200, { data: 0, unchanged: 0 }])
      expect((await undoMany([]))[0]).toBe(400)
    })

    it("takes the last change of a lock by default", async () => {
      const { lockID, serial: made } = await lock(1001)
      expect(await place.undoLast(lockID)).toMatchObject({ status: 409, data: { reason: "NotYours" } })
      await update({ lockID, color: -256 })
      await update({ lockID, color: -65536 })
      expect(await place.undoLast(lockID)).toMatchObject({ status: 200, data: { color: -256 } })
      expect(await place.undoLast(lockID)).toMatchObject({ status: 200, unchanged: true, data: { color: -256 } })
      const undone = (await recordsOf(made))[0]
      expect(JSON.parse(undone?.payload ?? "")).toMatchObject({ undoes: (await recordsOf(made))[1]?.seq })
      const colleague = await place.server.enter("acme", Role.id.Admin)
      await update({ lockID, color: -23296 }, colleague)
      expect(await place.undoLast(lockID)).toMatchObject({ status: 409, data: { reason: "NotYours" } })
      const theirs = await lock(1001, {
        companyID: company.other,
        facilityID: at.theirs
      })
      expect(await place.undoLast(theirs.lockID)).toMatchObject({ status: 404, code: "LockNotFound" })
    })

    it("is not prevented by a reveal, which doesn't change the lock", async () => {
      const { lockID, serial: made } = await lock(1001)
      const done = await update({ lockID, color: -256 })
      await place.server.call(place.owner, (api) =>
        api.locks.reveal({ query: {}, payload: { serialCode: made, reason: "Remove Overlock" } })
      )
      expect((await undo(done.data?.["undo"])).status).toBe(200)
    })

    it("is limited to the user's own existing changes in the session", async () => {
      const { lockID } = await lock(1001)
      const done = await update({ lockID, color: -256 })
      const seq = Number(done.data?.["undo"])
      const colleague = await place.server.enter("acme", Role.id.Admin)
      const elsewhere = await place.server.enter("acme", Role.id.Owner)
      expect(await undo(seq, colleague)).toMatchObject({ status: 409, data: { reason: "NotYours" } })
      expect(await undo(seq, elsewhere)).toMatchObject({ status: 409, data: { reason: "OtherSession" } })
      expect(await undo(1_000_000)).toMatchObject({ status: 409, data: { reason: "NotYours" } })
      expect(await undo(0)).toMatchObject({ status: 400 })
      expect((await undo(seq)).status).toBe(200)
      const undone = (await place.server.call(place.owner, (api) => api.audit.list({ query: { count: 1 } }))).data[0]
      expect(await undo(undone?.seq)).toMatchObject({ status: 409, data: { reason: "NotUndoable" } })
    })

    it("needs a facility that exists and has room", async () => {
      const gone = await place.server.run(makeFacility(company.acme, "Going St"))
      const { lockID } = await lock(1001, { facilityID: gone })
      const moved = await transfer(lockID, at.oak)
      await sql((sql) => sql`UPDATE facilities SET is_active = false WHERE facility_id = ${gone}`)
      expect(await undo(moved.data?.["undo"])).toMatchObject({ status: 409, data: { reason: "NoWayBack" } })
      await sql((sql) => sql`UPDATE facilities SET is_active = true WHERE facility_id = ${gone}`)
      await Promise.all(Array.from({ length: 40 }, () => lock(1001, { facilityID: gone })))
      expect(await undo(moved.data?.["undo"])).toMatchObject({ status: 409, data: { reason: "NoWayBack" } })
    })

    it("works even if the role may not choose the previous status: an agent's own change", async () => {
      const agent = await place.server.enter("acme", Role.id.CallCenterAgent)
      const { lockID } = await lock(1010)
      const done = await update({ lockID, secondaryLockStatus: 1003 }, agent)
      expect(done.status).toBe(200)
      expect(await update({ lockID, secondaryLockStatus: 1010 }, agent)).toMatchObject({ status: 422 })
      expect(await undo(done.data?.["undo"], agent)).toMatchObject({ status: 200, data: { secondaryLockStatus: 1010 } })
    })
  })
})
