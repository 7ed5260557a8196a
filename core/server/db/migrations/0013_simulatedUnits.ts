import { Effect } from "effect"
import { SqlClient } from "effect/sql"

/** What the simulators of a demonstration tell of the units of a facility, from the first time on that they were asked. */
export default Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  yield* sql`
    CREATE TABLE simulated_units (
      facility_id int PRIMARY KEY REFERENCES facilities ON DELETE CASCADE,
      units json NOT NULL
    )`
})
