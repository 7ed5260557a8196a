import { Effect } from "effect"
import { SqlClient } from "effect/sql"

/**
 * Marks webhook messages as delivered, and claims those that have been due longest (decision 74). It is a function because of
 * its planner settings: its plan is made once, possibly while the table is empty, and must still be good for thousands of rows,
 * so only index scans are allowed. Each webhook's next message is claimed before another webhook's second one: an unresponsive
 * endpoint must not occupy every connection to a host.
 */
export default Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  yield* sql`
    CREATE FUNCTION claim_deliveries(sent int[], me text, moment timestamptz, until timestamptz, free int, looked_at int,
      most int, busy int[], counts int[])
    RETURNS TABLE (id int, "webhookID" int, "companyID" int, url text, "messageID" text, body text, attempts int,
      sealed bytea, "oldSealed" bytea)
    LANGUAGE plpgsql
    SET enable_seqscan = off SET enable_bitmapscan = off SET enable_hashjoin = off SET enable_mergejoin = off AS $$
    #variable_conflict use_column
    BEGIN
      UPDATE webhook_deliveries d SET state = 'sent', sent_at = moment, next_at = NULL, failure = NULL, runner = NULL,
        leased_until = NULL
      WHERE d.delivery_id = ANY(sent) AND d.runner = me AND d.state = 'waiting';
      RETURN QUERY
      WITH looked AS MATERIALIZED (
        SELECT e.delivery_id, e.webhook_id, e.next_at FROM webhook_deliveries e
        WHERE e.state = 'waiting' AND e.next_at <= moment AND (e.leased_until IS NULL OR e.leased_until <= moment)
          AND EXISTS (SELECT FROM webhooks v WHERE v.webhook_id = e.webhook_id AND v.is_active OFFSET 0)
        ORDER BY e.next_at, e.delivery_id LIMIT looked_at
      ), chosen AS MATERIALIZED (
        SELECT l.delivery_id, l.nth FROM (
          SELECT k.*, row_number() OVER (PARTITION BY k.webhook_id ORDER BY k.next_at, k.delivery_id)
            + coalesce(f.count, 0) AS nth
          FROM looked k LEFT JOIN unnest(busy, counts) AS f(webhook_id, count) ON f.webhook_id = k.webhook_id) l
        WHERE l.nth <= most ORDER BY l.nth, l.next_at, l.delivery_id LIMIT free
      ), mine AS MATERIALIZED (
        SELECT e.delivery_id FROM webhook_deliveries e
        WHERE e.delivery_id = ANY(ARRAY(SELECT c.delivery_id FROM chosen c)) AND e.state = 'waiting'
          AND e.next_at <= moment AND (e.leased_until IS NULL OR e.leased_until <= moment) FOR UPDATE SKIP LOCKED
      ), claimed AS (
        UPDATE webhook_deliveries d SET runner = me, leased_until = until, attempts = d.attempts + 1
        WHERE d.delivery_id = ANY(ARRAY(SELECT m.delivery_id FROM mine m))
        RETURNING d.delivery_id, d.webhook_id, d.message_id, d.body, d.attempts
      )
      SELECT d.delivery_id, d.webhook_id, w.company_id, w.url, d.message_id, d.body, d.attempts, w.sealed,
        CASE WHEN w.old_until > moment THEN w.old_sealed END
      FROM claimed d JOIN chosen c ON c.delivery_id = d.delivery_id JOIN webhooks w ON w.webhook_id = d.webhook_id
      ORDER BY c.nth, d.delivery_id;
    END $$`
})
