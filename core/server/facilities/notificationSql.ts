import { Effect } from "effect"
import type { SqlClient } from "effect/sql"
import type { CompanyId, FacilityId, UserId } from "#core/base/ids.ts"
import { FacilityRefused } from "#core/facilities/FacilityErrors.ts"
import type { NotificationRequest } from "#core/facilities/FacilityForm.ts"

/** One entry of a notification list, for comparison. */
const entryText = ({ userId, notificationType, notificationPreference }: NotificationRequest): string =>
  `${userId} ${notificationType} ${notificationPreference}`

/** Whether the notification list of a facility already is as requested. */
export const hasNotifications = Effect.fnUntraced(function* (
  sql: SqlClient.SqlClient,
  facilityID: FacilityId,
  requests: ReadonlyArray<NotificationRequest>
) {
  const present = yield* sql<NotificationRequest>`
    SELECT user_id AS "userId", notification_type AS "notificationType", preference AS "notificationPreference"
    FROM facility_notifications WHERE facility_id = ${facilityID}`
  return present.map(entryText).toSorted().join() === requests.map(entryText).toSorted().join()
})

/** Replaces the notification list of a facility, if the form has one; refuses users of other companies. */
export const setNotifications = Effect.fnUntraced(function* (
  sql: SqlClient.SqlClient,
  companyID: CompanyId,
  facilityID: FacilityId,
  requests: ReadonlyArray<NotificationRequest> | undefined,
  at: string
) {
  if (requests === undefined) return
  const ids = requests.map(({ userId }) => userId)
  const users = yield* sql<{ user_id: UserId }>`
    SELECT user_id FROM users WHERE company_id = ${companyID} AND user_id = ANY(${ids}::int[])`
  const known = new Set(users.map(({ user_id }) => user_id))
  const issues = requests.flatMap(({ userId }, nth) =>
    !known.has(userId)
      ? [{ path: `userReportNotifications.${nth}.userId`, message: "Your company has no such user." }]
      : ids.indexOf(userId) === nth
        ? []
        : [{ path: `userReportNotifications.${nth}.userId`, message: "This user is already on the list." }]
  )
  if (issues.length > 0) return yield* new FacilityRefused({ data: { issues } })
  yield* sql`DELETE FROM facility_notifications WHERE facility_id = ${facilityID} AND NOT (user_id = ANY(${ids}::int[]))`
  yield* sql`
    INSERT INTO facility_notifications (company_id, facility_id, user_id, notification_type, preference, created_at)
    SELECT ${companyID}, ${facilityID}, w."userId", w."notificationType", w."notificationPreference", ${at}::timestamptz
    FROM json_to_recordset(${JSON.stringify(requests)}::text::json)
      AS w("userId" int, "notificationType" smallint, "notificationPreference" smallint)
    ON CONFLICT (facility_id, user_id, notification_type) DO UPDATE SET preference = excluded.preference`
})
