import { Effect } from "effect"
import { SqlClient } from "effect/sql"

/**
 * Checks that the company of facilities exists once per statement instead of once per row: the foreign key took a third of the
 * time of inserting facilities. Companies are never deleted, and the foreign keys of their users would refuse it.
 */
export default Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  yield* sql`
    CREATE FUNCTION check_facility_companies() RETURNS trigger LANGUAGE plpgsql AS $$
    DECLARE missing int;
    BEGIN
      SELECT w.company_id INTO missing FROM (SELECT DISTINCT company_id FROM written) w
      WHERE NOT EXISTS (SELECT FROM companies c WHERE c.company_id = w.company_id) LIMIT 1;
      IF FOUND THEN
        RAISE foreign_key_violation USING MESSAGE = format('company %s of a facility does not exist', missing),
          CONSTRAINT = 'facilities_company';
      END IF;
      RETURN NULL;
    END $$`
  yield* sql`ALTER TABLE facilities DROP CONSTRAINT facilities_company_id_fkey`
  yield* sql`
    CREATE TRIGGER facilities_company AFTER INSERT ON facilities
      REFERENCING NEW TABLE AS written FOR EACH STATEMENT EXECUTE FUNCTION check_facility_companies()`
  yield* sql`
    CREATE TRIGGER facilities_company_changed AFTER UPDATE ON facilities
      REFERENCING NEW TABLE AS written FOR EACH STATEMENT EXECUTE FUNCTION check_facility_companies()`
})
