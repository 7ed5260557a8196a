import { Schema } from "effect"
import { HttpApiEndpoint, HttpApiGroup, OpenApi } from "effect/http-api"
import { withExample } from "#core/base/withExample.ts"
import { DeclaredAccess, signedIn, writes } from "#core/auth/Access.ts"
import { Area } from "#core/auth/permissions.ts"
import { CompanyId, UserId } from "#core/base/ids.ts"
import { companyQuery, success } from "#core/base/paging.ts"
import { wire } from "#core/base/problem.ts"
import { StorableText } from "#core/base/storableText.ts"
import { Feature } from "#core/companies/features.ts"
import { BroadcastAudience } from "#core/notices/broadcastAudiences.ts"
import { CompanySettings, SettingsProfile } from "./CompanySettings.ts"
import {
  ReportNeedsHiddenCodes,
  SettingNotOffered,
  SettingRefused,
  SettingsChangedMeanwhile
} from "./SettingsErrors.ts"

/** Settings have no area of their own (DECISIONS, Guards and navigation). */
const changesSettings = writes(Area.id.Subdomains, { feature: Feature.id.CompanySettings })

const Text = Schema.optionalKey(StorableText(320))

/** A company's name, contact and time zone; missing fields stay. */
const companyDetails = {
  companyName: Text,
  contactName: Text,
  contactEmail: Text,
  contactPhone: Text,
  /** An IANA name; empty for the zone of the first facility. */
  timeZone: Text
}

/** The settings after and before a change. `unchanged` if they already had the requested values. */
const ChangedSettings = Schema.Struct({
  success: Schema.Literal(true),
  message: Schema.optionalKey(Schema.String),
  unchanged: Schema.optionalKey(Schema.Literal(true)),
  data: CompanySettings,
  before: CompanySettings
})
export type ChangedSettings = typeof ChangedSettings.Type

/** The sessions that ended when all users were logged out, and the number of users they belonged to. */
const LoggedOut = Schema.Struct({ ended: Schema.Int, users: Schema.Int })
export type LoggedOut = typeof LoggedOut.Type

const refusals = [
  wire(SettingRefused),
  wire(SettingNotOffered),
  wire(ReportNeedsHiddenCodes),
  wire(SettingsChangedMeanwhile)
] as const

/**
 * A body that changes some fields, with their values before the edit (`was`): if one has changed since, the edit is
 * refused. Without `was`, the last edit wins.
 */
const changing = <F extends Schema.Struct.Fields>(fields: F) =>
  Schema.Struct({ ...fields, was: Schema.optionalKey(Schema.Struct(fields)) })

/** A query parameter with a number of any size; the rule for its range has the documents' message. */
const Figure = Schema.Int.check(
  Schema.isBetween({ minimum: -Number.MAX_SAFE_INTEGER, maximum: Number.MAX_SAFE_INTEGER })
)

/** The number before the edit, as in `changing`. */
const Was = Schema.optional(Figure)

export class SettingsApi extends HttpApiGroup.make("settings")
  .add(
    HttpApiEndpoint.get("profile", "/settings/profile", { query: companyQuery, success: success(SettingsProfile) })
      .annotate(DeclaredAccess, signedIn)
      .annotate(OpenApi.Summary, "The company's settings, and its automations with Read on Automations"),
    HttpApiEndpoint.put("setLocksPerUnit", "/settings/update-locks-per-unit", {
      query: companyQuery,
      payload: changing({ canHaveMultipleLocks: Schema.Boolean }),
      success: ChangedSettings,
      error: refusals
    })
      .annotate(DeclaredAccess, changesSettings)
      .annotate(OpenApi.Transform, withExample({ canHaveMultipleLocks: false }))
      .annotate(OpenApi.Summary, "Whether a unit may have several locks, or one only"),
    HttpApiEndpoint.put("setHideLockCodes", "/settings/update-hide-lock-codes", {
      query: companyQuery,
      payload: changing({ hideLockCodes: Schema.Boolean }),
      success: ChangedSettings,
      error: refusals
    })
      .annotate(DeclaredAccess, changesSettings)
      .annotate(OpenApi.Transform, withExample({ hideLockCodes: true }))
      .annotate(OpenApi.Summary, "Whether combinations are hidden until someone gives a reason"),
    HttpApiEndpoint.put("setDailyReport", "/settings/update-email-view-lock-codes-report", {
      query: companyQuery,
      payload: changing({ emailViewLockCodesReport: Schema.Boolean }),
      success: ChangedSettings,
      error: refusals
    })
      .annotate(DeclaredAccess, changesSettings)
      .annotate(OpenApi.Transform, withExample({ emailViewLockCodesReport: true }))
      .annotate(OpenApi.Summary, "Whether Admins and Owners get a daily email with the requests for combinations"),
    HttpApiEndpoint.put("setClientTimeout", "/settings/update-client-timeout", {
      /** Milliseconds. */
      query: { ...companyQuery, clientTimeout: Figure, was: Was },
      success: ChangedSettings,
      error: refusals
    })
      .annotate(DeclaredAccess, changesSettings)
      .annotate(OpenApi.Summary, "Milliseconds without activity after which a browser is signed out"),
    HttpApiEndpoint.put("setMobileTimeout", "/settings/update-mobile-timeout", {
      /** Minutes. */
      query: { ...companyQuery, mobileTimeout: Figure, was: Was },
      success: ChangedSettings,
      error: refusals
    })
      .annotate(DeclaredAccess, changesSettings)
      .annotate(OpenApi.Summary, "Minutes without activity after which the mobile app is signed out"),
    HttpApiEndpoint.put("setCompany", "/settings/update-company", {
      query: companyQuery,
      payload: changing(companyDetails),
      success: ChangedSettings,
      error: refusals
    })
      .annotate(DeclaredAccess, changesSettings)
      .annotate(OpenApi.Transform, withExample({ companyName: "Maple Self Storage", timeZone: "America/Denver" }))
      .annotate(OpenApi.Summary, "The company's name, contact and time zone"),
    HttpApiEndpoint.post("logOutAll", "/companies/force-logout-company-users", {
      query: companyQuery,
      payload: Schema.Struct({
        /** 4: the users in a specific company. A list, so that a refusal names the field: a single Literal's doesn't. */
        userGroup: Schema.Literals([BroadcastAudience.id.UsersInSpecificCompany]),
        /** The company acted for; any other is refused. */
        companyID: Schema.optionalKey(CompanyId),
        /** The caller; any other user is refused. */
        userID: Schema.optionalKey(UserId)
      }),
      success: success(LoggedOut)
    })
      .annotate(DeclaredAccess, changesSettings)
      .annotate(OpenApi.Transform, withExample({ userGroup: 4 }))
      .annotate(OpenApi.Summary, "End all sessions of the company's users except this one")
  )
  .annotate(OpenApi.Description, "The company's settings") {}
