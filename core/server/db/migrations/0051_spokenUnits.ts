import { Effect } from "effect"
import { SqlClient } from "effect/sql"

/** A part of a unit is found as it is spoken, without spaces and hyphens: `b110` finds B-110. */
export default Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  yield* sql`DROP INDEX locks_unit_part`
  // The short pending list is that of 0054, which may have run before this.
  yield* sql`
    CREATE INDEX locks_unit_part ON locks
    USING gin (translate(lower(unit COLLATE "pg_c_utf8"), ' -_./', '') gin_trgm_ops) WITH (gin_pending_list_limit = 256)`
})
