import { Effect } from "effect"
import { SqlClient } from "effect/sql"

/** Sends no event about the end of a job at a facility that is excluded from the API, as for every other event there. */
export default Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  yield* sql`
    CREATE OR REPLACE FUNCTION tell_webhooks_of_job() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN
      INSERT INTO webhook_deliveries (webhook_id, type, body, next_at, created_at)
      SELECT w.webhook_id, 'job.done', json_build_object('type', 'job.done', 'timestamp', iso(NEW.updated_at), 'data',
        json_build_object('jobID', NEW.number, 'kind', NEW.kind, 'source', NEW.source, 'facilityID', NEW.facility_id,
          'total', NEW.total, 'applied', NEW.applied, 'failed', NEW.failed, 'userID', NEW.user_id))::text,
        NEW.updated_at, NEW.updated_at
      FROM webhooks w WHERE w.company_id = NEW.company_id AND w.is_active AND 'job.done' = ANY(w.events)
        AND NOT EXISTS (SELECT FROM facilities f WHERE f.facility_id = NEW.facility_id AND NOT f.included_in_api);
      RETURN NULL;
    END $$`
})
