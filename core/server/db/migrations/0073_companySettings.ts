import { Effect } from "effect"
import { SqlClient } from "effect/sql"

/**
 * A company's own settings. `time_zone` is an IANA name, or null for the first facility's; texts are empty if not set.
 * `daily_reports` has a row for each day on which a company's email report was sent or had nothing to report.
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
