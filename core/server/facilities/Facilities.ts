import { Context, Effect, Layer } from "effect"
import { SqlClient } from "effect/sql"
import { accessRefusal } from "#core/auth/accessRules.ts"
import type { LoggedInUser } from "#core/auth/LoggedInUser.ts"
import type { CompanyId, FacilityId } from "#core/base/ids.ts"
import type { Facility } from "#core/facilities/Facility.ts"
import type { FacilityDetail, NotificationEntry } from "#core/facilities/FacilityDetail.ts"
import { FacilityNotFound } from "#core/facilities/FacilityErrors.ts"
import { facilityChanges } from "#core/facilities/facilityAccess.ts"
import { now } from "../db/now.ts"
import { FmsConnections } from "../fms/FmsConnections.ts"
import { facilityRow, facilityRows } from "./facilitySql.ts"

/** Whether the user sees the notification list, the open transfer and the FMS connection. */
const mayChange = (user: LoggedInUser): boolean => accessRefusal(user, facilityChanges) === null

/** Reads the company's facilities or, for restricted users, their own. */
export class Facilities extends Context.Service<
  Facilities,
  {
    readonly list: (user: LoggedInUser) => Effect.Effect<ReadonlyArray<Facility>>
    readonly show: (user: LoggedInUser, facilityID: FacilityId) => Effect.Effect<FacilityDetail, FacilityNotFound>
  }
>()("lockdesk/server/Facilities") {
  static readonly layer = Layer.effect(
    Facilities,
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const connections = yield* FmsConnections

      const notifications = (companyID: CompanyId, facilityID: FacilityId) => sql<NotificationEntry>`
        SELECT n.notification_id AS id, n.user_id AS "userId", n.notification_type AS "notificationType",
          n.company_id AS "companyId", n.facility_id AS "facilityId", n.preference AS "notificationPreference",
          iso(n.created_at) AS "createdOn", u.email AS "userEmail", u.first_name AS "userFirstName",
          u.last_name AS "userLastName"
        FROM facility_notifications n JOIN users u USING (user_id)
        WHERE n.facility_id = ${facilityID} AND n.company_id = ${companyID} AND u.company_id = n.company_id
        ORDER BY u.last_name, u.first_name, u.user_id`

      const openTransfer = (companyID: CompanyId, facilityID: FacilityId, at: string) => sql<{ email: string }>`
        SELECT email FROM facility_transfers
        WHERE facility_id = ${facilityID} AND from_company_id = ${companyID} AND closed_at IS NULL
          AND expires_at > ${at}::timestamptz`

      const show = Effect.fn("Facilities.show")(function* (user: LoggedInUser, facilityID: FacilityId) {
        const [facility] = yield* Effect.orDie(facilityRow(sql, user, facilityID))
        if (facility === undefined) return yield* new FacilityNotFound({ data: { facilityID } })
        if (!mayChange(user)) {
          return { ...facility, userReportNotifications: [], transferTo: null, mode: null, secretsSet: [] }
        }
        const userReportNotifications = yield* Effect.orDie(notifications(user.companyID, facilityID))
        const [transfer] = yield* Effect.orDie(openTransfer(user.companyID, facilityID, yield* now))
        const { mode, fields, secretsSet } = yield* connections.shown(user.companyID, facilityID)
        const transferTo = transfer?.email ?? null
        return { ...facility, userReportNotifications, transferTo, mode, ...fields, secretsSet }
      })

      return Facilities.of({
        list: Effect.fn("Facilities.list")((user: LoggedInUser) => facilityRows(sql, user), Effect.orDie),
        show
      })
    })
  )
}
