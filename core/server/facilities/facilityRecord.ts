import type { LoggedInUser } from "#core/auth/LoggedInUser.ts"
import type { AuditAction } from "#core/audit/AuditRecord.ts"
import type { FacilityId } from "#core/base/ids.ts"
import { type AuditEntry, doneBy } from "../audit/auditEntry.ts"

/** The subject of a facility's audit records. */
export const facilitySubject = (facilityID: FacilityId | ""): string => `facility:${facilityID}`

/**
 * SQL for the name of a facility (`f`, a row of `facilities`) in a company's records: after its transfer to another company, the
 * name it had until then. `company` is the column with the id of the company the record belongs to.
 */
export const facilityName = (company: string): string => `
  CASE WHEN f.company_id = ${company} THEN f.name ELSE (
    SELECT a.payload::json->>'facilityName' FROM audit_records a WHERE a.company_id = ${company}
      AND a.subject = '${facilitySubject("")}' || f.facility_id AND a.action = 'facilities.transfer'
    ORDER BY a.seq DESC LIMIT 1) END`

/** The audit record of a user's action on a facility of their company. */
export const facilityRecord = (
  user: LoggedInUser,
  at: string,
  action: Extract<AuditAction, `facilities.${string}`>,
  facilityID: FacilityId,
  detail: NonNullable<AuditEntry["detail"]>
): AuditEntry => ({
  ...doneBy(user),
  at,
  action,
  subject: facilitySubject(facilityID),
  detail: { facilityID, ...detail }
})
