import { Effect } from "effect"
import { SqlClient } from "effect/sql"
import { CompanyId, FacilityId, type LockId } from "#core/base/ids.ts"
import type { LockStatusId } from "#core/locks/lockStatuses.ts"
import { makeLock } from "../../support/fixture.ts"
import type { Desk } from "./Desk.ts"
import type { Visitor } from "./Visitor.ts"

/** A lock for a journey, at Maple Street of acme by default. */
export interface DetailLock {
  readonly status: LockStatusId
  readonly unit?: string
  readonly company?: string
  readonly facility?: string
  readonly code?: string
}

/** When the cached units were read: recently, so they are still used. */
const readAt = new Date()
const hour = readAt.getUTCHours()
const [year, month, day, , minute] = readAt.toISOString().split(/\D/)

/** The note beside units that are cached. */
export const unitsAsOf = `Units as of ${month}.${day}.${year} - ${hour % 12 || 12}:${minute} ${hour < 12 ? "AM" : "PM"} UTC`

let serial = 61_000_000

/** Prepares and reads lock-detail data directly in the database. */
export const detailOf = (desk: Desk) => {
  const sql = <A>(use: (sql: SqlClient.SqlClient) => Effect.Effect<A, unknown>): Promise<A> => desk.server.sql(use)
  return {
    sql,
    /** Creates a lock no other test uses, and returns its ID, serial code and path. */
    lock: ({ status, unit, company = "acme", facility = "Maple Street", code = "4711" }: DetailLock) =>
      sql(
        (db) =>
          Effect.gen(function* () {
            const [place] = yield* db<{ company_id: number; facility_id: number }>`
            SELECT c.company_id, f.facility_id FROM companies c JOIN facilities f USING (company_id)
            WHERE c.name = ${company} AND f.name = ${facility}`
            const made = String((serial += 1))
            const facts = {
              companyID: CompanyId.make(place?.company_id ?? 0),
              facilityID: FacilityId.make(place?.facility_id ?? 0),
              serial: made,
              code
            }
            const lockID = yield* makeLock({ ...facts, status, ...(unit === undefined ? {} : { unit }) })
            // Marks it as just changed, so that an already open console picks it up.
            yield* db`UPDATE locks SET updated_at = now() - interval '1 second' WHERE lock_id = ${lockID}`
            return { lockID, serial: made, path: `/locks/${lockID}` }
          }) as Effect.Effect<{ readonly lockID: LockId; readonly serial: string; readonly path: string }, unknown>
      ),
    /**
     * Moves the lock to another unit, as another user, while the visitor's next change is in flight. No live event reports it,
     * and none can arrive in time, so the page only learns of it from the server's response.
     */
    movedOnTheWay: ({ page }: Visitor, lockID: LockId, unit: string) =>
      page.route(
        "**/api/locks/update-lock**",
        async (route) => {
          await sql(
            (db) =>
              db`UPDATE locks SET unit = ${unit}, version = version + 1, updated_at = now() WHERE lock_id = ${lockID}`
          )
          await route.continue()
        },
        { times: 1 }
      ),
    /** A lock's state in the database. */
    state: (lockID: LockId) =>
      sql((db) =>
        Effect.map(
          db<{ status: number; unit: string | null; color: number; facility: string; code_version: number }>`
            SELECT l.status, l.unit, l.color, f.name AS facility, l.code_version
            FROM locks l JOIN facilities f USING (facility_id) WHERE l.lock_id = ${lockID}`,
          ([row]) => row
        )
      ),
    /** Gives a facility of acme an FMS with these units in its cache. */
    tells: (facility: string, units: ReadonlyArray<{ readonly name: string; readonly status: 0 | 1 | 2 }>) =>
      sql((db) =>
        Effect.gen(function* () {
          yield* db`UPDATE facilities SET management_software = 1 WHERE name = ${facility}`
          const fmsUnits = JSON.stringify(units.map((unit) => ({ id: `u-${unit.name}`, ...unit })))
          yield* db`
            INSERT INTO facility_units (facility_id, company_id, management_software, fetched_at, units)
            SELECT facility_id, company_id, 1, ${readAt}, ${fmsUnits}::text::json FROM facilities
            WHERE name = ${facility}`
        })
      )
  }
}
