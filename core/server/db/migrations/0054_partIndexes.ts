import { Effect } from "effect"
import { SqlClient } from "effect/sql"

/**
 * New parts of serial codes and units wait in a list that every search reads whole. 256 kB of it cost a search half a
 * millisecond, the 4 MB it may have by itself five to ten; entering them one by one would make an activation six times slower.
 */
export default Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  yield* sql`ALTER INDEX locks_serial_part SET (gin_pending_list_limit = 256)`
  yield* sql`ALTER INDEX locks_unit_part SET (gin_pending_list_limit = 256)`
})
