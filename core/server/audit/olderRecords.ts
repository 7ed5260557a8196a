import { Effect } from "effect"
import { SqlClient } from "effect/sql"
import type { CompanyId } from "#core/base/ids.ts"
import { now } from "../db/now.ts"
import type { AuditEntry } from "./auditEntry.ts"
import type { AuditMacs } from "./auditMacs.ts"
import { Witness } from "./Witness.ts"

const rowsAtOnce = 2000

/**
 * Adds MACs, once, to records from before MACs existed, and appends a record to each such chain with the number of the last
 * record that got one. After the database or the witness notes that this was done, a record without a MAC counts as forged.
 */
export const macOlderRecords = Effect.fnUntraced(function* <E>(
  macs: AuditMacs,
  append: (entry: AuditEntry) => Effect.Effect<void, E>
) {
  const sql = yield* SqlClient.SqlClient
  const witness = yield* Witness
  const known = yield* sql`SELECT FROM audit_macs_since`
  if (known.length === 0 && !witness.knowsMacs) {
    const older = new Map<CompanyId, number>()
    let last = { company_id: 0, seq: 0 }
    for (;;) {
      const page = yield* sql<{ company_id: CompanyId; seq: number; payload: string; hash: Uint8Array }>`
        SELECT company_id, seq, payload, hash FROM audit_records
        WHERE (company_id, seq) > (${last.company_id}::int, ${last.seq}::bigint) AND mac IS NULL
        ORDER BY company_id, seq LIMIT ${rowsAtOnce}`
      const end = page.at(-1)
      if (end === undefined) break
      const made = page.map(({ company_id, payload, hash }) => macs.macOf(company_id, payload, hash))
      yield* sql`
        UPDATE audit_records r SET mac = n.mac
        FROM unnest(${page.map((row) => row.company_id)}::int[], ${page.map((row) => row.seq)}::bigint[],
          ${made}::bytea[]) AS n(company_id, seq, mac)
        WHERE r.company_id = n.company_id AND r.seq = n.seq AND r.mac IS NULL`
      for (const { company_id, seq } of page) older.set(company_id, seq)
      last = end
    }
    for (const [companyID, upTo] of older) {
      yield* append({
        companyID,
        at: yield* now,
        userID: null,
        action: "audit.macs",
        subject: "audit",
        detail: { upTo }
      })
    }
    if (older.size > 0) yield* Effect.logWarning("Added MACs to audit records written before MACs existed")
  }
  if (known.length === 0) {
    yield* sql`INSERT INTO audit_macs_since (at) VALUES (${yield* now}::timestamptz) ON CONFLICT DO NOTHING`
  }
  if (!witness.knowsMacs) yield* witness.markMacs
})
