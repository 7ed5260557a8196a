import { Context, Effect, Layer } from "effect"
import { SqlClient } from "effect/sql"
import type { FeatureNotIncluded } from "#core/auth/AuthErrors.ts"
import { DryRun } from "#core/auth/DryRun.ts"
import type { LoggedInUser } from "#core/auth/LoggedInUser.ts"
import { recordedChange } from "#core/audit/changedFacts.ts"
import type { FacilityId } from "#core/base/ids.ts"
import type { ApiState } from "#core/facilities/apiChangeWords.ts"
import type { FacilityDetail } from "#core/facilities/FacilityDetail.ts"
import type { FmsOutcome } from "#core/fms/FmsTestResult.ts"
import {
  FacilityChangedMeanwhile,
  FacilityInUse,
  type FacilityNameTaken,
  FacilityNotFound,
  FacilityRefused,
  type FmsFixed,
  type FmsNotValidated
} from "#core/facilities/FacilityErrors.ts"
import type { FacilityEdit, NewFacility } from "#core/facilities/FacilityForm.ts"
import { facilityIssues, fmsRefusal } from "#core/facilities/facilityRules.ts"
import { nameOfPerson } from "../auth/personName.ts"
import { insertedRow } from "../db/insertedRow.ts"
import { FmsConnections } from "../fms/FmsConnections.ts"
import { FmsRuns } from "../fms/FmsRuns.ts"
import { FmsTests } from "../fms/FmsTests.ts"
import { keyScopes } from "../auth/keyScopes.ts"
import { asServerFault } from "../locks/asServerFault.ts"
import { type ConnectionPlan, connectionPlan, isTried, validated } from "./connectionPlan.ts"
import { Facilities } from "./Facilities.ts"
import { facilityRecord } from "./facilityRecord.ts"
import { deletedFacilities, visibleFacilities } from "./facilitySql.ts"
import { FacilityTransactions, nameTaken } from "./FacilityTransactions.ts"
import { changedValues, type FacilityValues, noValues, valuesAfter } from "./formValues.ts"
import { locksInUse, locksToInventory } from "./leftLocks.ts"
import { hasNotifications, setNotifications } from "./notificationSql.ts"

export type FormRefused = FacilityRefused | FacilityNameTaken | FmsFixed | FmsNotValidated | FeatureNotIncluded

/** A saved facility; `unverified` has the reason if its FMS could not be reached, null if it could or nothing changed. */
export interface SavedFacility {
  readonly facility: FacilityDetail
  readonly unverified: FmsOutcome | null
  /** The facility already had the form's values. */
  readonly unchanged?: boolean
}

type KnownFacility = FacilityValues & Pick<FacilityDetail, "version" | "updatedBy">

/** Adds, edits and deletes facilities (001 §4, §5). The guard checks the access; `facilityRules.ts` has the rules. */
export class FacilityWrites extends Context.Service<
  FacilityWrites,
  {
    readonly add: (user: LoggedInUser, form: NewFacility) => Effect.Effect<SavedFacility, FormRefused>
    readonly update: (
      user: LoggedInUser,
      form: FacilityEdit
    ) => Effect.Effect<SavedFacility, FormRefused | FacilityNotFound | FacilityChangedMeanwhile>
    /** Deletes a facility; its locks go to the inventory. Returns their number, or null if it was deleted before. */
    readonly remove: (
      user: LoggedInUser,
      facilityID: FacilityId
    ) => Effect.Effect<number | null, FacilityNotFound | FacilityInUse>
    /** Includes the facility in the API or excludes it; without a state, toggles. Returns the new state. */
    readonly toggleApi: (
      user: LoggedInUser,
      facilityID: FacilityId,
      state: ApiState | undefined
    ) => Effect.Effect<
      { readonly facilityName: string; readonly includedInAPI: boolean; readonly unchanged: boolean },
      FacilityNotFound
    >
  }
