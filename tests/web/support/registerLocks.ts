import { Effect } from "effect"
import { SqlClient } from "effect/sql"
import { makeManyRegistered } from "../../support/fixture.ts"
import type { Desk } from "./Desk.ts"
import { codeOf } from "./deskData.ts"

/** Adds this many locks to the registry, optionally in a batch. Returns their serial codes in order. */
export const registerLocks = async (
  desk: Desk,
  first: number,
  count: number,
  batch: string | null = null
): Promise<ReadonlyArray<string>> => {
  const serials = Array.from({ length: count }, (_, nth) => String(first + nth))
  await desk.server.run(makeManyRegistered(serials, { codeOf, batch }))
  return serials
}

/** Puts registered locks into a batch. */
export const putInBatch = (desk: Desk, serials: ReadonlyArray<string>, batch: string): Promise<unknown> =>
  desk.server.run(
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      yield* sql`UPDATE registry SET batch = ${batch} WHERE serial = ANY(${[...serials]}::text[])`
    })
  )

/** How many of these locks are active at a facility. */
export const activeLocks = (desk: Desk, serials: ReadonlyArray<string>): Promise<number> =>
  desk.server.run(
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const [row] = yield* sql<{ n: number }>`
        SELECT count(*)::int AS n FROM locks WHERE serial = ANY(${[...serials]}::text[]) AND facility_id IS NOT NULL`
      return row?.n ?? 0
    })
  )
