import { randomBytes } from "node:crypto"
import { Effect } from "effect"
import { SqlClient } from "effect/sql"
import { LockStatus } from "#core/locks/lockStatuses.ts"
import { makeCompany, makeFacility } from "../support/fixture.ts"

export const searchCompany = "bench"

/** The smallest of several companies. */
export const smallCompany = "bench small"

/** How a million locks are spread over companies of different sizes. */
const sizes: Readonly<Record<string, number>> = {
  [searchCompany]: 703_272,
  "bench 2": 120_000,
  "bench 3": 80_000,
  "bench 4": 50_000,
  "bench 5": 30_000,
  "bench 6": 12_000,
  "bench 7": 4_658,
  [smallCompany]: 70
}

/** Every company that `makeCompaniesData` creates. */
export const searchCompanies: ReadonlyArray<string> = Object.keys(sizes)

/** Rows per insert: what PGlite accepts without growing its memory permanently. */
const chunk = 100_000

/** Facilities of the company: `BENCH_FACILITIES`. */
const facilityCount = Number(process.env["BENCH_FACILITIES"] ?? 400)

/** Adds locks to `own` facilities, starting with the n-th: serial codes spread over the 8 digits, units, all statuses. */
const addLocks = (name: string, first: number, count: number, own: number) =>
  Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    const { companyID } = yield* makeCompany(name)
    const facilities = yield* Effect.forEach(
      Array.from({ length: own }, (_, at) => `Facility ${at + 1}`),
      (facility) => makeFacility(companyID, facility)
    )
    const sealed = randomBytes(32)
    for (let from = first; from < first + count; from += chunk) {
      yield* sql`
        INSERT INTO locks (company_id, facility_id, serial, status, unit, color, sealed, updated_at)
        SELECT ${companyID}, ${facilities[0] ?? 0} + (i % ${own}), lpad(((i::bigint * 60000049) % 100000000)::text, 8, '0'),
          ${LockStatus.id.Available} + (i % 12), chr(65 + i % 26) || '-' || (i / 26) % 4000, -4144960, ${sealed},
          timestamptz '2026-01-01' + i * interval '1 millisecond'
        FROM generate_series(${from}::int, ${Math.min(first + count, from + chunk) - 1}::int) i`
    }
  })

/** Creates `companies` with this many locks each, one after another. The substring indexes are built once, at the end. */
const makeLocks = (companies: ReadonlyArray<readonly [name: string, count: number]>) =>
  Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    const definitions = yield* sql<{ name: string; definition: string }>`
      SELECT indexname AS name, indexdef AS definition FROM pg_indexes
      WHERE tablename = 'locks' AND indexname IN ('locks_serial_part', 'locks_unit_part')`
    // Updated row by row, they would take most of a bulk load's time.
    for (const { name } of definitions) yield* sql`DROP INDEX ${sql(name)}`
    let first = 0
    for (const [name, count] of companies) {
      // With several companies, a small one has a facility per 100 locks.
      const own = companies.length === 1 ? facilityCount : Math.min(facilityCount, Math.max(1, Math.ceil(count / 100)))
      yield* addLocks(name, first, count, own)
      first += count
    }
    for (const { definition } of definitions) yield* sql.unsafe(definition)
    yield* sql`VACUUM ANALYZE locks`
  })

/** One company with `size` locks at `BENCH_FACILITIES` facilities. */
export const makeSearchData = (size: number) => makeLocks([[searchCompany, size]])

/** Eight companies of different sizes with a million locks, or `share` of that, at least one each. */
export const makeCompaniesData = (share: number) =>
  makeLocks(Object.entries(sizes).map(([name, count]) => [name, Math.max(1, Math.round(count * share))]))
