import { Effect } from "effect"
import { SqlClient } from "effect/sql"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { Role, type RoleId } from "#core/auth/roles.ts"
import { FacilityId, type LockId } from "#core/base/ids.ts"
import { groupedSerial } from "#core/base/serialText.ts"
import { driftKinds } from "#core/drift/driftKinds.ts"
import type { Finding, Fix } from "#core/drift/Finding.ts"
import { UnitStatus } from "#core/fms/fmsSystems.ts"
import type { LockEdit } from "#core/locks/LockChange.ts"
import { LockStatus } from "#core/locks/lockStatuses.ts"
import { usualHomes } from "../../support/databases.ts"
import { makeLocks } from "../../support/fixture.ts"
import { startTestServer, type TestServer } from "../../support/testServer.ts"
import { confined, type DriftIds, drifting, fillDrift, openDriftSimulator } from "./driftPlace.ts"

const s = LockStatus.id

const withoutVersions = (findings: ReadonlyArray<Finding>) =>
  findings.map(({ fix, ...finding }) => ({ ...finding, fix: { ...fix, updatedOn: null } }))

describe.each(usualHomes)("drift, on $name", (home) => {
  let simulator: Awaited<ReturnType<typeof openDriftSimulator>>
  let server: TestServer
  let at: DriftIds
  let owner = ""
  beforeAll(async () => {
    simulator = await openDriftSimulator()
    server = await startTestServer(
      home,
      Effect.map(fillDrift(simulator.address), (ids) => {
        at = ids
      }),
      { fms: simulator.settings }
    )
    owner = await server.enter("acme", Role.id.Owner)
  })
  afterAll(async () => {
    await server.close()
    await simulator.close()
  })

  const ask = (facilityID: FacilityId, token = owner) => server.fetch(`/api/facilities/${facilityID}/drift`, { token })
  const show = (facilityID: FacilityId, token = owner) =>
    server.call(token, (api) => api.drift.show({ params: { id: facilityID }, query: {} }))
  const found = async (facilityID = at.maple) =>
    (await show(facilityID)).data.map(({ kind, unit, fix }) => `${kind} ${unit ?? "-"}: ${fix.words}`)

  it("is found between the FMS's units and the facility's active locks, one of each kind", async () => {
    const { data, ...facts } = await show(at.maple)
    expect(data.map(({ kind }) => kind)).toEqual(driftKinds.map(({ kind }) => kind))
    expect(await found()).toEqual([
      `paid-overlocked A-1: Set ${groupedSerial(drifting.paidOverlocked)} to Available`,
      `rented-locked-vacant A-5: Set ${groupedSerial(drifting.rentedVacant)} to Available`,
      `delinquent-without-lock A-2: Put ${groupedSerial(drifting.spare)} on A-2 as Assigned Overlock`,
      `vacant-without-lock A-3: Put ${groupedSerial(drifting.secondSpare)} on A-3 as Assigned Vacant`,
      `two-locks A-4: Set ${groupedSerial(drifting.secondOfTwo)} to Available`,
      `unit-unknown A 06: Set the unit of ${groupedSerial(drifting.misspelled)} to A-6`
    ])
    expect(facts).toMatchObject({
      facilityID: at.maple,
      facilityName: "Maple Street",
      managementSoftwareName: "SSM Cloud",
      tellsDelinquency: true,
      units: 8,
      locks: 10
    })
    expect(await show(at.elm)).toMatchObject({ data: [], units: 1, locks: 1 })
  })

  it("uses cached units and reports their age, until they are dropped", async () => {
    const { fetchedOn } = await show(at.maple)
    expect(simulator.asked.filter((code) => code === "M1")).toHaveLength(1)
    expect((await show(at.maple)).fetchedOn).toBe(fetchedOn)
    const units = await server.fetch(`/api/facilities/${at.maple}/units`, { token: owner })
    expect(units.json).toMatchObject({ fetchedOn })
    const before = simulator.unitsOf.get("M1") ?? []
    simulator.unitsOf.set(
      "M1",
      before.map((unit) => (unit.name === "A-1" ? { ...unit, status: UnitStatus.id.Delinquent } : unit))
    )
    await server.fetch(`/api/facilities/${at.maple}/units-cache`, { method: "DELETE", token: owner })
    expect(await found()).not.toContain(
      `paid-overlocked A-1: Set ${groupedSerial(drifting.paidOverlocked)} to Available`
    )
    expect(simulator.asked.filter((code) => code === "M1")).toHaveLength(2)
    simulator.unitsOf.set("M1", before)
    await server.fetch(`/api/facilities/${at.maple}/units-cache`, { method: "DELETE", token: owner })
  })

  const change = (payload: LockEdit) => server.call(owner, (api) => api.lockChanges.update({ query: {}, payload }))
  const fix = async ({ lockID, status, unit, updatedOn }: Fix) => {
    const { data } = await change({
      lockID: lockID ?? expect.unreachable(),
      ...(status === null ? {} : { secondaryLockStatus: status }),
      ...(unit === null ? {} : { unitNumber: unit }),
      ...(updatedOn === null ? {} : { updatedOn })
    })
    return data.undo ?? expect.unreachable()
  }
  const undo = (auditSeq: number) =>
    server.call(owner, (api) => api.lockChanges.undo({ query: {}, payload: { auditSeq } }))

  it("disappears with its fix, and returns when the fix is undone", async () => {
    const all = await show(at.maple)
    for (const finding of all.data) {
      const auditSeq = await fix(finding.fix)
      const left = (await show(at.maple)).data
      expect(left.map(({ kind }) => kind)).toEqual(
        all.data.map(({ kind }) => kind).filter((kind) => kind !== finding.kind)
      )
      await undo(auditSeq)
      expect(withoutVersions((await show(at.maple)).data)).toEqual(withoutVersions(all.data))
    }
  })

  it("is not fixed if its lock has changed since it was compared", async () => {
    const first = async () => ((await show(at.maple)).data[0] ?? expect.unreachable()).fix
    const old = await first()
    await change({ lockID: old.lockID ?? expect.unreachable(), color: -256 })
    await expect(fix(old)).rejects.toMatchObject({ _tag: "LockChangedMeanwhile" })
    await undo(await fix(await first()))
  })

  it("is fixed one by one until everything matches", async () => {
    const before = await server.run(
      Effect.flatMap(
        SqlClient.SqlClient,
        (sql) => sql<{ lock_id: LockId; status: number; unit: string | null }>`
          SELECT lock_id, status::int AS status, unit FROM locks WHERE facility_id = ${at.maple}`
      )
    )
    for (let left = (await show(at.maple)).data; left.length > 0;) {
      await fix((left[0] ?? expect.unreachable()).fix)
      const now = (await show(at.maple)).data
      expect(now).toHaveLength(left.length - 1)
      left = now
    }
    await server.sql((sql) =>
      Effect.forEach(
        before,
        ({ lock_id, status, unit }) =>
          sql`UPDATE locks SET status = ${status}, unit = ${unit}, version = version + 1 WHERE lock_id = ${lock_id}`
      )
    )
    expect((await show(at.maple)).data).toHaveLength(driftKinds.length)
  })

  it.each(Role.rows.map(({ id, label }) => [label, id] as const))(
    "is visible to a %s if lock statuses are",
    async (_, role: RoleId) => {
      const token = await server.enter("acme", role)
      const { status, json, text } = await ask(FacilityId.make(role === confined ? at.elm : at.maple), token)
      if (role === Role.id.Vendor) {
        expect([status, json]).toMatchObject([403, { code: "RoleNotAllowed" }])
        expect(text).not.toMatch(/71\d{6}/)
      } else {
        expect([role, status]).toEqual([role, 200])
      }
    }
  )

  it("is hidden from others: signed out, another company, a facility outside the user's", async () => {
    expect((await server.fetch(`/api/facilities/${at.maple}/drift`)).status).toBe(401)
    const other = await server.enter("other", Role.id.Owner)
    const kept = await server.enter("acme", confined)
    for (const [token, facilityID] of [
      [owner, at.theirs],
      [other, at.maple],
      [kept, at.maple],
      [owner, FacilityId.make(2_000_000_000)]
    ] as const) {
      const { status, json, text } = await ask(facilityID, token)
      expect([status, json]).toMatchObject([404, { code: "FacilityNotFound", data: { facilityID } }])
      expect(text).not.toMatch(/7[12]\d{6}|SSM/)
    }
    expect((await show(at.theirs, other)).data).toMatchObject([{ kind: "paid-overlocked", unit: "T-1" }])
  })

  it("is refused with the reason if there is nothing to compare with", async () => {
    for (const [facilityID, reason, says] of [
      [at.none, "NoSoftware", "This facility has no management software to compare its locks with."],
      [at.file, "NotConnected", "The management software of this facility doesn't report units"]
    ] as const) {
      const { status, json } = await ask(facilityID)
      expect([status, json]).toMatchObject([422, { code: "DriftNeedsUnits", data: { facilityID, reason } }])
      expect((json as { error: string }).error).toContain(says)
    }
    const small = await ask(at.small, await server.enter("small", Role.id.Owner))
    expect([small.status, small.json]).toMatchObject([403, { code: "FeatureNotIncluded" }])
    const granted = await ask(at.generous, await server.enter("generous", Role.id.Owner))
    expect([granted.status, granted.json]).toMatchObject([422, { data: { reason: "LocksOnly" } }])
  })

  it("reports the failed stage and the next step if the FMS fails, and how long to wait only if that helps", async () => {
    const busy = await ask(at.busy, await server.enter("other", Role.id.Owner))
    expect([busy.status, busy.headers.get("retry-after")]).toEqual([503, "900"])
    expect(busy.json).toMatchObject({ data: { stage: "budget", retryAfter: 900 } })
    const { status, json, headers } = await ask(at.oak)
    expect([status, headers.get("retry-after")]).toEqual([503, null])
    expect(json).toMatchObject({
      code: "UnitsUnavailable",
      error: "Couldn't load the facility's units: Unable to Login to SSM Cloud.",
      data: { facilityID: at.oak, stage: "auth", next: expect.stringMatching(/^Enter the credentials again\./) }
    })
  })

  it("reports nothing as paid if the software doesn't report debts", async () => {
    expect(await show(at.pine)).toMatchObject({
      data: [],
      tellsDelinquency: false,
      managementSoftwareName: "Yardi"
    })
  })

  it("compares 10,000 locks of one facility", async () => {
    const count = 10_000
    simulator.unitsOf.set(
      "E1",
      Array.from({ length: count }, (_, nth) => ({ name: `E-${nth}`, status: UnitStatus.ids[nth % 3] ?? 0 }))
    )
    await server.run(
      Effect.gen(function* () {
        const sql = yield* SqlClient.SqlClient
        yield* sql`DELETE FROM facility_units WHERE facility_id = ${at.elm}`
        yield* makeLocks(
          Array.from({ length: count }, (_, nth) => ({
            companyID: at.companyID,
            facilityID: at.elm,
            serial: String(73_000_000 + nth),
            status: nth % 2 === 0 ? s.AssignedOverlock : s.TenantUsingLock,
            unit: `E-${nth}`,
            code: "1234"
          }))
        )
      })
    )
    // The first call fetches the units and caches them.
    const first = await show(at.elm)
    const second = await show(at.elm)
    expect(second.data).toEqual(first.data)
    expect(second.locks).toBe(count + 1)
    expect(second.data.length).toBeGreaterThan(4_000)
  }, 60_000)
})
