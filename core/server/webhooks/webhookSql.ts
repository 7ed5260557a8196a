import type { SqlClient } from "effect/sql"
import type { Fragment } from "effect/sql/Statement"
import type { CompanyId } from "#core/base/ids.ts"
import type { Delivery, Webhook } from "#core/webhooks/Webhook.ts"
import { nameOfPerson } from "../auth/personName.ts"

/** The company's webhooks that match `which`, oldest first. */
export const webhookRows = (
  sql: SqlClient.SqlClient,
  companyID: CompanyId,
  at: string,
  which: Fragment
) => sql<Webhook>`
  SELECT w.webhook_id AS id, w.url, w.events, w.is_active AS "isActive", w.stopped,
    CASE WHEN w.old_until > ${at}::timestamptz THEN iso(w.old_until) END AS "oldSecretUntil",
    iso(w.created_at) AS "createdOn", u.first_name || ' ' || u.last_name AS "createdBy",
    (SELECT count(*)::int FROM webhook_deliveries d WHERE d.webhook_id = w.webhook_id AND d.state = 'waiting') AS waiting,
    (SELECT count(*)::int FROM webhook_deliveries d WHERE d.webhook_id = w.webhook_id AND d.state = 'failed'
      AND d.created_at > ${at}::timestamptz - interval '7 days') AS failed, w.version,
    ${sql.literal(nameOfPerson("w.updated_by", "w.company_id"))} AS "updatedBy"
  FROM webhooks w JOIN users u ON u.user_id = w.created_by
  WHERE w.company_id = ${companyID} ${which} ORDER BY w.webhook_id`

/** The newest messages of the company's webhooks that match `which`. */
export const deliveryRows = (sql: SqlClient.SqlClient, companyID: CompanyId, which: Fragment, count: number) =>
  sql<Delivery>`
    SELECT d.delivery_id AS "deliveryID", d.webhook_id AS "webhookID", d.message_id AS "messageID", d.type, d.state,
      d.attempts, iso(d.created_at) AS "createdOn", iso(d.next_at) AS "nextOn", iso(d.sent_at) AS "sentOn", d.failure, d.body
    FROM webhook_deliveries d JOIN webhooks w USING (webhook_id)
    WHERE w.company_id = ${companyID} ${which} ORDER BY d.delivery_id DESC LIMIT ${count}`
