import { Effect } from "effect"
import { SqlClient } from "effect/sql"

/**
 * What a company sets of itself. `time_zone` is an IANA name, or null for that of the first facility; texts are empty where
 * nobody said. `daily_reports` holds each day of a company that its email report went out for, or had nothing to report.
 */
export default Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  yield* sql`
    ALTER TABLE companies
      ADD COLUMN mobile_timeout_minutes int NOT NULL DEFAULT 1440,
      ADD COLUMN email_view_lock_codes_report boolean NOT NULL DEFAULT false,
      ADD COLUMN time_zone text,
      ADD COLUMN contact_name text NOT NULL DEFAULT '',
      ADD COLUMN contact_email text NOT NULL DEFAULT '',
      ADD COLUMN contact_phone text NOT NULL DEFAULT ''`
  yield* sql`
    CREATE TABLE daily_reports (
      company_id int NOT NULL REFERENCES companies,
      day date NOT NULL,
      sent_at timestamptz NOT NULL,
      PRIMARY KEY (company_id, day)
    )`
})
