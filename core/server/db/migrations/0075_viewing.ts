import { Effect } from "effect"
import { SqlClient } from "effect/sql"

/** As whom a session sees, and until when: a role, and where a person is viewed, whose facilities. */
export default Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  yield* sql`
    ALTER TABLE sessions ADD COLUMN view_role smallint, ADD COLUMN view_user int REFERENCES users,
      ADD COLUMN view_until timestamptz`
})
