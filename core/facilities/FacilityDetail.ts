import { NotificationEntryType, RevealNotificationPreference } from "#core/automations/messages.ts"
import { updatedBy } from "#core/base/changedMeanwhile.ts"
import { Schema } from "effect"
import { CompanyId, FacilityId, Instant, UserId } from "#core/base/ids.ts"
import { fmsFieldNames, FmsFields } from "#core/fms/fmsFields.ts"
import { IntegrationMode } from "#core/fms/fmsSystems.ts"
import { Facility } from "./Facility.ts"

/** A user on a facility's notification list. */
export const NotificationEntry = Schema.Struct({
  id: Schema.Int,
  userId: UserId,
  notificationType: NotificationEntryType.Id,
  companyId: CompanyId,
  facilityId: FacilityId,
  notificationPreference: RevealNotificationPreference.Id,
  createdOn: Instant,
  userEmail: Schema.String,
  userFirstName: Schema.String,
  userLastName: Schema.String
})
export type NotificationEntry = typeof NotificationEntry.Type

/**
 * A facility as its form shows it. `version` increases with every change. Fields needed only for editing (the
 * notification list, the open transfer and the FMS connection) are empty or missing for users who can't edit it.
 */
export const FacilityDetail = Schema.Struct({
  ...Facility.fields,
  version: Schema.Int,
  ...updatedBy,
  userReportNotifications: Schema.Array(NotificationEntry),
  /** The email address an open transfer was sent to; null if there is none. */
  transferTo: Schema.NullOr(Schema.String),
  /** Null for users who can't see the FMS connection. */
  mode: Schema.NullOr(IntegrationMode.Id),
  /** Unset fields are empty. Secret fields are missing: they can be written but never read. */
  ...FmsFields.fields,
  /** The secret fields that are set. */
  secretsSet: Schema.Array(Schema.Literals(fmsFieldNames))
})
export type FacilityDetail = typeof FacilityDetail.Type
