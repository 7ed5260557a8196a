import { Context, Effect, Layer } from "effect"
import { SqlClient } from "effect/sql"
import type { SqlError } from "effect/sql/SqlError"
import type { Fragment } from "effect/sql/Statement"
import { DryRun } from "#core/auth/DryRun.ts"
import type { AuditRecord } from "#core/audit/AuditRecord.ts"
import type { CompanyId, UserId } from "#core/base/ids.ts"
import { Keyring } from "../secrets/Keyring.ts"
import { type AppendedAudit, appendAudit, appendAudits, type AuditEntry } from "./auditEntry.ts"
import { type AuditMacs, makeAuditMacs } from "./auditMacs.ts"
import { summedAppender } from "./chainHeld.ts"
import { macOlderRecords } from "./olderRecords.ts"
import { makeVerify } from "./verifyChain.ts"
import { Witness, type WitnessFailed } from "./Witness.ts"

/**
 * Up to this many records per transaction are always hashed by the database, because fetching the end of the chain takes
 * longer.
 */
const fewRecords = 100

/** Which records to list. `from` is a sequence number, exclusive, where the page starts in the given order. */
export interface AuditQuery {
  readonly companyID: CompanyId
  readonly from: number | undefined
  readonly order: "newest" | "oldest"
  readonly count: number
  readonly action: string | undefined
  readonly subject: string | undefined
  /** Records of this user only. */
  readonly userID?: UserId
}

/** The audit log: one hash chain per company, with a witness file outside the database. */
export class Audit extends Context.Service<
  Audit,
  {
    /**
     * Appends an entry in its own statement. For an entry that belongs to a change, use `appendAudit` in the change's
     * statement.
     */
    readonly append: (entry: AuditEntry) => Effect.Effect<void, SqlError | WitnessFailed>
    /**
     * A function that appends this many records of a company in the caller's transaction, in order and in batches. Returns a
     * table expression for the caller's statement, with the last appended record as its row.
     */
    readonly appending: (
      companyID: CompanyId,
      records: number
    ) => Effect.Effect<(entries: ReadonlyArray<AuditEntry>) => Fragment, SqlError>
    /** Reports a committed record to the witness. Required before any response that depends on the record. */
    readonly witness: (companyID: CompanyId, appended: AppendedAudit) => Effect.Effect<void, WitnessFailed>
    /** Fails while records can't be witnessed. */
    readonly check: Effect.Effect<void, WitnessFailed>
    readonly list: (
      query: AuditQuery
    ) => Effect.Effect<{ readonly data: ReadonlyArray<AuditRecord>; readonly totalCount: number }>
    readonly verify: Effect.Success<ReturnType<typeof makeVerify>>
    /** For statements that write a record together with a change (`appendAudit`). */
    readonly macs: AuditMacs
  }
>()("lockdesk/server/Audit") {
  static readonly layer = Layer.effect(
    Audit,
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const witness = yield* Witness
      const macs = makeAuditMacs((yield* Keyring).derivedKey("lockdesk audit record"))

      /** A dry run's record is rolled back, so the witness must never see it. */
      const see = (companyID: CompanyId, { audit_seq, audit_hash }: AppendedAudit) =>
        Effect.flatMap(DryRun, (dryRun) =>
          dryRun
            ? Effect.void
            : witness.see(companyID, { seq: Number(audit_seq), hash: Buffer.from(audit_hash).toString("hex") })
        )

      const append = Effect.fnUntraced(function* (entry: AuditEntry) {
        const [appended] = yield* sql<AppendedAudit>`SELECT * FROM ${appendAudit(sql, macs, entry)}`
        if (appended !== undefined) yield* see(entry.companyID, appended)
      })

      const appending: Audit["Service"]["appending"] = (companyID, records) =>
        records > fewRecords
          ? Effect.provideService(summedAppender(macs, companyID), SqlClient.SqlClient, sql)
          : Effect.succeed((entries) => appendAudits(sql, macs, entries))

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

      yield* macOlderRecords(macs, append)
      return Audit.of({
        append,
        appending,
        witness: see,
        check: witness.check,
        list,
        verify: yield* makeVerify(macs),
        macs
      })
    })
  )
}
