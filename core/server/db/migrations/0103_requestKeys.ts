import { Effect } from "effect"
import { SqlClient } from "effect/sql"

/** Keys of requests that created something, so that a repeated request doesn't create it again. `answer` is sealed. */
export default Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  yield* sql`
    CREATE TABLE request_keys (
      user_id int NOT NULL REFERENCES users ON DELETE CASCADE,
      key text NOT NULL,
      company_id int NOT NULL REFERENCES companies ON DELETE CASCADE,
      digest bytea NOT NULL,
      answer bytea,
      made_at timestamptz NOT NULL,
      PRIMARY KEY (user_id, key)
    )`
  yield* sql`CREATE INDEX request_keys_made ON request_keys (made_at)`
})
