import { Effect } from "effect"
import { SqlClient } from "effect/sql"

/** Searches parts of units ignoring spaces and hyphens, as people say them: `b110` finds B-110. */
export default Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  yield* sql`DROP INDEX locks_unit_part`
  // The short pending list comes from 0054, which may have run before this migration.
  yield* sql`
    CREATE INDEX locks_unit_part ON locks
    USING gin (translate(lower(unit COLLATE "pg_c_utf8"), ' -_./', '') gin_trgm_ops) WITH (gin_pending_list_limit = 256)`
})
