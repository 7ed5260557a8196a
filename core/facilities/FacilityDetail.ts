import { NotificationEntryType, RevealNotificationPreference } from "#core/automations/messages.ts"
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
 * A facility as its form shows it. `version` grows with every change of it. What only who may change it needs, the
 * notification list, the open transfer and the FMS connection, is empty or absent for everybody else.
 */
export const FacilityDetail = Schema.Struct({
  ...Facility.fields,
  version: Schema.Int,
  userReportNotifications: Schema.Array(NotificationEntry),
  /** The email address that an open transfer of it was sent to; null where there is none. */
  transferTo: Schema.NullOr(Schema.String),
  /** Null for who may not see how its software is reached. */
  mode: Schema.NullOr(IntegrationMode.Id),
  /** Fields that are not set are empty. Those that are secret are written, never read: they are absent. */
  ...FmsFields.fields,
  /** Names of the secret fields that are set. */
  secretsSet: Schema.Array(Schema.Literals(fmsFieldNames))
})
export type FacilityDetail = typeof FacilityDetail.Type
