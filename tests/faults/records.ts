import { Effect } from "effect"
import { SqlClient } from "effect/sql"
import type { CompanyId } from "#core/base/ids.ts"
import { Audit } from "#server/audit/Audit.ts"

/** A lock, and how often each place records its activation and reveals. */
export interface LockRecords {
  readonly serial: string
  readonly facilityID: number
  readonly isActive: boolean
  readonly activations: { readonly logs: number; readonly records: number }
  readonly reveals: {
    readonly counted: number
    readonly logs: number
    readonly reported: number
    readonly records: number
  }
}

/** The parts of a company's data that must be consistent, read in one transaction. */
export interface CompanyRecords {
  readonly locks: ReadonlyArray<LockRecords>
  /** Audit records of activations without a lock. */
  readonly orphans: ReadonlyArray<string>
  /** Audit records of granted reveals. */
  readonly approvals: ReadonlyArray<{ readonly seq: number; readonly userID: number; readonly serial: string }>
  /** Counters of any company that differ from a recount. */
  readonly wrongCounters: ReadonlyArray<unknown>
  /** What verifying the chain and its witness found broken. */
  readonly broken: unknown
}

/** Reads a company's records. */
export const readRecords = Effect.fn("readRecords")(function* (companyID: CompanyId) {
  const sql = yield* SqlClient.SqlClient
  const audit = yield* Audit
  const written = (action: string) => sql`(SELECT count(*)::int FROM audit_records a
    WHERE a.company_id = l.company_id AND a.subject = l.serial AND a.action = ${action})`
  const logged = (like: string) => sql`(SELECT count(*)::int FROM lock_logs g
    WHERE g.lock_id = l.lock_id AND g.description LIKE ${like})`
  const locks = yield* sql<LockRecords>`
    SELECT l.serial, l.facility_id AS "facilityID", l.is_active AS "isActive",
      json_build_object('logs', ${logged("Activated at %")}, 'records', ${written("locks.activate")}) AS activations,
      json_build_object('counted', l.view_count, 'logs', ${logged("Combination viewed %")},
        'reported', (SELECT count(*)::int FROM reveals r WHERE r.lock_id = l.lock_id AND r.approval_status = 1),
        'records', ${written("reveals.approve")}) AS reveals
    FROM locks l WHERE l.company_id = ${companyID}`
  const orphans = yield* sql<{ subject: string }>`
    SELECT a.subject FROM audit_records a WHERE a.company_id = ${companyID} AND a.action = 'locks.activate'
      AND NOT EXISTS (SELECT FROM locks l WHERE l.company_id = a.company_id AND l.serial = a.subject)`
  const approvals = yield* sql<CompanyRecords["approvals"][number]>`
    SELECT seq, user_id AS "userID", subject AS serial FROM audit_records
    WHERE company_id = ${companyID} AND action = 'reveals.approve'`
  const wrongCounters = yield* sql`
    SELECT * FROM (
      SELECT company_id, coalesce(facility_id, 0) AS facility_id, status, is_active, count(*)::int AS n
      FROM locks GROUP BY 1, 2, 3, 4) c
    FULL JOIN (SELECT * FROM lock_counts WHERE n <> 0) k USING (company_id, facility_id, status, is_active)
    WHERE c.n IS DISTINCT FROM k.n`
  const { broken } = yield* audit.verify(companyID)
  return {
    locks,
    orphans: orphans.map(({ subject }) => subject),
    approvals,
    wrongCounters,
    broken
  } satisfies CompanyRecords
})
