import { Effect } from "effect"
import { SqlClient } from "effect/sql"

/**
 * The outbox as the queue of a mail provider. `kept` stays here to be read; `waiting` is sent at `next_at` by whichever
 * server process holds it until `leased_until`; `sent` and `failed` are over. `message_id` is the same at every attempt,
 * so that a mail that arrives twice can be told. The body of what was sent is not kept.
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
