import { Effect } from "effect"
import { SqlClient } from "effect/sql"

/**
 * Makes the outbox the queue of a mail provider. `kept` messages stay here to be read. A `waiting` message is sent at `next_at`
 * by the server process that leases it until `leased_until`. `sent` and `failed` are final. `message_id` is the same for every
 * attempt, so that mail systems recognize duplicates. The body of a sent message is deleted.
 */
export default Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  yield* sql`
    ALTER TABLE outbox
      ADD COLUMN state text COLLATE "C" NOT NULL DEFAULT 'kept',
      ADD COLUMN attempts int NOT NULL DEFAULT 0,
      ADD COLUMN message_id text,
      ADD COLUMN next_at timestamptz,
      ADD COLUMN runner text,
      ADD COLUMN leased_until timestamptz,
      ADD COLUMN failure text,
      ADD COLUMN sent_at timestamptz`
  yield* sql`CREATE INDEX outbox_waiting ON outbox (next_at) WHERE state = 'waiting'`
})
