import { Effect, Schema } from "effect"
import { SqlClient } from "effect/sql"
import type { CompanyId, WebhookId } from "#core/base/ids.ts"
import { actionsOf, eventOfAction, shownFacts } from "#core/webhooks/webhookEvents.ts"
import { bodyOfRecord } from "#core/webhooks/webhookMessages.ts"
import { arrayText } from "../db/arrayText.ts"

/** The maximum number of records per transaction, times the webhooks they are processed for. */
const recordsAtOnce = 500

interface BehindRow {
  readonly id: WebhookId
  readonly companyID: CompanyId
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
  /** Whether its facility, or the one the lock came from, is excluded from the API. */
  readonly place: boolean
  readonly from: boolean
}

const Facts = Schema.fromJsonString(Schema.Record(Schema.String, Schema.Unknown))

/**
 * Creates messages for the first webhook that is behind, together with the company's other webhooks that are equally far behind
 * and want the same events: usually all of them, so that a record is read and formatted once. Returns those webhooks and
 * whether they have more events; null if only webhooks in `done` are behind. A webhook's position in the log is updated in the
 * transaction that writes its messages, so that each record gives exactly one message whatever crashes; only one server process
 * handles it. Nothing about excluded facilities is sent (`shownFacts`).
 */
const collectNext = Effect.fnUntraced(function* (at: string, done: ReadonlyArray<WebhookId>) {
  const sql = yield* SqlClient.SqlClient
  const isBehind = sql`w.is_active AND h.seq > w.seen_seq AND NOT w.webhook_id = ANY(${arrayText(done)}::int[])`
  return yield* sql.withTransaction(
    Effect.gen(function* () {
      const behind = yield* sql<BehindRow>`
        WITH first AS MATERIALIZED (
          SELECT w.company_id, w.events, w.seen_seq FROM webhooks w JOIN audit_heads h ON h.company_id = w.company_id
          WHERE ${isBehind} ORDER BY w.webhook_id LIMIT 1 FOR UPDATE OF w SKIP LOCKED)
        SELECT w.webhook_id AS id, w.company_id AS "companyID", w.events, w.seen_seq::float8 AS seen, h.seq::float8 AS head
        FROM first JOIN webhooks w USING (company_id, events, seen_seq) JOIN audit_heads h USING (company_id)
        WHERE ${isBehind} ORDER BY w.webhook_id FOR UPDATE OF w SKIP LOCKED`
      const [first] = behind
      if (first === undefined) return null
      const ids = behind.map(({ id }) => id)
      const upTo = Math.min(first.head, first.seen + Math.max(1, Math.floor(recordsAtOnce / ids.length)))
      const records = yield* sql<RecordRow>`
        SELECT r.seq::float8 AS seq, iso(r.at) AS at, r.action, r.subject, r.payload,
          f.included IS FALSE AS place, o.included IS FALSE AS "from" FROM (
          SELECT a.*, (a.payload::json->>'fromFacilityID')::int AS from_id,
            CASE WHEN a.payload::json->'facilityID' IS NULL AND a.payload::json->'fromFacilityID' IS NULL
              THEN (SELECT l.facility_id FROM locks l WHERE l.serial = a.subject AND l.company_id = a.company_id)
              ELSE (a.payload::json->>'facilityID')::int END AS facility_id
          FROM audit_records a
          WHERE a.company_id = ${first.companyID} AND a.seq > ${first.seen} AND a.seq <= ${upTo}
            AND a.action = ANY(${[...actionsOf(first.events)]}::text[]) OFFSET 0) r
        -- Lookups by key per record: there may be thousands of facilities.
        LEFT JOIN LATERAL (SELECT f.included_in_api AS included FROM facilities f WHERE f.facility_id = r.facility_id OFFSET 0) f
          ON true
        LEFT JOIN LATERAL (SELECT f.included_in_api AS included FROM facilities f WHERE f.facility_id = r.from_id OFFSET 0) o
          ON true
        ORDER BY r.seq`
      const shown = yield* Effect.forEach(records, (record) =>
        Effect.map(Schema.decodeEffect(Facts)(record.payload), (facts) => {
          const type = eventOfAction(record.action) ?? ""
          const given = shownFacts(record.action, facts, record)
          return given === null ? [] : [{ type, body: bodyOfRecord(type, record, given) }]
        })
      )
      const messages = shown.flat()
      if (messages.length > 0) {
        yield* sql`
          INSERT INTO webhook_deliveries (webhook_id, type, body, next_at, created_at)
          SELECT w.id, m.type, m.body, ${at}::timestamptz, ${at}::timestamptz
          FROM unnest(${arrayText(messages.map(({ type }) => type))}::text[], ${arrayText(messages.map(({ body }) => body))}::text[])
            WITH ORDINALITY AS m(type, body, nth), unnest(${arrayText(ids)}::int[]) AS w(id) ORDER BY m.nth, w.id`
      }
      yield* sql`UPDATE webhooks SET seen_seq = ${upTo}::int8 WHERE webhook_id = ANY(${arrayText(ids)}::int[])`
      return { ids, more: upTo < first.head }
    })
  )
})

/**
 * Creates messages for each webhook that is behind, in turn, and returns whether any has more events. Events that arrive during
 * the call wait for the next one, so that this always ends and the last webhook is served as soon as the first. `withheld`
 * webhooks get none.
 */
export const collectOnce = Effect.fnUntraced(function* (at: string, withheld: ReadonlyArray<WebhookId>) {
  let more = false
  const done = [...withheld]
  for (let next = yield* collectNext(at, done); next !== null; next = yield* collectNext(at, done)) {
    more ||= next.more
    done.push(...next.ids)
  }
  return more
})
