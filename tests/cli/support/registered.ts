import { Effect } from "effect"
import { SqlClient } from "effect/sql"
import { makeManyRegistered } from "../../support/fixture.ts"
import { place } from "./sharePlace.ts"

let next = 81_000_000

/** Adds this many locks to the registry of the shared place. Returns their serial codes, which no other test has. */
export const register = async (count: number): Promise<ReadonlyArray<string>> => {
  const serials = Array.from({ length: count }, () => String(next++))
  await place.server.run(makeManyRegistered(serials))
  return serials
}

/** How many of these locks are at a facility, and how many audit records they have. */
export const active = (serials: ReadonlyArray<string>): Promise<readonly [number, number]> =>
  place.server.run(
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const [row] = yield* sql<{ locks: number; records: number }>`
        SELECT (SELECT count(*)::int FROM locks WHERE serial = ANY(${[...serials]}::text[]) AND facility_id IS NOT NULL) AS locks,
          (SELECT count(*)::int FROM audit_records WHERE subject = ANY(${[...serials]}::text[])) AS records`
      return [row?.locks ?? 0, row?.records ?? 0] as const
    })
  )
