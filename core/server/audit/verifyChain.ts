import { Effect, Predicate } from "effect"
import { SqlClient } from "effect/sql"
import type { SqlError } from "effect/sql/SqlError"
import type { AuditVerification } from "#core/audit/AuditRecord.ts"
import type { CompanyId, UserId } from "#core/base/ids.ts"
import { Anchors } from "./Anchors.ts"
import { auditHash } from "./auditEntry.ts"
import type { AuditMacs } from "./auditMacs.ts"
import { Witness } from "./Witness.ts"

interface ChainRow {
  readonly seq: number
  readonly at: string
  readonly user_id: UserId | null
  readonly action: string
  readonly subject: string
  readonly payload: string
  readonly hash: Uint8Array
  readonly mac: Uint8Array | null
}

type Broken = NonNullable<AuditVerification["broken"]>

/** How many records to read at once, and what to do between two reads. */
interface Pace {
  readonly page: number
  readonly between: Effect.Effect<void>
}

const atOnce: Pace = { page: 5000, between: Effect.void }

/** The fields of a record's payload; empty if it is not a JSON object. */
const factsOf = (payload: string): Readonly<Record<string, unknown>> => {
  try {
    const facts: unknown = JSON.parse(payload)
    return Predicate.isObject(facts) ? facts : {}
  } catch {
    return {}
  }
}

/** Whether the columns shown in lists match the hashed payload. An invalid payload never matches. */
const columnsMatch = (row: ChainRow, companyID: CompanyId): boolean => {
  // Compared without a schema, which would take longer than the comparison.
  const facts = factsOf(row.payload)
  return (
    facts["companyID"] === companyID &&
    facts["at"] === row.at &&
    facts["userID"] === row.user_id &&
    facts["action"] === row.action &&
    facts["subject"] === row.subject
  )
}

const hex = (bytes: Uint8Array): string => Buffer.from(bytes).toString("hex")

/** Verifies a company's chain from its first record, and reports the first invalid one. */
export const makeVerify = (macs: AuditMacs) =>
  Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    const witness = yield* Witness
    const anchors = yield* Anchors

    return Effect.fn("Audit.verify")(function* (
      companyID: CompanyId,
      { page: rows, between }: Pace = atOnce
    ): Effect.fn.Return<AuditVerification, SqlError> {
      const seen = yield* witness.seen(companyID)
      const anchored = yield* anchors.of(companyID)
      const [head] = yield* sql<{ seq: number; hash: Uint8Array }>`
        SELECT seq, hash FROM audit_heads WHERE company_id = ${companyID}`
      const until = head?.seq ?? 0
      let hash: Uint8Array = Buffer.alloc(0)
      let records = 0
      const report = (seq: number, reason: Broken["reason"], at: string | null = null): AuditVerification => ({
        records,
        head: hex(hash),
        broken: { seq, at, reason }
      })
      while (records < until) {
        const page = yield* sql<ChainRow>`
          SELECT seq, iso(at) AS at, user_id, action, subject, payload, hash, mac FROM audit_records
          WHERE company_id = ${companyID} AND seq > ${records} AND seq <= ${until} ORDER BY seq LIMIT ${rows}`
        for (const row of page) {
          if (row.seq !== records + 1) return report(records + 1, "missing")
          hash = auditHash(hash, row.seq, row.payload)
          if (Buffer.compare(hash, row.hash) !== 0 || !columnsMatch(row, companyID))
            return report(row.seq, "changed", row.at)
          if (row.mac === null || Buffer.compare(row.mac, macs.macOf(companyID, row.payload, hash)) !== 0)
            return report(row.seq, "forged", row.at)
          records = row.seq
          const sighted = seen?.recent.get(row.seq)
          if (sighted !== undefined && sighted !== hex(hash)) return report(row.seq, "witness", row.at)
          const anchor = anchored.get(row.seq)
          if (anchor !== undefined && anchor !== hex(hash)) return report(row.seq, "anchor", row.at)
        }
        if (page.length === 0) return report(records + 1, "truncated")
        yield* between
      }
      if (head !== undefined && Buffer.compare(hash, head.hash) !== 0) return report(records, "changed")
      const [beyond] = yield* sql<{ seq: number; at: string }>`
        SELECT seq, iso(at) AS at FROM audit_records WHERE company_id = ${companyID} AND seq > ${until}
        ORDER BY seq LIMIT 1`
      // A record above the head is new if the head has moved since; otherwise it is forged.
      const [later] = yield* sql<{ seq: number }>`SELECT seq FROM audit_heads WHERE company_id = ${companyID}`
      if (beyond !== undefined && beyond.seq > (later?.seq ?? 0)) return report(beyond.seq, "changed", beyond.at)
      if (seen !== null && seen.newest.seq > (later?.seq ?? 0)) return report((later?.seq ?? 0) + 1, "truncated")
      if (Math.max(0, ...anchored.keys()) > (later?.seq ?? 0)) return report((later?.seq ?? 0) + 1, "truncated")
      if (seen !== null && seen.contradiction !== null) return report(seen.contradiction.seq, "witness")
      const [unlogged] = yield* sql<{ seq: number; at: string }>`
        SELECT a.seq, iso(a.at) AS at FROM audit_records a
        WHERE a.company_id = ${companyID} AND a.action IN ('reveals.approve', 'reveals.reject')
          AND a.user_id IS NOT NULL AND NOT EXISTS (
          SELECT FROM reveals r WHERE r.serial = a.subject AND r.user_id = a.user_id AND r.created_at = a.at)
        ORDER BY a.seq LIMIT 1`
      if (unlogged !== undefined) return report(unlogged.seq, "reveal", unlogged.at)
      if (witness.lostAt !== null) return report(Math.max(1, records), "lost")
      return { records, head: records === 0 ? null : hex(hash), broken: null }
    }, Effect.orDie)
  })
