import { Effect } from "effect"
import { SqlClient } from "effect/sql"

/**
 * Finds the regions of a company's first facilities. They determine its time zone if it chose none, and every save of its
 * settings reads them.
 */
export default Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  yield* sql`CREATE INDEX facilities_region ON facilities (company_id, facility_id) WHERE is_active AND state <> ''`
})
