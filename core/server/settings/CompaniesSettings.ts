import { Clock, Context, Effect, Layer } from "effect"
import { SqlClient } from "effect/sql"
import type { SqlError } from "effect/sql/SqlError"
import type { CurrentSession } from "#core/api/Guard.ts"
import { recordedChange } from "#core/audit/changedFacts.ts"
import { nameOnRecord } from "#core/auth/actingRules.ts"
import type { LoggedInUser } from "#core/auth/LoggedInUser.ts"
import { accessLevel } from "#core/auth/accessRules.ts"
import { AccessLevel, Area } from "#core/auth/permissions.ts"
import type { UserId } from "#core/base/ids.ts"
import type { CompanySettings, SettingsChange, SettingsProfile } from "#core/settings/CompanySettings.ts"
import type { LoggedOut } from "#core/settings/SettingsApi.ts"
import {
  type ReportNeedsHiddenCodes,
  type SettingNotOffered,
  SettingRefused,
  SettingsChangedMeanwhile
} from "#core/settings/SettingsErrors.ts"
import {
  changeTo,
  differingFields,
  fieldsChangedSince,
  keptChange,
  pickedFields,
  settingRefusal
} from "#core/settings/settingsRules.ts"
import { dayAfter, localTime } from "#core/settings/zonedDays.ts"
import { Audit } from "../audit/Audit.ts"
import { appendAudit, type AppendedAudit, doneBy } from "../audit/auditEntry.ts"
import { SignOuts } from "../auth/SignOuts.ts"
import { settingsInSessions } from "../auth/userRow.ts"
import { automationsOf } from "../automations/automationSql.ts"
import { makeRowChanges, type RowReading } from "../facilities/rowChanges.ts"
import { LiveEvents } from "../live/LiveEvents.ts"
import { asServerFault } from "../locks/asServerFault.ts"
import { traced } from "../observability/traced.ts"
import { writeLockTaken } from "../locks/lockWorkingSetSql.ts"
import { reportHour } from "./DailyReports.ts"
import { settingsOf, zoneOf } from "./settingsSql.ts"

/** Settings before and after a change; equal if they already had the requested values. */
export interface SettingsChanged {
  readonly before: CompanySettings
  readonly after: CompanySettings
  readonly unchanged: boolean
}

type ChangeRefused = SettingRefused | SettingNotOffered | ReportNeedsHiddenCodes | SettingsChangedMeanwhile

/** A company's own settings (002 §2). The guard checks the access. */
export class CompaniesSettings extends Context.Service<
  CompaniesSettings,
  {
    readonly profile: (user: LoggedInUser) => Effect.Effect<SettingsProfile>
    /**
     * Changes the given fields, with a record of their previous values; without a difference nothing is written or recorded.
     * Refused completely if a field no longer has the value it had before the edit (`was`).
     */
    readonly change: (
      user: LoggedInUser,
      change: SettingsChange,
      was: SettingsChange
    ) => Effect.Effect<SettingsChanged, ChangeRefused>
    /** Ends every session of the company's users except the caller's. */
    readonly logOutAll: (session: CurrentSession) => Effect.Effect<LoggedOut>
  }
