import { Effect } from "effect"
import { SqlClient } from "effect/sql"

/**
 * New parts of serial codes and units wait in a pending list, which every search scans completely. With 256 kB it costs a
 * search half a millisecond, with the default of 4 MB five to ten. Without the list, an activation would take six times as
 * long.
 */
export default Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  yield* sql`ALTER INDEX locks_serial_part SET (gin_pending_list_limit = 256)`
  yield* sql`ALTER INDEX locks_unit_part SET (gin_pending_list_limit = 256)`
})
