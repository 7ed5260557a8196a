import { Effect, Latch } from "effect"
import { SqlClient } from "effect/sql"
import { NotificationEntryType, RevealNotificationPreference } from "#core/automations/messages.ts"
import type { CompanyId, UserId } from "#core/base/ids.ts"
import { localText } from "#core/settings/zonedDays.ts"
import { personName } from "../auth/personName.ts"
import { keepLooking, logged } from "../db/backgroundWork.ts"
import { Mailer } from "../mail/Mailer.ts"
import { regionsOf, zoneOf } from "../settings/settingsSql.ts"

interface Marked {
  readonly id: number
  readonly companyID: CompanyId
  readonly serial: string
  readonly reason: string
  /** Milliseconds since 1970. */
  readonly at: number
  readonly by: string
  readonly facility: string
  readonly unit: string | null
  readonly zone: string | null
  readonly regions: ReadonlyArray<string> | null
}

interface Recipient {
  readonly userID: UserId
  readonly email: string
}

/**
 * Emails those on the notification list of a lock's facility that its combination was revealed (001 §3), if they are active and
 * can see the facility. In the background, because the caller is on the phone: the reveal's own statement marks it, and the
 * mark is removed in the transaction that stores the emails, so that they are sent once whatever crashes. Never contains the
 * combination. Returns an effect that says that there is a marked reveal.
 */
export const makeRevealNotices = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const mailer = yield* Mailer
  const marked = yield* Latch.make()

  const recipientsOf = (id: number) => sql<Recipient>`
    SELECT u.user_id AS "userID", u.email FROM reveals r
      JOIN facility_notifications n ON n.facility_id = r.facility_id AND n.company_id = r.company_id
      JOIN users u ON u.user_id = n.user_id AND u.company_id = r.company_id
    WHERE r.reveal_id = ${id} AND n.notification_type = ${NotificationEntryType.id.RevealUnlockCode}
      AND n.preference = ${RevealNotificationPreference.id.Email} AND u.is_active
      AND (cardinality(u.facility_ids) = 0 OR r.facility_id = ANY(u.facility_ids))
    ORDER BY u.user_id`

  /** Unless another process is sending it, or has sent it. */
  const send = Effect.fnUntraced(function* (id: number) {
    const [reveal] = yield* sql<Marked>`
      SELECT r.reveal_id AS id, r.company_id AS "companyID", r.serial, r.reason,
        (extract(epoch FROM r.created_at) * 1000)::float8 AS at, ${sql.literal(personName("u", "r.company_id"))} AS by,
        f.name AS facility, l.unit, c.time_zone AS zone, ${regionsOf(sql)} AS regions
      FROM reveals r JOIN users u USING (user_id) JOIN companies c ON c.company_id = r.company_id
        JOIN facilities f ON f.facility_id = r.facility_id
        LEFT JOIN locks l ON l.lock_id = r.lock_id AND l.facility_id = r.facility_id
      WHERE r.reveal_id = ${id} AND r.notifies FOR UPDATE OF r SKIP LOCKED`
    if (reveal === undefined) return
    const { companyID, serial, reason, at, by, facility, unit, zone, regions } = reveal
    const place = zoneOf(zone, regions)
    const subject = `Combination of lock ${serial} revealed at ${facility}`
    const body = [
      `${by} revealed the combination of lock ${serial} at ${facility}.`,
      "",
      ...(unit === null ? [] : [`Unit: ${unit}`]),
      `Time: ${localText(place, at)} (${place})`,
      `Reason: ${reason}`,
      "",
      `You get this message because you are on the notification list of ${facility}.`
    ].join("\n")
    for (const { userID, email: to } of yield* recipientsOf(id)) {
      yield* mailer.send({ companyID, userID, to, subject, body })
    }
    yield* sql`UPDATE reveals SET notifies = false WHERE reveal_id = ${id}`
  })

  const look = Effect.gen(function* () {
    const rows = yield* sql<{
      readonly id: number
    }>`SELECT reveal_id AS id FROM reveals WHERE notifies ORDER BY reveal_id`
    for (const { id } of rows) {
      // A failed one is tried again; the others get their emails.
      yield* sql
        .withTransaction(send(id))
        .pipe(
          Effect.catchCause((cause) =>
            Effect.logError("Failed to notify people of a reveal; it will be retried", cause)
          )
        )
    }
  }).pipe(logged("Failed to look for people to notify of reveals"))
  yield* keepLooking(look, marked)
  return Effect.asVoid(marked.open)
})
