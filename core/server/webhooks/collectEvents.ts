import { Effect, Schema } from "effect"
import { SqlClient } from "effect/sql"
import { actionsOf, bodyOfRecord, eventOfAction } from "#core/webhooks/webhookEvents.ts"
import { arrayText } from "../db/arrayText.ts"

/** Records of one endpoint that are looked at in one transaction. */
const recordsAtOnce = 500

interface BehindRow {
  readonly id: number
  readonly companyID: number
  readonly events: ReadonlyArray<string>
  readonly seen: number
  readonly head: number
}

interface RecordRow {
  readonly seq: number
  readonly at: string
  readonly action: string
  readonly subject: string
  readonly payload: string
}

const Facts = Schema.fromJsonString(Schema.Record(Schema.String, Schema.Unknown))

/**
 * Makes messages of what one endpoint has not been told of yet, and says whether there was any. An endpoint's place in the log moves
 * in the transaction that writes its messages, so that each record makes one message, whatever dies when; of two server
 * processes one has it. A facility that is excluded from the API makes none.
 */
export const collectNext = Effect.fnUntraced(function* (at: string) {
  const sql = yield* SqlClient.SqlClient
  return yield* sql.withTransaction(
    Effect.gen(function* () {
      const [behind] = yield* sql<BehindRow>`
        SELECT w.webhook_id AS id, w.company_id AS "companyID", w.events, w.seen_seq::float8 AS seen, h.seq::float8 AS head
        FROM webhooks w JOIN audit_heads h ON h.company_id = w.company_id
        WHERE w.is_active AND h.seq > w.seen_seq ORDER BY w.webhook_id LIMIT 1 FOR UPDATE OF w SKIP LOCKED`
      if (behind === undefined) return false
      const upTo = Math.min(behind.head, behind.seen + recordsAtOnce)
      const records = yield* sql<RecordRow>`
        SELECT a.seq::float8 AS seq, iso(a.at) AS at, a.action, a.subject, a.payload FROM audit_records a
        WHERE a.company_id = ${behind.companyID} AND a.seq > ${behind.seen} AND a.seq <= ${upTo}
          AND a.action = ANY(${[...actionsOf(behind.events)]}::text[])
          AND NOT EXISTS (
            SELECT FROM facilities f WHERE NOT f.included_in_api AND f.facility_id = coalesce(
              (a.payload::json->>'facilityID')::int,
              (SELECT l.facility_id FROM locks l WHERE l.serial = a.subject AND l.company_id = a.company_id))
            AND a.action <> 'facilities.api')
        ORDER BY a.seq`
      const messages = yield* Effect.forEach(records, (record) =>
        Effect.map(Schema.decodeEffect(Facts)(record.payload), (facts) => {
          const type = eventOfAction(record.action) ?? ""
          return { type, body: bodyOfRecord(type, record, facts) }
        })
      )
      if (messages.length > 0) {
        yield* sql`
          INSERT INTO webhook_deliveries (webhook_id, type, body, next_at, created_at)
          SELECT ${behind.id}, m.type, m.body, ${at}::timestamptz, ${at}::timestamptz
          FROM unnest(${arrayText(messages.map(({ type }) => type))}::text[], ${arrayText(messages.map(({ body }) => body))}::text[])
            WITH ORDINALITY AS m(type, body, nth) ORDER BY m.nth`
      }
      yield* sql`UPDATE webhooks SET seen_seq = ${upTo}::int8 WHERE webhook_id = ${behind.id}`
      return true
    })
  )
})
