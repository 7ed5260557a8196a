import { Effect } from "effect"
import { SqlClient } from "effect/sql"

/**
 * Claims webhook messages of the webhooks that come first (decision 74). Before, each active webhook offered all messages that it
 * may have in flight, and with 2,000 webhooks 32,000 messages were sorted for 64. A webhook whose first message is not among the
 * first `free` ones has none to claim, so now only the first ones offer more.
 */
export default Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  yield* sql`
    CREATE OR REPLACE FUNCTION claim_deliveries(sent int[], me text, moment timestamptz, until timestamptz, free int, most int,
      busy int[], counts int[])
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
      WITH first AS MATERIALIZED (
        SELECT v.webhook_id, coalesce(f.count, 0) AS flying
        FROM webhooks v LEFT JOIN unnest(busy, counts) AS f(webhook_id, count) ON f.webhook_id = v.webhook_id
        CROSS JOIN LATERAL (
          SELECT e.delivery_id, e.next_at FROM webhook_deliveries e
          WHERE e.webhook_id = v.webhook_id AND e.state = 'waiting' AND e.next_at <= moment
            AND (e.leased_until IS NULL OR e.leased_until <= moment)
          ORDER BY e.next_at, e.delivery_id LIMIT 1) q
        WHERE v.is_active AND coalesce(f.count, 0) < most
        ORDER BY flying, q.next_at, q.delivery_id LIMIT greatest(0, free)
      ), chosen AS MATERIALIZED (
        SELECT q.delivery_id, w.flying + q.nth AS nth
        FROM first w CROSS JOIN LATERAL (
          SELECT e.delivery_id, e.next_at, row_number() OVER (ORDER BY e.next_at, e.delivery_id) AS nth
          FROM webhook_deliveries e
          WHERE e.webhook_id = w.webhook_id AND e.state = 'waiting' AND e.next_at <= moment
            AND (e.leased_until IS NULL OR e.leased_until <= moment)
          ORDER BY e.next_at, e.delivery_id LIMIT most - w.flying) q
        ORDER BY w.flying + q.nth, q.next_at, q.delivery_id LIMIT greatest(0, free)
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
