import { Effect } from "effect"
import { SqlClient } from "effect/sql"
import type { CompanyId } from "#core/base/ids.ts"
import { arrayText } from "../db/arrayText.ts"
import { type AuditEntry, preparedRecord } from "./auditEntry.ts"
import { type AuditMacs, type ChainEnd, sumBytes } from "./auditMacs.ts"

/**
 * Locks the end of a company's chain until the transaction ends. Every change of the company waits for it, so write the
 * recorded rows first.
 */
export const holdChain = Effect.fnUntraced(function* (companyID: CompanyId) {
  const sql = yield* SqlClient.SqlClient
  const held = sql<ChainEnd>`SELECT seq, hash FROM audit_heads WHERE company_id = ${companyID} FOR NO KEY UPDATE`
  const [end] = yield* held
  if (end !== undefined) return end
  yield* sql`INSERT INTO audit_heads (company_id, seq, hash) VALUES (${companyID}, 0, ''::bytea) ON CONFLICT DO NOTHING`
  return (yield* held)[0] ?? (yield* Effect.die(new Error(`company ${companyID} has no chain`)))
})

/**
 * Appends records hashed by this process, in order and in batches, one database call each. The next batch is hashed while the
 * database writes the previous one (decision 87).
 */
export const summedAppender = Effect.fnUntraced(function* (macs: AuditMacs, companyID: CompanyId) {
  const sql = yield* SqlClient.SqlClient
  let end = yield* holdChain(companyID)
  return (entries: ReadonlyArray<AuditEntry>) => {
    const records = entries.map((entry) => preparedRecord(macs, entry))
    const before = end.seq
    const sums = macs.sumsOf(end, records)
    end = { seq: before + entries.length, hash: sums.subarray(sums.length - sumBytes, sums.length - sumBytes / 2) }
    return sql`append_summed(${companyID}::int, ${before}::bigint, ${entries[0]?.at ?? ""}::timestamptz,
      ${arrayText(entries.map(({ userID }) => userID))}::int[], ${arrayText(entries.map(({ action }) => action))}::text[],
      ${arrayText(entries.map(({ subject }) => subject))}::text[], ${records.map(({ payload }) => payload)}::text[], ${sums}::bytea)`
  }
})