>()("lockdesk/server/CompaniesSettings") {
  static readonly layer = Layer.effect(
    CompaniesSettings,
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const audit = yield* Audit
      const live = yield* LiveEvents
      const signOuts = yield* SignOuts
      const changeRow = yield* makeRowChanges

      const profile = Effect.fn("CompaniesSettings.profile")(function* (user: LoggedInUser) {
        const { settings } = yield* settingsOf(sql, user.companyID)
        return accessLevel(user, Area.id.Automations) < AccessLevel.id.Read
          ? settings
          : { ...settings, ...(yield* automationsOf(sql, user.companyID)) }
      }, asServerFault)

      /** Writes settings serialized with lock changes: a concurrent one sees all of this change or nothing. */
      const update = ({ companyID, userID }: LoggedInUser, stamp: string, after: CompanySettings) => sql`
        UPDATE companies c SET mobile_timeout_minutes = ${after.mobileTimeout}, client_timeout_ms = ${after.clientTimeout},
          locks_per_unit = ${after.numberOfLocks}, hide_lock_codes = ${after.hideLockCodes},
          email_view_lock_codes_report = ${after.emailViewLockCodesReport}, name = ${after.companyName},
          contact_name = ${after.contactName}, contact_email = ${after.contactEmail},
          contact_phone = ${after.contactPhone}, time_zone = ${after.timeZoneChosen ? after.timeZone : null},
          settings_updated_by = ${userID}
        FROM ${writeLockTaken(sql, companyID)} turn
        WHERE c.company_id = ${companyID} AND c.xmin::text = ${stamp}::text AND turn.taken IS NOT NULL
        RETURNING c.company_id`

      const reading = Effect.fnUntraced(function* (
        user: LoggedInUser,
        change: SettingsChange,
        was: SettingsChange,
        at: string,
        held: boolean
      ): Effect.fn.Return<RowReading<SettingsChanged, object>, ChangeRefused | SettingsChangedMeanwhile | SqlError> {
        const { companyID } = user
        const { settings: before, facts, regions, stamp } = yield* settingsOf(sql, companyID, held)
        const refusal = settingRefusal(facts, change)
        if (refusal !== null) return yield* refusal
        const old = changeTo(before)
        const fields = fieldsChangedSince(old, change, was)
        if (fields.length > 0)
          return yield* new SettingsChangedMeanwhile({ data: { fields, updatedBy: before.updatedBy } })
        const different = differingFields(change, old)
        if (different.length === 0) return { kind: "same", value: { before, after: before, unchanged: true } }
        const zone = (change.timeZone ?? old.timeZone) || null
        const timeZone = zoneOf(zone, regions)
        const after: CompanySettings = {
          ...before,
          ...change,
          timeZone,
          timeZoneChosen: zone !== null,
          updatedBy: nameOnRecord(user)
        }
        const { day, hour } = localTime(timeZone, Date.parse(at))
        const switches = ["emailViewLockCodesReport", "hideLockCodes"] as const
        const isSwitchedOn = switches.some((name) => change[name] === true && !before[name])
        return {
          kind: "change",
          update: update(user, stamp, after),
          // If the daily report is switched on after seven, the first one is tomorrow's. It doesn't continue one from before.
          beside: isSwitchedOn
            ? [
                sql`INSERT INTO daily_reports (company_id, day, sent_at)
                  SELECT company_id, ${hour < reportHour ? dayAfter(day, -1) : day}::date, ${at}::timestamptz FROM changed ON CONFLICT DO NOTHING`
              ]
            : [],
          record: {
            ...doneBy(user),
            at,
            action: "settings.update",
            subject: "settings",
            detail: recordedChange(pickedFields(old, different), pickedFields(change, different))
          },
          value: () => ({ before, after, unchanged: false }),
          ...(settingsInSessions.some((field) => different.includes(field))
            ? { first: () => live.forgetSessions }
            : {}),
          events: [{ event: "updateSettings" }]
        }
      })

      const change = traced(
        "CompaniesSettings.change",
        (user: LoggedInUser, wanted: SettingsChange, was: SettingsChange) => {
          const kept = keptChange(wanted)
          if ("issues" in kept) return Effect.fail(new SettingRefused({ data: { issues: kept.issues } }))
          return asServerFault(changeRow(user.companyID, (at, held) => reading(user, kept.change, was, at, held)))
        }
      )

      const logOutAll = Effect.fn("CompaniesSettings.logOutAll")(
        function* ({ user, sessionId }: CurrentSession) {
          const { companyID } = user
          const at = new Date(yield* Clock.currentTimeMillis)
          const { ended, users, appended } = yield* sql.withTransaction(
            Effect.gen(function* () {
              const rows = yield* sql<{ session_id: string; user_id: UserId }>`
                UPDATE sessions s SET ended_at = ${at} FROM users u
                WHERE u.user_id = s.user_id AND u.company_id = ${companyID} AND s.ended_at IS NULL
                  AND s.expires_at > ${at} AND s.session_id <> ${sessionId} RETURNING s.session_id, s.user_id`
              const [record] = yield* sql<AppendedAudit>`
                SELECT * FROM ${appendAudit(sql, audit.macs, {
                  ...doneBy(user),
                  at: at.toISOString(),
                  action: "settings.logout-all",
                  subject: "settings",
                  detail: { sessions: rows.length }
                })}`
              const users = new Set(rows.map(({ user_id }) => user_id)).size
              return { ended: rows.map(({ session_id }) => session_id), users, appended: record }
            })
          )
          yield* Effect.ensuring(
            appended === undefined ? Effect.void : audit.witness(companyID, appended),
            Effect.andThen(live.forgetSessions, signOuts.ended(ended))
          )
          return { ended: ended.length, users }
        },
        Effect.uninterruptible,
        asServerFault
      )

      return CompaniesSettings.of({ profile, change, logOutAll })
    })
  )
}
