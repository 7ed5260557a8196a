import { describe, expect, it } from "vitest"
import { Role } from "#core/auth/roles.ts"
import { CompanyId, FacilityId } from "#core/base/ids.ts"
import { LockStatus, type LockStatusId } from "#core/locks/lockStatuses.ts"
import { usualHomes } from "../../support/databases.ts"
import { connect, listen, until } from "../hub/hubHarness.ts"
import { useAutomationPlace } from "./automationPlace.ts"

/** Pairs of actions. Only Assigned Vacant follows the first one, and only Assigned Overlock the second. */
const actions = [
  { vacant: 1001, overlock: 1003 },
  { vacant: 1003, overlock: 1006 },
  { vacant: 1006, overlock: 1001 },
  { vacant: 1005, overlock: 1004 }
] as const
const bearing: ReadonlySet<number> = new Set([1003, 1004, 1005, 1006, 1008])
const cases = actions.flatMap(({ vacant, overlock }) =>
  LockStatus.ids.map((from) => ({
    from,
    vacant,
    overlock,
    to: from === 1005 ? vacant : from === 1004 ? overlock : from
  }))
)

describe.each(usualHomes)("a delivered unlock code, on $name", (home) => {
  const place = useAutomationPlace(home)
  let sent = 0
  const deliveryID = () => `message ${(sent += 1)}`
  const changesOf = async (serialCode: string) =>
    (await place.recordsOf(serialCode)).filter(({ action }) => action === "automations.unlock-delivered")

  it.each(cases)(
    "makes $from with $vacant for vacant and $overlock for overlocked: $to",
    async ({ from, to, ...rest }) => {
      await place.configured(rest.vacant, rest.overlock)
      const unit = bearing.has(from) ? `T-${sent}` : undefined
      const { serialCode, lockID } = await place.lock(from, unit === undefined ? {} : { unit })
      const delivery = { deliveryID: deliveryID(), serialCode }
      expect(await place.tell(delivery)).toMatchObject({
        status: 200,
        data: [{ lockID, serialCode, fromStatus: from, secondaryLockStatus: to, repeated: false }]
      })
      const kept = bearing.has(to) ? (unit ?? null) : null
      expect(await place.lockNow(lockID)).toEqual({ status: to, unit: kept, version: from === to ? 1 : 2 })
      const records = await changesOf(serialCode)
      if (from === to) return expect([records, await place.logsOf(lockID)]).toEqual([[], []])
      expect(records).toHaveLength(1)
      expect(JSON.parse(records[0]?.payload ?? "")).toMatchObject({
        deliveryID: delivery.deliveryID,
        fromStatus: from,
        status: to,
        fromUnit: unit,
        unit: kept,
        session: null
      })
      const labels = [from, to].map((status) => LockStatus.label(status))
      const cleared = kept === null ? `, unit changed from ${unit} to none` : ""
      expect(await place.logsOf(lockID)).toEqual([
        `Unlock code delivered: status changed from ${labels[0]} to ${labels[1]}${cleared} by Owner acme`
      ])
    }
  )

  it("acts once per delivery, even if it is reported repeatedly or the lock has changed since", async () => {
    await place.configured(1003, 1001)
    const { serialCode, lockID } = await place.lock(1004, { unit: "O-1" })
    const delivery = { deliveryID: deliveryID(), serialCode }
    const first = await place.tell(delivery)
    expect(first).toMatchObject({ data: [{ fromStatus: 1004, secondaryLockStatus: 1001, repeated: false }] })
    const back = { lockID, secondaryLockStatus: 1004, unitNumber: "O-1" }
    expect((await place.send("PUT", "/locks/update-lock", back)).status).toBe(200)
    await place.configured(1003, 1006)
    for (const _ of [1, 2]) {
      expect(await place.tell(delivery)).toMatchObject({
        status: 200,
        data: [{ fromStatus: 1004, secondaryLockStatus: 1001, repeated: true }]
      })
    }
    expect((await place.lockNow(lockID))?.status).toBe(1004)
    expect(await changesOf(serialCode)).toHaveLength(1)
    // Another delivery acts again, and so does the same message for another lock.
    const beside = await place.lock(1004, { unit: "O-2" })
    for (const again of [
      { ...delivery, deliveryID: deliveryID() },
      { ...delivery, serialCode: beside.serialCode }
    ]) {
      expect(await place.tell(again)).toMatchObject({ data: [{ secondaryLockStatus: 1006, repeated: false }] })
    }
  })

  it("acts once when it is reported several times concurrently", async () => {
    await place.configured(1003, 1001)
    const { serialCode, lockID } = await place.lock(1004, { unit: "M-1" })
    const delivery = { deliveryID: deliveryID(), serialCode }
    const answers = await Promise.all(Array.from({ length: 8 }, () => place.tell(delivery)))
    const repeated = answers.map(({ data }) => (data as ReadonlyArray<{ repeated: boolean }>)[0]?.repeated)
    expect(repeated.toSorted()).toEqual([false, true, true, true, true, true, true, true])
    expect([await place.lockNow(lockID), (await changesOf(serialCode)).length]).toEqual([
      { status: 1001, unit: null, version: 2 },
      1
    ])
  })

  it("does not act later if it did not when it was first reported", async () => {
    await place.configured(1005, 1004)
    const { serialCode, lockID } = await place.lock(1005, { unit: "N-1" })
    const delivery = { deliveryID: deliveryID(), serialCode }
    await place.tell(delivery)
    await place.configured(1001, 1001)
    expect(await place.tell(delivery)).toMatchObject({ data: [{ secondaryLockStatus: 1005, repeated: true }] })
    expect((await place.lockNow(lockID))?.status).toBe(1005)
  })

  it("for a unit applies to each lock in it, and to no other", async () => {
    await place.configured(1006, 1003)
    const unit = "U-7"
    const over = await place.lock(1004, { unit })
    const vacant = await place.lock(1005, { unit })
    const tenant = await place.lock(1006, { unit })
    const gone = await place.lock(1004, { unit, active: false })
    const elsewhere = await place.lock(1004, { unit, facilityID: place.at.oak })
    const delivery = { deliveryID: deliveryID(), facilityID: place.at.maple, unitNumber: ` ${unit} ` }
    const answer = await place.tell(delivery)
    expect(answer.data).toEqual(
      [
        { ...over, fromStatus: 1004, secondaryLockStatus: 1003, repeated: false },
        { ...vacant, fromStatus: 1005, secondaryLockStatus: 1006, repeated: false },
        { ...tenant, fromStatus: 1006, secondaryLockStatus: 1006, repeated: false }
      ].map(({ lockID, serialCode, ...rest }) => ({ lockID, serialCode, ...rest }))
    )
    const late = await place.lock(1004, { unit })
    expect((await place.tell(delivery)).data).toHaveLength(3)
    for (const [{ lockID }, status] of [
      [gone, 1004],
      [elsewhere, 1004],
      [late, 1004]
    ] as const) {
      expect((await place.lockNow(lockID))?.status).toBe(status)
    }
    const nobody = { deliveryID: deliveryID(), facilityID: place.at.maple, unitNumber: "nobody's" }
    expect(await place.tell(nobody)).toMatchObject({ status: 200, data: [] })
  })

  it("that is refused changes no lock of the unit, and can be reported again", async () => {
    await place.configured(1006, 1006)
    await place.sql(
      (sql) => sql`UPDATE companies SET locks_per_unit = 1 WHERE company_id = ${place.company["acme"] ?? 0}`
    )
    const unit = "L-1"
    const [one, two] = [await place.lock(1004, { unit }), await place.lock(1005, { unit })]
    const delivery = { deliveryID: deliveryID(), facilityID: place.at.maple, unitNumber: unit }
    expect(await place.tell(delivery)).toMatchObject({
      status: 422,
      code: "UnitRefused",
      data: { reason: "Taken" },
      error: "Unable to assign multiple locks to this unit."
    })
    const now = await Promise.all([one, two].map(async ({ lockID }) => (await place.lockNow(lockID))?.status))
    expect(now).toEqual([1004, 1005])
    await place.sql(
      (sql) => sql`UPDATE companies SET locks_per_unit = 4 WHERE company_id = ${place.company["acme"] ?? 0}`
    )
    expect(await place.tell(delivery)).toMatchObject({
      status: 200,
      data: [
        { secondaryLockStatus: 1006, repeated: false },
        { secondaryLockStatus: 1006, repeated: false }
      ]
    })
  })

  it("follows the rules of units and inactive locks, like every change", async () => {
    await place.configured(1003, 1001)
    const unitless = await place.lock(1005)
    const delivery = { deliveryID: deliveryID(), serialCode: unitless.serialCode }
    expect(await place.tell(delivery)).toMatchObject({ code: "UnitRefused", data: { reason: "Required" } })
    await place.send("PUT", "/locks/update-lock", { lockID: unitless.lockID, unitNumber: "R-1" })
    expect(await place.tell(delivery)).toMatchObject({ data: [{ secondaryLockStatus: 1003, repeated: false }] })
    const inactive = await place.lock(1004, { unit: "R-2", active: false })
    expect(await place.tell({ deliveryID: deliveryID(), serialCode: inactive.serialCode })).toMatchObject({
      status: 422,
      code: "LockInactive"
    })
  })

  it.each([
    [Role.id.CallCenterAgent, 1004],
    [Role.id.Vendor, 1004]
  ] as const)("applies the company's choice, whatever role %i reports it", async (role, from: LockStatusId) => {
    await place.configured(1005, 1001)
    const token = await place.server.enter("acme", role)
    const { serialCode, lockID } = await place.lock(from, { unit: `C-${role}` })
    const answer = await place.tell({ deliveryID: deliveryID(), serialCode }, token)
    // A vendor can't see statuses.
    const seen = role === Role.id.Vendor ? [null, null] : [1004, 1001]
    expect(answer).toMatchObject({ status: 200, data: [{ fromStatus: seen[0], secondaryLockStatus: seen[1] }] })
    expect(await place.lockNow(lockID)).toEqual({ status: 1001, unit: null, version: 2 })
  })

  it("finds no lock of another company or outside the user's facilities", async () => {
    await place.configured(1001, 1001)
    const companyID = place.company["other"] ?? 0
    const theirs = await place.lock(1004, {
      companyID: CompanyId.make(companyID),
      facilityID: FacilityId.make(place.at.theirs),
      unit: "X-1"
    })
    const idle = await place.lock(1001, {
      companyID: CompanyId.make(companyID),
      facilityID: FacilityId.make(place.at.theirs)
    })
    for (const { serialCode } of [theirs, idle, { serialCode: "99999999" }]) {
      expect(await place.tell({ deliveryID: deliveryID(), serialCode })).toMatchObject({
        status: 404,
        code: "LockNotFound"
      })
    }
    const unit = { deliveryID: deliveryID(), facilityID: place.at.theirs, unitNumber: "X-1" }
    expect(await place.tell(unit)).toMatchObject({ status: 404, code: "FacilityNotFound" })
    const admin = Role.id.Admin
    await place.sql(
      (sql) => sql`UPDATE users SET facility_ids = ARRAY[${place.at.oak}]::int[]
        WHERE role_id = ${admin} AND company_id = ${place.company["acme"] ?? 0}`
    )
    const confined = await place.server.enter("acme", admin)
    const ours = await place.lock(1004, { unit: "X-2" })
    const message = { deliveryID: deliveryID(), serialCode: ours.serialCode }
    expect(await place.tell(message, confined)).toMatchObject({ status: 404, code: "LockNotFound" })
    const byUnit = { deliveryID: deliveryID(), facilityID: place.at.maple, unitNumber: "X-2" }
    expect(await place.tell(byUnit, confined)).toMatchObject({ status: 404, code: "FacilityNotFound" })
    for (const { lockID } of [theirs, ours]) expect((await place.lockNow(lockID))?.status).toBe(1004)
    // A refused report isn't remembered, so an authorized user can still report it.
    expect(await place.tell(message)).toMatchObject({ data: [{ secondaryLockStatus: 1001, repeated: false }] })
  })

  it("of another company may have the same name", async () => {
    await place.configured(1001, 1001)
    await place.configured(1003, 1003, "other")
    const name = deliveryID()
    const ours = await place.lock(1004, { unit: "Y-1" })
    const companyID = place.company["other"] ?? 0
    const theirs = await place.lock(1004, {
      companyID: CompanyId.make(companyID),
      facilityID: FacilityId.make(place.at.theirs),
      unit: "Y-1"
    })
    await place.tell({ deliveryID: name, serialCode: ours.serialCode })
    const token = await place.server.enter("other", Role.id.Owner)
    expect(await place.tell({ deliveryID: name, serialCode: theirs.serialCode }, token)).toMatchObject({
      data: [{ secondaryLockStatus: 1003, repeated: false }]
    })
  })

  it("sends one event for a changed lock, and can't be undone", async () => {
    await place.configured(1001, 1001)
    const client = await connect(`${place.server.address}/api/hub`, { person: { token: place.owner } })
    const heard = listen(client, "updateLock")
    await client.invoke("joinCompanyGroup", place.owner)
    const { serialCode, lockID } = await place.lock(1004, { unit: "H-1" })
    const delivery = { deliveryID: deliveryID(), serialCode }
    await place.tell(delivery)
    await place.tell(delivery)
    const other = await place.lock(1005, { unit: "H-2" })
    await place.tell({ deliveryID: deliveryID(), serialCode: other.serialCode })
    await until("both events", () => heard.length > 1)
    expect(heard).toEqual([[{ lockIDs: [lockID] }], [{ lockIDs: [other.lockID] }]])
    const [record] = await changesOf(serialCode)
    expect(await place.send("POST", "/locks/undo", { auditSeq: record?.seq })).toMatchObject({
      status: 409,
      data: { reason: "NotUndoable" }
    })
    expect(await place.send("GET", "/audit/verify")).toMatchObject({ data: { broken: null } })
  })

  it.each([
    [{ serialCode: "50000001" }, "deliveryID"],
    [{ deliveryID: "", serialCode: "50000001" }, "deliveryID"],
    [{ deliveryID: "x".repeat(101), serialCode: "50000001" }, "deliveryID"],
    [{ deliveryID: "a\nb", serialCode: "50000001" }, "deliveryID"],
    [{ deliveryID: "x", serialCode: "5000000" }, "serialCode"],
    [{ deliveryID: "x", facilityID: 0, unitNumber: "B" }, "facilityID"],
    [{ deliveryID: "x", facilityID: 1, unitNumber: "x".repeat(41) }, "unitNumber"]
  ])("refuses %j as malformed, and says where", async (delivery, path) => {
    expect(await place.tell(delivery)).toMatchObject({
      status: 400,
      code: "Malformed",
      data: { issues: [{ path }] }
    })
  })

  it.each([{}, { facilityID: 1 }, { unitNumber: "B" }, { facilityID: 1, unitNumber: " " }])(
    "of %j finds nothing",
    async (of) => {
      expect(await place.tell({ deliveryID: "x", ...of })).toMatchObject({
        status: 400,
        code: "Malformed",
        error: "serialCode: Expected serialCode, or facilityID with unitNumber."
      })
    }
  )

  it("applies only to the lock if a unit is given too", async () => {
    await place.configured(1001, 1001)
    const [one, two] = [await place.lock(1004, { unit: "Z-1" }), await place.lock(1004, { unit: "Z-2" })]
    const of = { serialCode: one.serialCode, facilityID: place.at.maple, unitNumber: "Z-2" }
    expect((await place.tell({ deliveryID: deliveryID(), ...of })).data).toHaveLength(1)
    expect([await place.lockNow(one.lockID), await place.lockNow(two.lockID)]).toMatchObject([
      { status: 1001 },
      { status: 1004 }
    ])
  })
})
