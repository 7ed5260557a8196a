import { Effect } from "effect"
import { SqlClient } from "effect/sql"

/** The units that the demonstration's simulators report for a facility, generated at the first request. */
export default Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  yield* sql`
    CREATE TABLE simulated_units (
      facility_id int PRIMARY KEY REFERENCES facilities ON DELETE CASCADE,
      units json NOT NULL
    )`
})
