import { Effect } from "effect"
import { SqlClient } from "effect/sql"
import { arrayText } from "../db/arrayText.ts"
import { type AuditEntry, auditPayload } from "./auditEntry.ts"
import { type AuditMacs, type ChainEnd, sumBytes } from "./auditMacs.ts"

/**
 * The end of a company's chain, held until the transaction ends. Rows that the records are about are written before it is asked for:
 * it is what every change of the company waits for.
 */
export const holdChain = Effect.fnUntraced(function* (companyID: number) {
  const sql = yield* SqlClient.SqlClient
  const held = sql<ChainEnd>`SELECT seq, hash FROM audit_heads WHERE company_id = ${companyID} FOR NO KEY UPDATE`
  const [end] = yield* held
  if (end !== undefined) return end
  yield* sql`INSERT INTO audit_heads (company_id, seq, hash) VALUES (${companyID}, 0, ''::bytea) ON CONFLICT DO NOTHING`
  return (yield* held)[0] ?? (yield* Effect.die(new Error(`company ${companyID} has no chain`)))
})

/**
 * What appends records of a company that are summed up here, some at a time and in their order: the call of a database function for
 * each of these times. The next ones are summed up while the database writes those before (decision 87).
 */
export const summedAppender = Effect.fnUntraced(function* (macs: AuditMacs, companyID: number) {
  const sql = yield* SqlClient.SqlClient
  let end = yield* holdChain(companyID)
  return (entries: ReadonlyArray<AuditEntry>) => {
    const payloads = entries.map(auditPayload)
    const before = end.seq
    const sums = macs.sumsOf(companyID, end, payloads)
    end = { seq: before + entries.length, hash: sums.subarray(sums.length - sumBytes, sums.length - sumBytes / 2) }
    return sql`append_summed(${companyID}::int, ${before}::bigint, ${entries[0]?.at ?? ""}::timestamptz,
      ${arrayText(entries.map(({ userID }) => userID))}::int[], ${arrayText(entries.map(({ action }) => action))}::text[],
      ${arrayText(entries.map(({ subject }) => subject))}::text[], ${payloads}::text[], ${sums}::bytea)`
  }
})
