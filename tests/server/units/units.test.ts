import { Effect, Layer } from "effect"
import { SqlClient } from "effect/sql"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { Role } from "#core/auth/roles.ts"
import { CompanyId, FacilityId } from "#core/base/ids.ts"
import { Tier } from "#core/companies/tiers.ts"
import { Fms } from "#core/fms/fmsSystems.ts"
import { LockStatus } from "#core/locks/lockStatuses.ts"
import type { Unit } from "#core/units/Unit.ts"
import { Units } from "#server/units/Units.ts"
import { UnitSource, UnitSourceFailed, type UnitsWanted } from "#server/units/UnitSource.ts"
import { usualHomes } from "../../support/databases.ts"
import { emailOf, laterIds, makeCompany, makeFacility, makeLock } from "../../support/fixture.ts"
import { person } from "../../support/person.ts"
import { startTestServer, type TestServer } from "../../support/testServer.ts"

const { AssignedOverlock, AssignedVacant } = LockStatus.id

describe.each(usualHomes)("the units of a facility, on $name", (home) => {
  let server: TestServer
  const at = laterIds(FacilityId, "maple", "oak", "theirs")
  const company = laterIds(CompanyId, "acme")
  let serial = 50_000_000
  beforeAll(async () => {
    server = await startTestServer(
      home,
      Effect.gen(function* () {
        const sql = yield* SqlClient.SqlClient
        const acme = yield* makeCompany("acme")
        const other = yield* makeCompany("other")
        company.acme = acme.companyID
        at.maple = yield* makeFacility(acme.companyID, "Maple St")
        at.oak = yield* makeFacility(acme.companyID, "Oak Ave")
        at.theirs = yield* makeFacility(other.companyID, "Theirs")
        const lock = (companyID: CompanyId, facilityID: FacilityId, unit: string, active = true) =>
          makeLock({
            companyID,
            facilityID,
            serial: String((serial += 1)),
            code: "1234",
            status: unit === "A-9" ? AssignedVacant : AssignedOverlock,
            unit,
            active
          })
        for (const unit of ["A-10", "A-9", "A-10", "b-1"]) yield* lock(acme.companyID, at.maple, unit)
        yield* lock(acme.companyID, at.maple, "gone", false)
        yield* lock(acme.companyID, at.oak, "O-1")
        yield* lock(other.companyID, at.theirs, "T-1")
        yield* sql`UPDATE users SET facility_ids = ${[at.oak]}::int[] WHERE email = ${emailOf("acme", Role.id.Personnel)}`
      })
    )
  })
  afterAll(() => server.close())

  const units = (token: string, facilityID: FacilityId) =>
    server.fetch(`/api/facilities/${facilityID}/units`, { token })
  const forget = (token: string, facilityID: FacilityId) =>
    server.fetch(`/api/facilities/${facilityID}/units-cache`, { method: "DELETE", token })

  it("are those of the company's active locks without management software", async () => {
    const owner = await server.enter("acme", Role.id.Owner)
    const { status, json } = await units(owner, at.maple)
    expect(status).toBe(200)
    expect(json).toEqual({
      success: true,
      data: ["A-9", "A-10", "b-1"].map((name) => ({ id: name, name, status: 0 })),
      fromFms: false,
      fetchedOn: null
    })
    expect(await forget(owner, at.maple)).toMatchObject({ status: 200, json: { success: true, data: null } })
  })

  it("are hidden for another company's facility, and for one outside the user's", async () => {
    const owner = await server.enter("acme", Role.id.Owner)
    const confined = await server.enter("acme", Role.id.Personnel)
    for (const [token, facilityID] of [
      [owner, at.theirs],
      [owner, FacilityId.make(2_000_000_000)],
      [confined, at.maple]
    ] as const) {
      for (const answer of [await units(token, facilityID), await forget(token, facilityID)]) {
        expect(answer).toMatchObject({ status: 404, json: { code: "FacilityNotFound", data: { facilityID } } })
      }
    }
    expect((await units(confined, at.oak)).status).toBe(200)
  })

  it("can be read with Read on Locks, and dropped with Write", async () => {
    for (const { id } of Role.rows) {
      const token = await server.enter("acme", id)
      const facilityID = at.oak
      const writes = id !== Role.id.Vendor
      expect([id, (await units(token, facilityID)).status]).toEqual([id, 200])
      expect([id, (await forget(token, facilityID)).status]).toEqual([id, writes ? 200 : 403])
    }
    expect((await server.fetch(`/api/facilities/${at.oak}/units`)).status).toBe(401)
  })

  it("are empty on a locks-only tier", async () => {
    await server.run(
      Effect.flatMap(
        SqlClient.SqlClient,
        (sql) => sql`
        UPDATE companies SET tier = ${Tier.id.LocksOnly2025} WHERE company_id = ${company.acme}`
      )
    )
    const owner = await server.enter("acme", Role.id.Owner)
    expect((await units(owner, at.maple)).json).toEqual({ success: true, data: [], fromFms: false, fetchedOn: null })
    await server.run(
      Effect.flatMap(
        SqlClient.SqlClient,
        (sql) => sql`
        UPDATE companies SET tier = ${Tier.id.Premium} WHERE company_id = ${company.acme}`
      )
    )
  })

  describe("with an FMS", () => {
    const fmsUnits: ReadonlyArray<Unit> = [
      { id: "u10", name: "U 10", status: 2 },
      { id: "u9", name: "U 9", status: 1 }
    ]
    /** A fake FMS that returns what `answer` gives for each call, and records the calls. */
    const software = (answer: (asked: number) => ReadonlyArray<Unit> | null | "down") => {
      const asked: Array<UnitsWanted> = []
      const layer = Layer.succeed(
        UnitSource,
        UnitSource.of({
          units: (wanted) =>
            Effect.gen(function* () {
              asked.push(wanted)
              yield* Effect.yieldNow
              const units = answer(asked.length)
              return units === "down" ? yield* new UnitSourceFailed({ reason: "It is down.", next: "Wait." }) : units
            })
        })
      )
      return { asked, layer }
    }
    const owner = () => ({ ...person(Role.id.Owner), companyID: company.acme, facilityIDs: [] })
    const withUnits = <A, E>(
      source: Layer.Layer<UnitSource>,
      use: (units: Units["Service"]) => Effect.Effect<A, E>
    ): Promise<A> =>
      server.sql((sql) =>
        Effect.gen(function* () {
          yield* sql`DELETE FROM facility_units`
          yield* sql`UPDATE facilities SET management_software = ${Fms.id.StorableEdge} WHERE facility_id = ${at.maple}`
          return yield* use(yield* Units)
        }).pipe(
          Effect.ensuring(Effect.orDie(sql`UPDATE facilities SET management_software = 0`)),
          Effect.provide(
            Layer.fresh(Units.layer).pipe(Layer.provide(Layer.merge(source, Layer.succeed(SqlClient.SqlClient, sql))))
          )
        )
      )

    it("are fetched once, cached, and fetched again after they are dropped", async () => {
      const { asked, layer } = software(() => fmsUnits)
      await withUnits(layer, (units) =>
        Effect.gen(function* () {
          const both = yield* Effect.all([units.list(owner(), at.maple), units.list(owner(), at.maple)], {
            concurrency: 2
          })
          for (const { data, fromFms } of both) {
            expect([data.map(({ name }) => name), fromFms]).toEqual([["U 9", "U 10"], true])
          }
          const later = yield* units.list(owner(), at.maple)
          expect(later).toEqual(both[0])
          expect(asked).toEqual([
            { companyID: company.acme, facilityID: at.maple, managementSoftware: Fms.id.StorableEdge }
          ])
          yield* units.forget(owner(), at.maple)
          yield* units.list(owner(), at.maple)
          expect(asked).toHaveLength(2)
        })
      )
    })

    it("are fetched again after an hour", async () => {
      const { asked, layer } = software(() => fmsUnits)
      const aged = (minutes: number) =>
        Effect.promise(() =>
          server.run(
            Effect.flatMap(
              SqlClient.SqlClient,
              (sql) => sql`UPDATE facility_units SET fetched_at = fetched_at - ${`${minutes} minutes`}::interval`
            )
          )
        )
      await withUnits(layer, (units) =>
        Effect.gen(function* () {
          yield* units.list(owner(), at.maple)
          yield* aged(58)
          yield* units.list(owner(), at.maple)
          expect(asked).toHaveLength(1)
          yield* aged(2)
          const { fetchedOn } = yield* units.list(owner(), at.maple)
          expect(asked).toHaveLength(2)
          expect((yield* units.list(owner(), at.maple)).fetchedOn).toBe(fetchedOn)
          expect(asked).toHaveLength(2)
        })
      )
    })

    it("fetched over a connection that has since changed are not stored", async () => {
      const asked: Array<UnitsWanted> = []
      const moves = () =>
        server.run(
          Effect.flatMap(
            SqlClient.SqlClient,
            (sql) => sql`
              INSERT INTO facility_fms (facility_id, company_id, mode, sealed, simulated, updated_at)
              VALUES (${at.maple}, ${company.acme}, 1, '\\x00', false, now())
              ON CONFLICT (facility_id) DO UPDATE SET updated_at = facility_fms.updated_at + interval '1 second'`
          )
        )
      const layer = Layer.succeed(
        UnitSource,
        UnitSource.of({
          units: (wanted) =>
            Effect.gen(function* () {
              asked.push(wanted)
              if (asked.length < 3) yield* Effect.promise(moves)
              return fmsUnits
            })
        })
      )
      await withUnits(layer, (units) =>
        Effect.gen(function* () {
          for (const expected of [1, 2, 3, 3]) {
            expect((yield* units.list(owner(), at.maple)).data).toHaveLength(fmsUnits.length)
            expect(asked).toHaveLength(expected)
          }
        })
      )
      await server.sql((sql) => sql`DELETE FROM facility_fms`)
    })

    it("are fetched again when the facility has other software", async () => {
      const { asked, layer } = software(() => fmsUnits)
      await withUnits(layer, (units) =>
        Effect.gen(function* () {
          yield* units.list(owner(), at.maple)
          yield* Effect.promise(() =>
            server.run(
              Effect.flatMap(
                SqlClient.SqlClient,
                (sql) => sql`
                UPDATE facilities SET management_software = ${Fms.id.Yardi} WHERE facility_id = ${at.maple}`
              )
            )
          )
          yield* units.list(owner(), at.maple)
          expect(asked.map(({ managementSoftware }) => managementSoftware)).toEqual([Fms.id.StorableEdge, Fms.id.Yardi])
        })
      )
    })

    it("are refused with the reason if the FMS fails, and nothing is stored", async () => {
      const { asked, layer } = software((nth) => (nth === 1 ? "down" : fmsUnits))
      await withUnits(layer, (units) =>
        Effect.gen(function* () {
          const refusal = yield* Effect.flip(units.list(owner(), at.maple))
          expect(refusal).toMatchObject({
            _tag: "UnitsUnavailable",
            data: { facilityID: at.maple, reason: "It is down.", next: "Wait." }
          })
          expect((yield* units.list(owner(), at.maple)).data).toHaveLength(2)
          expect(asked).toHaveLength(2)
        })
      )
    })

    it("are those of the locks if there is no connection, or the plan does not include it", async () => {
      const { layer } = software(() => null)
      const { asked, layer: telling } = software(() => fmsUnits)
      const lapsed = { ...owner(), Features: {} }
      for (const [source, user] of [
        [layer, owner()],
        [telling, lapsed]
      ] as const) {
        const { data, fromFms } = await withUnits(source, (units) => units.list(user, at.maple))
        expect([data.map(({ name }) => name), fromFms]).toEqual([["A-9", "A-10", "b-1"], false])
      }
      expect(asked).toEqual([])
    })
  })
})
