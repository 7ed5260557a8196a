import { Effect } from "effect"
import type { SqlClient } from "effect/sql"
import type { AuditAction } from "#core/audit/AuditRecord.ts"
import type { CompanyId } from "#core/base/ids.ts"
import { nameOfPerson } from "./personName.ts"

/** The name of the person who did something to a subject last, by the company's records; null if nobody did. */
export const latestActor = Effect.fnUntraced(function* (
  sql: SqlClient.SqlClient,
  companyID: CompanyId,
  action: AuditAction,
  subject: string
) {
  const [found] = yield* sql<{ name: string | null }>`
    SELECT ${sql.literal(nameOfPerson("r.user_id", "r.company_id"))} AS name FROM audit_records r
    WHERE r.company_id = ${companyID} AND r.subject = ${subject} AND r.action = ${action} ORDER BY r.seq DESC LIMIT 1`
  return found?.name ?? null
})
