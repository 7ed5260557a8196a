import { Effect } from "effect"
import { SqlClient } from "effect/sql"

/**
 * Imports of facilities are jobs whose rows come from a file. In such a row, `serial` has the name, `sealed` the secret cells,
 * which `cells` leaves out, `facility_id` the updated or created facility, `creates` whether it is new, and `facts` its issues
 * and changes. `imports` has the file's data and, until the import is done, the sealed credentials shared by all facilities of
 * an FMS. `import_mappings` remembers each user's column mapping by headers.
 */
export default Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  yield* sql`
    ALTER TABLE job_rows
      ADD COLUMN sealed bytea,
      ADD COLUMN facility_id int,
      ADD COLUMN creates boolean,
      ADD COLUMN facts json`
  yield* sql`
    CREATE TABLE imports (
      job_id int PRIMARY KEY REFERENCES jobs ON DELETE CASCADE,
      company_id int NOT NULL REFERENCES companies,
      mode smallint NOT NULL,
      management_software smallint NOT NULL,
      columns json NOT NULL,
      sealed bytea
    )`
  yield* sql`
    CREATE TABLE import_mappings (
      company_id int NOT NULL REFERENCES companies,
      user_id int NOT NULL REFERENCES users,
      headers bytea NOT NULL,
      mapping json NOT NULL,
      updated_at timestamptz NOT NULL,
      PRIMARY KEY (company_id, user_id, headers)
    )`
})
