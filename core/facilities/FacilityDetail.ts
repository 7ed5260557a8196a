import { NotificationEntryType, RevealNotificationPreference } from "#core/automations/messages.ts"
import { Schema } from "effect"
import { CompanyId, FacilityId, Instant, UserId } from "#core/base/ids.ts"
import { FmsFields } from "#core/fms/fmsFields.ts"
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

/** How a facility's FMS is connected, without what is secret of it: of that only which there is. */
export const FmsConnectionShown = Schema.Struct({
  mode: IntegrationMode.Id,
  fields: FmsFields,
  secretsSet: Schema.Array(Schema.String)
})
export type FmsConnectionShown = typeof FmsConnectionShown.Type

/**
 * A facility as its form shows it. `version` grows with every change of it. What only who may change it needs, the
 * notification list, the open transfer and the FMS connection, is empty for everybody else.
 */
export const FacilityDetail = Schema.Struct({
  ...Facility.fields,
  version: Schema.Int,
  userReportNotifications: Schema.Array(NotificationEntry),
  /** The e-mail address that an open transfer of it was sent to; null where there is none. */
  transferTo: Schema.NullOr(Schema.String),
  fms: Schema.NullOr(FmsConnectionShown)
})
export type FacilityDetail = typeof FacilityDetail.Type
