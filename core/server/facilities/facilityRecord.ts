import type { LoggedInUser } from "#core/auth/LoggedInUser.ts"
import type { AuditAction } from "#core/audit/AuditRecord.ts"
import type { FacilityId } from "#core/base/ids.ts"
import { type AuditEntry, doneBy } from "../audit/auditEntry.ts"

/** The subject of a facility's audit records. */
export const facilitySubject = (facilityID: FacilityId): string => `facility:${facilityID}`

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
