import { Effect } from "effect"
import { SqlClient } from "effect/sql"

/**
 * Who caused a message, if they are notified when it can't be delivered, and the screen where they can correct that. Null for
 * messages that nobody waits for, as for all until now. `reported` is set with the notice.
 */
export default Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  yield* sql`
    ALTER TABLE outbox
      ADD COLUMN asked_by int REFERENCES users,
      ADD COLUMN asked_path text,
      ADD COLUMN reported boolean NOT NULL DEFAULT false`
  yield* sql`CREATE INDEX outbox_unreported ON outbox (mail_id)
    WHERE state = 'failed' AND asked_by IS NOT NULL AND NOT reported`
  yield* sql`CREATE INDEX outbox_asked ON outbox (user_id, mail_id) WHERE asked_by IS NOT NULL`
})
