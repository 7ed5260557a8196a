import { Context, Effect, Layer, Option, Schema } from "effect"
import { SqlClient } from "effect/sql"
import type { SqlError } from "effect/sql/SqlError"
import { DryRun } from "#core/auth/DryRun.ts"
import type { AuditRecord, AuditVerification } from "#core/audit/AuditRecord.ts"
import { type AppendedAudit, appendAudit, type AuditEntry, auditHash } from "./auditEntry.ts"
import { Anchors } from "./Anchors.ts"
import { Witness, type WitnessFailed } from "./Witness.ts"

/** Which records a list is of. `from` bounds the sequence number, away from the end the order starts at. */
export interface AuditQuery {
  readonly companyID: number
  readonly from: number | undefined
  readonly order: "newest" | "oldest"
  readonly count: number
  readonly action: string | undefined
  readonly subject: string | undefined
  /** Records of this user only. */
  readonly userID?: number
}

interface ChainRow {
  readonly seq: number
  readonly at: string
  readonly user_id: number | null
  readonly action: string
  readonly subject: string
  readonly payload: string
  readonly hash: Uint8Array
}

type Broken = NonNullable<AuditVerification["broken"]>

const verifyPage = 5000

const factsOf = Schema.decodeUnknownOption(
  Schema.fromJsonString(
    Schema.Struct({
      companyID: Schema.Int,
      at: Schema.String,
      userID: Schema.NullOr(Schema.Int),
      action: Schema.String,
      subject: Schema.String
    })
  )
)

/** Whether the columns a list shows are those the hash covers. A payload that is no record's matches nothing. */
const columnsMatch = (row: ChainRow, companyID: number): boolean =>
  Option.exists(
    factsOf(row.payload),
    (facts) =>
      facts.companyID === companyID &&
      facts.at === row.at &&
      facts.userID === row.user_id &&
      facts.action === row.action &&
      facts.subject === row.subject
  )

/** The audit log: one hash chain a company, with a witness outside the database. */
export class Audit extends Context.Service<
  Audit,
  {
    /** Records an entry on its own. Where it belongs to a change, use `appendAudit` in the change's statement. */
    readonly append: (entry: AuditEntry) => Effect.Effect<void, SqlError | WitnessFailed>
    /** Tells the witness of a record that a committed statement made. Before any answer that depends on it. */
    readonly witness: (companyID: number, appended: AppendedAudit) => Effect.Effect<void, WitnessFailed>
    /** Fails while records cannot be witnessed. */
    readonly check: Effect.Effect<void, WitnessFailed>
    readonly list: (
      query: AuditQuery
    ) => Effect.Effect<{ readonly data: ReadonlyArray<AuditRecord>; readonly totalCount: number }>
    readonly verify: (companyID: number) => Effect.Effect<AuditVerification>
  }
