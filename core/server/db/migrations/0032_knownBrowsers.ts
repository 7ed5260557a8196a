import { Effect } from "effect"
import { SqlClient } from "effect/sql"

/** Browsers that users have signed in with, by the SHA-256 of the token in their cookie. Several users may share a browser. */
export default Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  yield* sql`
    CREATE TABLE known_browsers (
      token_hash bytea NOT NULL,
      user_id int NOT NULL,
      used_at timestamptz NOT NULL,
      PRIMARY KEY (token_hash, user_id)
    )`
  yield* sql`CREATE INDEX known_browsers_user ON known_browsers (user_id, used_at)`
  yield* sql`CREATE INDEX known_browsers_used ON known_browsers (used_at)`
})
