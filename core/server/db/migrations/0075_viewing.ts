import { Effect } from "effect"
import { SqlClient } from "effect/sql"

/** The view of a session and its end: a role and, if a person is viewed, that person, whose facilities apply. */
export default Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  yield* sql`
    ALTER TABLE sessions ADD COLUMN view_role smallint, ADD COLUMN view_user int REFERENCES users,
      ADD COLUMN view_until timestamptz`
})
