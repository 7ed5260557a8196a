import { Effect } from "effect"
import { SqlClient } from "effect/sql"

/**
 * Imports of facilities: jobs whose rows are rows of a file. A row of one has its name in `serial`; `sealed` holds its
 * secret cells, which are not among `cells`, `facility_id` the facility that it changes or made, `creates` whether it is a
 * new one, and `facts` its issues and changes. `imports` has what is known of the file, with the sealed credentials that
 * all facilities of an FMS share until it is done; `import_mappings` what a user took the columns of the same headers for.
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