>()("lockdesk/server/Audit") {
  static readonly layer = Layer.effect(
    Audit,
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const witness = yield* Witness
      const anchors = yield* Anchors

      /** The record of a dry run is rolled back: the witness must never hear of it. */
      const see = (companyID: number, { audit_seq, audit_hash }: AppendedAudit) =>
        Effect.flatMap(DryRun, (dryRun) =>
          dryRun
            ? Effect.void
            : witness.see(companyID, { seq: Number(audit_seq), hash: Buffer.from(audit_hash).toString("hex") })
        )

      const append = Effect.fnUntraced(function* (entry: AuditEntry) {
        const [appended] = yield* sql<AppendedAudit>`SELECT * FROM ${appendAudit(sql, entry)}`
        if (appended !== undefined) yield* see(entry.companyID, appended)
      })

      const list = Effect.fn("Audit.list")(function* (query: AuditQuery) {
        const scope = sql.and([
          sql`a.company_id = ${query.companyID}`,
          ...(query.action === undefined ? [] : [sql`a.action = ${query.action}`]),
          ...(query.subject === undefined ? [] : [sql`a.subject = ${query.subject}`]),
          ...(query.userID === undefined ? [] : [sql`a.user_id = ${query.userID}`])
        ])
        const newest = query.order === "newest"
        const bound =
          query.from === undefined ? sql`` : newest ? sql`AND a.seq < ${query.from}` : sql`AND a.seq > ${query.from}`
        const data = yield* sql<AuditRecord>`
          SELECT a.seq, iso(a.at) AS at, a.user_id AS "userID", u.first_name || ' ' || u.last_name AS "userName",
            o.company_id AS "userCompanyID", o.name AS "userCompanyName", a.action, a.subject, a.payload, encode(a.hash, 'hex') AS hash
          FROM audit_records a LEFT JOIN users u ON u.user_id = a.user_id
            LEFT JOIN companies o ON o.company_id = u.company_id AND o.company_id <> a.company_id
          WHERE ${scope} ${bound} ORDER BY a.seq ${newest ? sql`DESC` : sql`ASC`} LIMIT ${query.count}`
        const [total] = yield* sql<{ n: number }>`SELECT count(*)::int AS n FROM audit_records a WHERE ${scope}`
        return { data, totalCount: total?.n ?? 0 }
      }, Effect.orDie)

      const verify = Effect.fn("Audit.verify")(function* (
        companyID: number
      ): Effect.fn.Return<AuditVerification, SqlError> {
        const seen = yield* witness.seen(companyID)
        const anchored = yield* anchors.of(companyID)
        const [head] = yield* sql<{ seq: number; hash: Uint8Array }>`
          SELECT seq, hash FROM audit_heads WHERE company_id = ${companyID}`
        const until = head?.seq ?? 0
        let hash: Uint8Array = Buffer.alloc(0)
        let records = 0
        const report = (seq: number, reason: Broken["reason"]): AuditVerification => ({
          records,
          head: Buffer.from(hash).toString("hex"),
          broken: { seq, reason }
        })
        while (records < until) {
          const page = yield* sql<ChainRow>`
            SELECT seq, iso(at) AS at, user_id, action, subject, payload, hash FROM audit_records
            WHERE company_id = ${companyID} AND seq > ${records} AND seq <= ${until} ORDER BY seq LIMIT ${verifyPage}`
          for (const row of page) {
            if (row.seq !== records + 1) return report(records + 1, "missing")
            hash = auditHash(hash, row.seq, row.payload)
            if (Buffer.compare(hash, row.hash) !== 0 || !columnsMatch(row, companyID)) return report(row.seq, "changed")
            records = row.seq
            const sighted = seen?.recent.get(row.seq)
            if (sighted !== undefined && sighted !== Buffer.from(hash).toString("hex"))
              return report(row.seq, "witness")
            const anchor = anchored.get(row.seq)
            if (anchor !== undefined && anchor !== Buffer.from(hash).toString("hex")) return report(row.seq, "anchor")
          }
          if (page.length === 0) return report(records + 1, "truncated")
        }
        if (head !== undefined && Buffer.compare(hash, head.hash) !== 0) return report(records, "changed")
        const [beyond] = yield* sql<{ seq: number }>`
          SELECT seq FROM audit_records WHERE company_id = ${companyID} AND seq > ${until} ORDER BY seq LIMIT 1`
        // A record written while we read is above a head that has moved since; one above a head that has not is forged.
        const [later] = yield* sql<{ seq: number }>`SELECT seq FROM audit_heads WHERE company_id = ${companyID}`
        if (beyond !== undefined && beyond.seq > (later?.seq ?? 0)) return report(beyond.seq, "changed")
        if (seen !== null && seen.newest.seq > (later?.seq ?? 0)) return report((later?.seq ?? 0) + 1, "truncated")
        if (Math.max(0, ...anchored.keys()) > (later?.seq ?? 0)) return report((later?.seq ?? 0) + 1, "truncated")
        if (seen !== null && seen.contradiction !== null) return report(seen.contradiction.seq, "witness")
        const [unlogged] = yield* sql<{ seq: number }>`
          SELECT a.seq FROM audit_records a
          WHERE a.company_id = ${companyID} AND a.action IN ('reveals.approve', 'reveals.reject')
            AND a.user_id IS NOT NULL AND NOT EXISTS (
            SELECT FROM reveals r WHERE r.serial = a.subject AND r.user_id = a.user_id AND r.created_at = a.at)
          ORDER BY a.seq LIMIT 1`
        if (unlogged !== undefined) return report(unlogged.seq, "reveal")
        if (witness.lostAt !== null) return report(Math.max(1, records), "lost")
        return { records, head: records === 0 ? null : Buffer.from(hash).toString("hex"), broken: null }
      }, Effect.orDie)

      return Audit.of({ append, witness: see, check: witness.check, list, verify })
    })
  )
}
