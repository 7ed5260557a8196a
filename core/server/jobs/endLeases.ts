import { Effect } from "effect"
import { SqlClient } from "effect/sql"
import { now } from "../db/now.ts"

/**
 * Ends the leases of an earlier process, so that its jobs continue at once instead of looking as if they ran until then. Only for
 * a database that no other process can use, before the first job runs.
 */
export const endLeases = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const at = yield* now
  yield* sql`UPDATE jobs SET runs_until = ${at}::timestamptz WHERE state = 'applying' AND runs_until > ${at}::timestamptz`
  yield* sql`UPDATE jobs SET plans_until = ${at}::timestamptz WHERE plans_until > ${at}::timestamptz`
  yield* sql`UPDATE fms_runs SET runs_until = ${at}::timestamptz WHERE runs_until > ${at}::timestamptz`
})
