import { Effect } from "effect"
import { SqlClient } from "effect/sql"
import type { CompanyId, WebhookId } from "#core/base/ids.ts"
import { Feature } from "#core/companies/features.ts"
import { planColumns, planHas, type PlanRow } from "../auth/planRow.ts"

interface CompanyRow extends PlanRow {
  readonly company_id: CompanyId
}

/**
 * The active webhooks of companies whose plan doesn't have the Integration API now, and whether there are any others. Nobody in
 * such a company can pause or remove one. As for a paused webhook, what happens meanwhile is not sent later.
 */
export const withheldWebhooks = Effect.fnUntraced(function* (at: string) {
  const sql = yield* SqlClient.SqlClient
  const companies = yield* sql<CompanyRow>`
    SELECT k.company_id, ${planColumns(sql)} FROM companies k
    WHERE EXISTS (SELECT FROM webhooks w WHERE w.company_id = k.company_id AND w.is_active)`
  const without = companies.filter((company) => !planHas(company, Feature.id.IntegrationAPI, new Date(at)))
  if (without.length === 0) return { withheld: [], listens: companies.length > 0 }
  const rows = yield* sql<{ readonly id: WebhookId }>`
    WITH found AS MATERIALIZED (
      SELECT w.webhook_id, h.seq FROM webhooks w JOIN audit_heads h USING (company_id)
      WHERE w.is_active AND w.company_id = ANY(${without.map((company) => company.company_id)}::int[])
    ), passed AS (
      UPDATE webhooks w SET seen_seq = f.seq FROM found f WHERE w.webhook_id = f.webhook_id AND w.seen_seq < f.seq)
    SELECT webhook_id AS id FROM found`
  return { withheld: rows.map(({ id }) => id), listens: companies.length > without.length }
})
