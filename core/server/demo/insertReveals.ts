import { Effect } from "effect"
import { SqlClient } from "effect/sql"
import type { CompanyId, FacilityId, LockId } from "#core/base/ids.ts"
import type { LockStatusId } from "#core/locks/lockStatuses.ts"
import { ApprovalStatus } from "#core/reports/reportStatuses.ts"
import { Audit } from "../audit/Audit.ts"
import { type AuditEntry, auditPayload, preparedRecord } from "../audit/auditEntry.ts"
import type { Actor } from "./DemoRun.ts"
import { parameterTable, pieces } from "./parameterTable.ts"

/** A reveal request, as in the report. */
export interface RevealRow {
  readonly companyID: CompanyId
  readonly facilityID: FacilityId | null
  /** Null if no lock has the serial code. */
  readonly lockID: LockId | null
  readonly serial: string
  readonly by: Actor
  readonly reason: string
  readonly status: LockStatusId | null
  readonly approved: boolean
  readonly at: Date
}

const rowsAtOnce = 1000

/** Inserts requests into the report, in order. */
export const insertReveals = Effect.fnUntraced(function* (reveals: ReadonlyArray<RevealRow>) {
  const sql = yield* SqlClient.SqlClient
  for (const piece of pieces(reveals, rowsAtOnce)) {
    const rows = parameterTable(sql, piece, {
      company: ["int", (row) => row.companyID],
      facility: ["int", (row) => row.facilityID],
      lock: ["int", (row) => row.lockID],
      serial: ["text", (row) => row.serial],
      by: ["int", (row) => row.by.userID],
      role: ["smallint", (row) => row.by.roleID],
      reason: ["text", (row) => row.reason],
      status: ["smallint", (row) => row.status],
      approval: ["smallint", (row) => (row.approved ? ApprovalStatus.id.Approved : ApprovalStatus.id.Rejected)],
      at: ["timestamptz", (row) => row.at]
    })
    yield* sql`
      INSERT INTO reveals (company_id, facility_id, lock_id, serial, user_id, role_id, reason, lock_status,
        approval_status, created_at)
      SELECT company, facility, lock, serial, by, role, reason, status, approval, at FROM ${rows} ORDER BY nr`
  }
})

/** The audit record of a request, as a reveal writes it. */
export const revealEntry = ({ companyID, at, by, serial, reason, approved }: RevealRow): AuditEntry => ({
  companyID,
  at: at.toISOString(),
  userID: by.userID,
  action: approved ? "reveals.approve" : "reveals.reject",
  subject: serial,
  detail: { reason, roleID: by.roleID }
})

/** Appends records to the chains of their companies, in order. */
export const insertAudit = Effect.fnUntraced(function* (entries: ReadonlyArray<AuditEntry>) {
  const sql = yield* SqlClient.SqlClient
  const { macs } = yield* Audit
  for (const piece of pieces(entries, rowsAtOnce)) {
    const rows = parameterTable(sql, piece, {
      company: ["int", (entry) => entry.companyID],
      moment: ["timestamptz", (entry) => new Date(entry.at)],
      actor: ["int", (entry) => entry.userID],
      action: ["text", (entry) => entry.action],
      subject: ["text", (entry) => entry.subject],
      payload: ["text", auditPayload],
      pads: ["bytea", (entry) => macs.padsOf([preparedRecord(macs, entry)])]
    })
    yield* sql`
      SELECT count(a.audit_seq) FROM (SELECT * FROM ${rows} ORDER BY nr) r,
        append_audit(r.company, r.moment, r.actor, r.action, r.subject, r.payload, r.pads) a`
  }
})