>()("lockdesk/server/FacilityWrites") {
  static readonly layer = Layer.effect(
    FacilityWrites,
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const facilities = yield* Facilities
      const transactions = yield* FacilityTransactions
      const connections = yield* FmsConnections
      const tests = yield* FmsTests
      const runs = yield* FmsRuns
      const keys = yield* keyScopes

      const known = Effect.fnUntraced(function* (user: LoggedInUser, facilityID: FacilityId, hold: boolean) {
        const [row] = yield* sql<KnownFacility>`
          SELECT f.name AS "facilityName", f.phone AS "phoneNumber",
            f.customer_service_phone AS "phoneNumberCustomerService", f.email, f.display_name AS "facilityDisplayName",
            f.street, f.city, f.state, f.zip, f.units AS "no_Of_Units", f.lat, f.lng,
            f.management_software AS "managementSoftware", f.version,
            ${sql.literal(nameOfPerson("f.updated_by", "f.company_id"))} AS "updatedBy"
          FROM facilities f WHERE f.facility_id = ${facilityID} AND ${visibleFacilities(sql, user)}
            ${hold ? sql`FOR UPDATE OF f` : sql``}`
        return row ?? (yield* new FacilityNotFound({ data: { facilityID } }))
      })

      /** Fails if a form breaks the rules. */
      const checked = Effect.fnUntraced(function* (user: LoggedInUser, before: FacilityValues, after: FacilityValues) {
        const issues = facilityIssues(after, before)
        if (issues.length > 0) return yield* new FacilityRefused({ data: { issues } })
        const refusal = fmsRefusal(user, before.managementSoftware, after.managementSoftware)
        if (refusal !== null) return yield* refusal
      })

      /** The facility and its FMS connection after a form. */
      const judged = Effect.fnUntraced(function* (
        user: LoggedInUser,
        facilityID: FacilityId | null,
        before: FacilityValues,
        form: Omit<FacilityEdit, "facilityID">
      ) {
        const after = valuesAfter(before, form)
        yield* checked(user, before, after)
        const { companyID } = user
        const [from, to] = [before.managementSoftware, after.managementSoftware]
        return { after, plan: yield* connectionPlan(connections, { companyID, facilityID, form, from, to }) }
      })

      const connect = ({ companyID }: LoggedInUser, facilityID: FacilityId, plan: ConnectionPlan | null) =>
        plan === null || !plan.changed ? Effect.void : connections.write(companyID, facilityID, plan.patch)

      /** Tests an unverified connection in the background, so that its result appears among the others. */
      const testAgain = (user: LoggedInUser, facilityID: FacilityId, unverified: FmsOutcome | null) =>
        Effect.flatMap(DryRun, (dryRun) =>
          unverified === null || dryRun
            ? Effect.void
            : runs.start(user, { facilityIDs: [facilityID] }).pipe(
                // The facility is saved; the schedule tests its connection later.
                Effect.catch((cause) =>
                  Effect.logWarning("Failed to retest the FMS connection right away", { facilityID, cause })
                )
              )
        )

      const updateEvent = ({ companyID }: LoggedInUser, facilityID: FacilityId) =>
        [companyID, { event: "updateFacility", facilityIDs: [facilityID] }] as const

      const add = Effect.fn("FacilityWrites.add")(function* (user: LoggedInUser, form: NewFacility) {
        const { after: values, plan } = yield* judged(user, null, noValues, form)
        const unverified = yield* validated(tests, plan)
        const facility = yield* transactions.run(
          [user.companyID],
          Effect.fnUntraced(function* (at) {
            const made = yield* sql<{ facility_id: FacilityId }>`
              INSERT INTO facilities (company_id, name, phone, customer_service_phone, email, display_name, street, city,
                state, zip, units, lat, lng, management_software, created_at)
              VALUES (${user.companyID}, ${values.facilityName}, ${values.phoneNumber},
                ${values.phoneNumberCustomerService}, ${values.email}, ${values.facilityDisplayName}, ${values.street},
                ${values.city}, ${values.state}, ${values.zip}, ${values.no_Of_Units}, ${values.lat}, ${values.lng},
                ${values.managementSoftware}, ${at}::timestamptz) RETURNING facility_id`.pipe(
              nameTaken(values.facilityName)
            )
            const { facility_id: id } = insertedRow(made)
            yield* connect(user, id, plan)
            yield* setNotifications(sql, user.companyID, id, form.userReportNotifications, at)
            // A user restricted to some facilities gets access to the one they add.
            yield* sql`UPDATE users SET facility_ids = array_append(facility_ids, ${id})
              WHERE user_id = ${user.userID} AND company_id = ${user.companyID} AND facility_ids <> '{}'`
            const { facilityName } = values
            const record = facilityRecord(user, at, "facilities.create", id, { facilityName })
            const seen = user.facilityIDs.length === 0 ? user : { ...user, facilityIDs: [...user.facilityIDs, id] }
            // Read inside the transaction, so that dry runs can see it.
            const value = yield* Effect.orDie(facilities.show(seen, id))
            return { value, records: [record], events: [updateEvent(user, id)] }
          })
        )
        const seen =
          user.facilityIDs.length === 0 ? user : { ...user, facilityIDs: [...user.facilityIDs, facility.facilityID] }
        yield* testAgain(seen, facility.facilityID, unverified)
        return { facility, unverified }
      }, asServerFault)

      const update = Effect.fn("FacilityWrites.update")(function* (user: LoggedInUser, form: FacilityEdit) {
        const { facilityID, version } = form
        const changesIn = (
          before: FacilityValues,
          {
            after,
            plan,
            notifies
          }: { readonly after: FacilityValues; readonly plan: ConnectionPlan | null; readonly notifies: boolean }
        ): ReadonlyArray<string> => [
          ...changedValues(before, after),
          ...(plan?.changed === true ? ["fms"] : []),
          ...(notifies ? ["userReportNotifications"] : [])
        ]
        const read = Effect.fnUntraced(function* (hold: boolean) {
          const { version: present, updatedBy, ...before } = yield* known(user, facilityID, hold)
          const changedMeanwhile = new FacilityChangedMeanwhile({ data: { facilityID, version: present, updatedBy } })
          // A facility that already is as asked has nothing to refuse. Rules come second: the form follows an outdated version.
          const isStale = version !== undefined && version !== present
          const judgment = yield* judged(user, facilityID, before, form).pipe(
            Effect.mapError((refusal) => (isStale ? changedMeanwhile : refusal))
          )
          const listed = form.userReportNotifications
          const notifies = listed !== undefined && !(yield* hasNotifications(sql, facilityID, listed))
          const changed = changesIn(before, { ...judgment, notifies })
          if (isStale && changed.length > 0) return yield* changedMeanwhile
          return { before, changedMeanwhile, changed, ...judgment }
        })
        // Call the FMS before the facility is locked.
        const { plan: tried } = yield* read(false)
        const unverified = yield* validated(tests, tried)
        const { facility, unchanged } = yield* transactions.run(
          [user.companyID],
          Effect.fnUntraced(function* (at) {
            const { before, after, plan, changed, changedMeanwhile } = yield* read(true)
            if (!isTried(tried, plan)) return yield* changedMeanwhile
            if (changed.length === 0) {
              return {
                value: { facility: yield* facilities.show(user, facilityID), unchanged: true },
                records: [],
                events: []
              }
            }
            if (before.managementSoftware !== after.managementSoftware) {
              yield* connections.forget(user.companyID, facilityID)
            }
            const renamed = before.facilityName !== after.facilityName
            yield* sql`
              UPDATE facilities SET name = ${after.facilityName}, phone = ${after.phoneNumber},
                customer_service_phone = ${after.phoneNumberCustomerService}, email = ${after.email},
                display_name = ${after.facilityDisplayName}, street = ${after.street}, city = ${after.city},
                state = ${after.state}, zip = ${after.zip}, units = ${after.no_Of_Units}, lat = ${after.lat},
                lng = ${after.lng}, management_software = ${after.managementSoftware}, version = version + 1,
                updated_by = ${user.userID}, renamed_at = CASE WHEN ${renamed} THEN ${at}::timestamptz ELSE renamed_at END
              WHERE facility_id = ${facilityID}`.pipe(nameTaken(after.facilityName))
            yield* connect(user, facilityID, plan)
            yield* setNotifications(sql, user.companyID, facilityID, form.userReportNotifications, at)
            const record = facilityRecord(user, at, "facilities.update", facilityID, {
              facilityName: after.facilityName,
              ...(renamed ? { fromFacilityName: before.facilityName } : {}),
              changed: changed.join(" ")
            })
            const stale = renamed ? [[user.companyID, { event: "updateLock", lockIDs: [] }] as const] : []
            const value = { facility: yield* facilities.show(user, facilityID), unchanged: false }
            return { value, records: [record], events: [updateEvent(user, facilityID), ...stale] }
          })
        )
        yield* testAgain(user, facilityID, unverified)
        return { facility, unverified, unchanged }
      }, asServerFault)

      const remove = Effect.fn("FacilityWrites.remove")(function* (user: LoggedInUser, facilityID: FacilityId) {
        return yield* transactions.run(
          [user.companyID],
          Effect.fnUntraced(function* (at) {
            const deleted = yield* sql`
              SELECT FROM facilities f WHERE f.facility_id = ${facilityID} AND ${deletedFacilities(sql, user)}`
            if (deleted.length > 0) return { value: null, records: [], events: [] }
            const { facilityName } = yield* known(user, facilityID, true)
            const inUse = yield* locksInUse(sql, facilityID)
            if (inUse > 0) return yield* new FacilityInUse({ data: { facilityID, locksInUse: inUse } })
            const left = yield* locksToInventory(sql, user, { facilityID, facilityName }, at)
            yield* connections.forget(user.companyID, facilityID)
            yield* sql`DELETE FROM facility_notifications WHERE facility_id = ${facilityID}`
            yield* sql`UPDATE facility_transfers SET closed_at = ${at}::timestamptz
              WHERE facility_id = ${facilityID} AND closed_at IS NULL`
            yield* sql`UPDATE facilities SET deleted_at = ${at}::timestamptz, is_active = false, subdomain_id = NULL,
              version = version + 1, updated_by = ${user.userID}
              WHERE facility_id = ${facilityID}`
            const locks = left.lockIDs.length
            const record = facilityRecord(user, at, "facilities.remove", facilityID, { facilityName, locks })
            const moved = locks === 0 ? [] : [[user.companyID, { event: "updateLock", lockIDs: left.lockIDs }] as const]
            return {
              value: locks,
              records: [...left.records, record],
              events: [updateEvent(user, facilityID), ...moved]
            }
          })
        )
      }, asServerFault)

      const toggleApi = Effect.fn("FacilityWrites.toggleApi")(function* (
        user: LoggedInUser,
        facilityID: FacilityId,
        state: ApiState | undefined
      ) {
        const after = yield* transactions.run(
          [user.companyID],
          Effect.fnUntraced(function* (at) {
            const [was] = yield* sql<{ readonly facilityName: string; readonly includedInAPI: boolean }>`
              SELECT f.name AS "facilityName", f.included_in_api AS "includedInAPI" FROM facilities f
              WHERE f.facility_id = ${facilityID} AND ${visibleFacilities(sql, user)} FOR UPDATE OF f`
            if (was === undefined) return yield* new FacilityNotFound({ data: { facilityID } })
            const { facilityName } = was
            const includedInAPI = state === undefined ? !was.includedInAPI : state === "include"
            const value = { facilityName, includedInAPI, unchanged: includedInAPI === was.includedInAPI }
            if (value.unchanged) return { value, records: [], events: [] }
            yield* sql`UPDATE facilities SET included_in_api = ${includedInAPI} WHERE facility_id = ${facilityID}`
            const detail = { facilityName, ...recordedChange({ includedInAPI: was.includedInAPI }, { includedInAPI }) }
            const record = facilityRecord(user, at, "facilities.api", facilityID, detail)
            return { value, records: [record], events: [updateEvent(user, facilityID)] }
          })
        )
        if (!after.unchanged) yield* keys.readAnew(user.companyID)
        return after
      }, asServerFault)

      return FacilityWrites.of({ add, update, remove, toggleApi })
    })
  )
}
