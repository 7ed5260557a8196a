import { Effect } from "effect"
import { SqlClient } from "effect/sql"

/** The regions of a company's first facilities say its time zone while it chose none: each save of its settings asks for them. */
export default Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  yield* sql`CREATE INDEX facilities_region ON facilities (company_id, facility_id) WHERE is_active AND state <> ''`
})
