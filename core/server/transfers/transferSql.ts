import type { SqlClient } from "effect/sql"
import type { CompanyId, FacilityId, UserId } from "#core/base/ids.ts"
import type { TransferFacts } from "#core/transfers/transferRules.ts"

/** A transfer with its facility and the company that offered it. */
export interface TransferRow {
  readonly transfer_id: number
  readonly facility_id: FacilityId
  readonly from_company_id: CompanyId
  /** The user who offered it. */
  readonly offered_by: UserId
  readonly email: string
  readonly expires_on: string
  readonly closed: boolean
  /** The company that has the facility now. */
  readonly company_id: CompanyId
  readonly name: string
  readonly street: string
  readonly city: string
  readonly state: string
  readonly zip: string
  readonly company_name: string
  /** Active locks at the facility. */
  readonly locks: number
}

/** The transfer with a token, by its hash; `hold` locks it and the facility. */
export const transferRow = (sql: SqlClient.SqlClient, hash: Uint8Array, hold: boolean) =>
  sql<TransferRow>`
    SELECT t.transfer_id, t.facility_id, t.from_company_id, t.offered_by, t.email, iso(t.expires_at) AS expires_on,
      t.closed_at IS NOT NULL AS closed, f.company_id, f.name, f.street, f.city, f.state, f.zip, c.name AS company_name,
      (SELECT coalesce(sum(k.n), 0)::int FROM lock_counts k
        WHERE k.company_id = f.company_id AND k.facility_id = f.facility_id AND k.is_active) AS locks
    FROM facility_transfers t JOIN facilities f USING (facility_id) JOIN companies c ON c.company_id = t.from_company_id
    WHERE t.token_hash = ${hash} AND f.deleted_at IS NULL ${hold ? sql`FOR UPDATE OF t, f` : sql``}`

/** Converts a row to the input of the transfer rules. */
export const transferOf = (row: TransferRow): TransferFacts => ({
  facilityID: row.facility_id,
  facilityName: row.name,
  companyID: row.company_id,
  fromCompanyID: row.from_company_id,
  email: row.email,
  expiresAt: Date.parse(row.expires_on),
  closed: row.closed
})
