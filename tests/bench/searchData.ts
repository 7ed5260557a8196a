import { randomBytes } from "node:crypto"
import { Effect } from "effect"
import { SqlClient } from "effect/sql"
import { LockStatus } from "#core/locks/lockStatuses.ts"
import { makeCompany, makeFacility } from "../support/fixture.ts"

export const searchCompany = "bench"

/** Rows of one insert: what PGlite takes at once without growing its memory for good. */
const chunk = 100_000

/** Facilities of the company: `BENCH_FACILITIES`. */
const facilityCount = Number(process.env["BENCH_FACILITIES"] ?? 400)

/** One company with `size` locks at so many facilities: serials spread over the 8 digits, units, all statuses. */
export const makeSearchData = (size: number) =>
  Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    const { companyID } = yield* makeCompany(searchCompany)
    const facilities = yield* Effect.forEach(
      Array.from({ length: facilityCount }, (_, at) => `Facility ${at + 1}`),
      (name) => makeFacility(companyID, name)
    )
    const sealed = randomBytes(32)
    // The substring indexes are built once, at the end: row by row they are most of the time of a bulk load.
    yield* sql`DROP INDEX locks_serial_part`
    yield* sql`DROP INDEX locks_unit_part`
    for (let first = 0; first < size; first += chunk) {
      yield* sql`
        INSERT INTO locks (company_id, facility_id, serial, status, unit, color, sealed, updated_at)
        SELECT ${companyID}, ${facilities[0] ?? 0} + (i % ${facilityCount}), lpad(((i::bigint * 60000049) % 100000000)::text, 8, '0'),
          ${LockStatus.id.Available} + (i % 12), chr(65 + i % 26) || '-' || (i / 26) % 4000, -4144960, ${sealed},
          timestamptz '2026-01-01' + i * interval '1 millisecond'
        FROM generate_series(${first}::int, ${Math.min(size, first + chunk) - 1}::int) i`
    }
    yield* sql`CREATE INDEX locks_serial_part ON locks USING gin (serial gin_trgm_ops)`
    yield* sql`CREATE INDEX locks_unit_part ON locks USING gin (unit gin_trgm_ops)`
    yield* sql`VACUUM ANALYZE locks`
  })
