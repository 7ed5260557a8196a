import { Effect } from "effect"
import { SqlClient } from "effect/sql"

/** The units that a facility's management software last returned, complete and in the format of the response. */
export default Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  yield* sql`
    CREATE TABLE facility_units (
      facility_id int PRIMARY KEY REFERENCES facilities ON DELETE CASCADE,
      company_id int NOT NULL REFERENCES companies,
      management_software smallint NOT NULL,
      fetched_at timestamptz NOT NULL,
      units json NOT NULL
    )`
})
