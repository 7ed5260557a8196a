import { Effect } from "effect"
import { SqlClient } from "effect/sql"

/**
 * One-time links of messages are sealed apart from the text, so that a text can be read without them. Messages of before have
 * them inside: `link_apart` is false for those, and their text stays with those who may read the links.
 */
export default Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  yield* sql`
    ALTER TABLE outbox
      ADD COLUMN sealed_link bytea,
      ADD COLUMN link_apart boolean NOT NULL DEFAULT false`
})
