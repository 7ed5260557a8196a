import { Schema } from "effect"
import { FacilityId, UserId } from "#core/base/ids.ts"
import { FmsFields } from "#core/fms/fmsFields.ts"
import { Fms, IntegrationMode } from "#core/fms/fmsSystems.ts"
import { NotificationEntryType, RevealNotificationPreference } from "#core/automations/messages.ts"

const Text = Schema.String.check(Schema.isMaxLength(500))
const degrees = (most: number) =>
  Schema.NullOr(Schema.Finite.check(Schema.isBetween({ minimum: -most, maximum: most })))

/** A requested entry of the notification list. */
export const NotificationRequest = Schema.Struct({
  userId: UserId,
  notificationType: NotificationEntryType.Id,
  notificationPreference: RevealNotificationPreference.Id
})
export type NotificationRequest = typeof NotificationRequest.Type

const fields = {
  facilityDisplayName: Schema.optionalKey(Text),
  email: Schema.optionalKey(Text),
  phoneNumberCustomerService: Schema.optionalKey(Text),
  /** Null, from an empty field, is stored as 0 (001 §5). */
  no_Of_Units: Schema.optionalKey(
    Schema.NullOr(Schema.Int.check(Schema.isBetween({ minimum: 0, maximum: 1_000_000 })))
  ),
  street: Schema.optionalKey(Text),
  city: Schema.optionalKey(Text),
  state: Schema.optionalKey(Text),
  zip: Schema.optionalKey(Text),
  lat: Schema.optionalKey(degrees(90)),
  lng: Schema.optionalKey(degrees(180)),
  managementSoftware: Schema.optionalKey(Fms.Id),
  /** Null, as in the list of facilities where it was never set, is like missing. */
  mode: Schema.optionalKey(Schema.NullOr(IntegrationMode.Id)),
  /** The FMS connection, field by field (001 §3). An empty text removes a field. */
  ...FmsFields.fields,
  userReportNotifications: Schema.optionalKey(Schema.Array(NotificationRequest).check(Schema.isMaxLength(500)))
}

/** Body of POST /facilities/add: the facility form (001 §7). Missing fields get their defaults. */
export const NewFacility = Schema.Struct({ facilityName: Text, phoneNumber: Text, ...fields })
export type NewFacility = typeof NewFacility.Type

/**
 * Body of PUT /facilities/update. Missing fields stay; if someone else changed the facility since `version`, the edit
 * is refused.
 */
export const FacilityEdit = Schema.Struct({
  facilityID: FacilityId,
  version: Schema.optionalKey(Schema.Int),
  facilityName: Schema.optionalKey(Text),
  phoneNumber: Schema.optionalKey(Text),
  ...fields
})
export type FacilityEdit = typeof FacilityEdit.Type
