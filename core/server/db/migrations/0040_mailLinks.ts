import { Effect } from "effect"
import { SqlClient } from "effect/sql"

/**
 * Seals the one-time link of a message separately from its text, so that the text can be read without it. In older messages the
 * text contains the link: their `link_apart` is false, and only users who may read the link can read the text.
 */
export default Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  yield* sql`
    ALTER TABLE outbox
      ADD COLUMN sealed_link bytea,
      ADD COLUMN link_apart boolean NOT NULL DEFAULT false`
})
