import type { SqlClient } from "effect/sql"
import type { CompanyId, LockId } from "#core/base/ids.ts"
import { personName } from "../auth/personName.ts"

/** Replaces names of the former company's people: a facility's history moves with it, their identity does not. */
const anotherCompany = "another company"

/**
 * Removes people of the former company from the logs of moved locks: actions stay, names and reveal reasons are removed. That
 * company's own records keep them.
 */
export const withoutFormerPeople = (sql: SqlClient.SqlClient, lockIDs: ReadonlyArray<LockId>, to: CompanyId) => sql`
  UPDATE lock_logs g SET company_id = ${to}, user_id = NULL, description = CASE
      WHEN g.description LIKE 'Combination viewed by %' THEN ${`Combination viewed by ${anotherCompany}`}::text
      WHEN u.name IS NOT NULL AND right(g.description, length(u.name) + 4) = ' by ' || u.name
        THEN left(g.description, -length(u.name)) || ${anotherCompany}::text
      -- The user was renamed or no longer exists: anything after the first 'by' may be a name.
      ELSE regexp_replace(g.description, '^(.*?) by .*$', ${`\\1 by ${anotherCompany}`}::text) END
  FROM lock_logs old LEFT JOIN LATERAL (
    SELECT w.first_name || ' ' || w.last_name AS name FROM users w WHERE w.user_id = old.user_id) u ON true
  WHERE old.log_id = g.log_id AND g.lock_id = ANY(${[...lockIDs]}::int[])`

/** Whether a report `p` of a facility is older than the transfer to its current company. */
export const madeBeforeTransfer = (sql: SqlClient.SqlClient) => sql`
  EXISTS (SELECT FROM facility_transfers t WHERE t.facility_id = p.facility_id AND t.to_company_id = p.company_id
    AND t.accepted_by IS NOT NULL AND t.closed_at >= p.created_at)`

/** The name of user `who` on a report `p`, for the facility's current company. */
export const nameOnReport = (sql: SqlClient.SqlClient, who: "u" | "r") => sql`
  CASE WHEN ${madeBeforeTransfer(sql)} THEN ${anotherCompany}::text
    ELSE ${sql.literal(personName(who, "p.company_id"))} END`
