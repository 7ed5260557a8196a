import { Effect } from "effect"
import { SqlClient } from "effect/sql"

/** Marks reveals whose notification list is still to be emailed. The mark is part of the reveal's own statement. */
export default Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  yield* sql`ALTER TABLE reveals ADD COLUMN notifies boolean NOT NULL DEFAULT false`
  yield* sql`CREATE INDEX reveals_to_notify ON reveals (reveal_id) WHERE notifies`
})
