import { Effect } from "effect"
import { SqlClient } from "effect/sql"

/**
 * Claims webhook messages per webhook (decision 74). Before, the longest due messages were examined, whoever they were for: the
 * backlog of an unresponsive endpoint filled that list, and all other webhooks waited until it had been tried. Now each active
 * webhook offers as many messages as it may still have in flight. The planner settings are those of `0089_claimDeliveries`.
 */
export default Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  yield* sql`
    CREATE INDEX webhook_deliveries_waiting ON webhook_deliveries (webhook_id, next_at, delivery_id) WHERE state = 'waiting'`
  yield* sql`
    DROP FUNCTION claim_deliveries(int[], text, timestamptz, timestamptz, int, int, int, int[], int[])`
  yield* sql`
    CREATE FUNCTION claim_deliveries(sent int[], me text, moment timestamptz, until timestamptz, free int, most int,
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
      WITH chosen AS MATERIALIZED (
        SELECT q.delivery_id, coalesce(f.count, 0) + q.nth AS nth
        FROM webhooks v LEFT JOIN unnest(busy, counts) AS f(webhook_id, count) ON f.webhook_id = v.webhook_id
        CROSS JOIN LATERAL (
          SELECT e.delivery_id, e.next_at, row_number() OVER (ORDER BY e.next_at, e.delivery_id) AS nth
          FROM webhook_deliveries e
          WHERE e.webhook_id = v.webhook_id AND e.state = 'waiting' AND e.next_at <= moment
            AND (e.leased_until IS NULL OR e.leased_until <= moment)
          ORDER BY e.next_at, e.delivery_id LIMIT greatest(0, least(free, most - coalesce(f.count, 0)))) q
        WHERE v.is_active ORDER BY coalesce(f.count, 0) + q.nth, q.next_at, q.delivery_id LIMIT free
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
