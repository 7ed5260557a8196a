import type { LoggedInUser } from "#core/auth/LoggedInUser.ts"
import type { AuditAction } from "#core/audit/AuditRecord.ts"
import type { FacilityId, SubdomainId } from "#core/base/ids.ts"
import type { LiveEvent } from "#core/live/LiveEvent.ts"
import { type AuditEntry, doneBy } from "../audit/auditEntry.ts"
import type { FacilityTransaction } from "../facilities/FacilityTransactions.ts"

/** The result of changing a subdomain, besides its record. */
interface ChangedSubdomain<A> {
  readonly value: A
  readonly action: Extract<AuditAction, `subdomains.${string}`>
  readonly id: SubdomainId
  readonly detail: NonNullable<AuditEntry["detail"]>
  /** Facilities that were added or removed, and the subdomains that some came from. */
  readonly facilityIDs?: ReadonlyArray<FacilityId>
  readonly otherSubdomains?: ReadonlyArray<SubdomainId>
}

/** A change of a subdomain with its record and its event. */
export const subdomainTransaction = <A>(
  user: LoggedInUser,
  at: string,
  { value, action, id, detail, facilityIDs = [], otherSubdomains = [] }: ChangedSubdomain<A>
): FacilityTransaction<A> => {
  const { companyID } = user
  const events: ReadonlyArray<LiveEvent> = [
    { event: "updateSubdomain", subdomainIDs: [id, ...otherSubdomains] },
    ...(facilityIDs.length === 0 ? [] : [{ event: "updateFacility" as const, facilityIDs }])
  ]
  return {
    value,
    records: [{ ...doneBy(user), at, action, subject: `subdomain:${id}`, detail: { subdomainID: id, ...detail } }],
    events: events.map((event) => [companyID, event] as const)
  }
}

/** A transaction that changes nothing. */
export const unchangedTransaction = <A>(value: A): FacilityTransaction<A> => ({ value, records: [], events: [] })
