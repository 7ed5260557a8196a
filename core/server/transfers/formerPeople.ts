import type { SqlClient } from "effect/sql"
import { personName } from "../auth/personName.ts"

/** What stands for people of the company that a facility came from: its history moves with it, who they are does not. */
const anotherCompany = "another company"

/**
 * Takes people of the former company out of the logs of locks that move: what was done stays, by whom does not, nor what
 * they gave as the reason of a reveal. Their names stay in that company's own records.
 */
export const withoutFormerPeople = (sql: SqlClient.SqlClient, lockIDs: ReadonlyArray<number>, to: number) => sql`
  UPDATE lock_logs g SET company_id = ${to}, user_id = NULL, description = CASE
      WHEN g.description LIKE 'Combination viewed by %' THEN ${`Combination viewed by ${anotherCompany}`}::text
      WHEN u.name IS NOT NULL AND right(g.description, length(u.name) + 4) = ' by ' || u.name
        THEN left(g.description, -length(u.name)) || ${anotherCompany}::text
      -- Their name is another by now, or they are nobody: nothing after the first 'by' is sure not to be a name.
      ELSE regexp_replace(g.description, '^(.*?) by .*$', ${`\\1 by ${anotherCompany}`}::text) END
  FROM lock_logs old LEFT JOIN LATERAL (
    SELECT w.first_name || ' ' || w.last_name AS name FROM users w WHERE w.user_id = old.user_id) u ON true
  WHERE old.log_id = g.log_id AND g.lock_id = ANY(${[...lockIDs]}::int[])`

/** Whether a report `p` of a facility was made before its company took the facility over. */
export const madeBeforeTransfer = (sql: SqlClient.SqlClient) => sql`
  EXISTS (SELECT FROM facility_transfers t WHERE t.facility_id = p.facility_id AND t.to_company_id = p.company_id
    AND t.accepted_by IS NOT NULL AND t.closed_at >= p.created_at)`

/** The name of a user `who` on a report `p`, for the company that has it now. */
export const nameOnReport = (sql: SqlClient.SqlClient, who: "u" | "r") => sql`
  CASE WHEN ${madeBeforeTransfer(sql)} THEN ${anotherCompany}::text
    ELSE ${sql.literal(personName(who, "p.company_id"))} END`
