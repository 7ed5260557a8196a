import { Effect } from "effect"
import { SqlClient } from "effect/sql"
import { nameOnRecord } from "#core/auth/actingRules.ts"
import { NotificationEntryType, RevealNotificationPreference } from "#core/automations/messages.ts"
import type { LockId, UserId } from "#core/base/ids.ts"
import { hasNotificationList } from "#core/facilities/facilitySteps.ts"
import { localText } from "#core/settings/zonedDays.ts"
import { Mailer } from "../mail/Mailer.ts"
import { regionsOf, zoneOf } from "../settings/settingsSql.ts"
import type { RevealCall } from "./grants.ts"

interface Recipient {
  readonly userID: UserId
  readonly email: string
  readonly facility: string
  readonly unit: string | null
  readonly zone: string | null
  readonly regions: ReadonlyArray<string> | null
}

/**
 * Emails those on the notification list of a lock's facility that its combination was revealed (001 §3), if they are active and
 * can see the facility, and while the company has such lists. In the background, because the caller is on the phone: the record
 * of the reveal is already durable, and a failure is only logged. Never contains the combination.
 */
export const makeRevealNotices = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const mailer = yield* Mailer
  const scope = yield* Effect.scope

  const recipientsOf = (lockID: LockId) => sql<Recipient>`
    SELECT u.user_id AS "userID", u.email, f.name AS facility, l.unit, c.time_zone AS zone, ${regionsOf(sql)} AS regions
    FROM locks l JOIN facility_notifications n ON n.facility_id = l.facility_id AND n.company_id = l.company_id
      JOIN facilities f ON f.facility_id = l.facility_id JOIN companies c ON c.company_id = l.company_id
      JOIN users u ON u.user_id = n.user_id AND u.company_id = l.company_id
    WHERE l.lock_id = ${lockID} AND n.notification_type = ${NotificationEntryType.id.RevealUnlockCode}
      AND n.preference = ${RevealNotificationPreference.id.Email} AND u.is_active
      AND (cardinality(u.facility_ids) = 0 OR l.facility_id = ANY(u.facility_ids))
    ORDER BY u.user_id`

  const send = Effect.fnUntraced(function* ({ user, serial, reason }: RevealCall, lockID: LockId, at: string) {
    const recipients = yield* recipientsOf(lockID)
    if (recipients.length === 0) return
    const messages = recipients.map(({ userID, email, facility, unit, zone, regions }) => {
      const place = zoneOf(zone, regions)
      return {
        companyID: user.companyID,
        userID,
        to: email,
        subject: `Combination of lock ${serial} revealed at ${facility}`,
        body: [
          `${nameOnRecord(user)} revealed the combination of lock ${serial} at ${facility}.`,
          "",
          ...(unit === null ? [] : [`Unit: ${unit}`]),
          `Time: ${localText(place, Date.parse(at))} (${place})`,
          `Reason: ${reason}`,
          "",
          `You get this message because you are on the notification list of ${facility}.`
        ].join("\n")
      }
    })
    yield* sql.withTransaction(Effect.forEach(messages, (message) => mailer.send(message), { discard: true }))
  })

  return (call: RevealCall, lockID: LockId, at: string) =>
    hasNotificationList(call.user)
      ? send(call, lockID, at).pipe(
          Effect.catchCause((cause) => Effect.logError("Failed to notify people of a reveal", cause)),
          Effect.uninterruptible,
          Effect.forkIn(scope),
          Effect.asVoid
        )
      : Effect.void
})
