import { Schema } from "effect"
import { AutomationProfile } from "#core/automations/AutomationProfile.ts"

/** A company's settings (002 §3; DECISIONS, Added on 2026-11-22 for the time zone). */
export const CompanySettings = Schema.Struct({
  /** Minutes without activity after which the mobile app signs a user out. */
  mobileTimeout: Schema.Int,
  /** Milliseconds without a key or pointer after which a browser is signed out. */
  clientTimeout: Schema.Int,
  /** Locks that a unit may have: 1 while 'Limit One Lock Per Unit' is on. */
  numberOfLocks: Schema.Int,
  hideLockCodes: Schema.Boolean,
  /** Kept while `hideLockCodes` is off, but nothing is sent then (ledger C274). */
  emailViewLockCodesReport: Schema.Boolean,
  /** Whether the company has the user timeout flag, so that the timeouts can be changed (000 §7). */
  timeoutsOffered: Schema.Boolean,
  companyName: Schema.String,
  /** Who to contact; empty where nobody said. */
  contactName: Schema.String,
  contactEmail: Schema.String,
  /** Ten digits, or empty. */
  contactPhone: Schema.String,
  /** The IANA name of the zone that the company's days begin in. */
  timeZone: Schema.String,
  /** Whether somebody chose that zone; otherwise it is that of the first facility. */
  timeZoneChosen: Schema.Boolean
})
export type CompanySettings = typeof CompanySettings.Type

/** What one call answers to both the settings and the automations of a client (ledger C428); the latter with Read on Automations only. */
export const SettingsProfile = Schema.Struct({
  ...CompanySettings.fields,
  vacantReleaseAction: Schema.optionalKey(AutomationProfile.fields.vacantReleaseAction),
  overlockReleaseAction: Schema.optionalKey(AutomationProfile.fields.overlockReleaseAction)
})
export type SettingsProfile = typeof SettingsProfile.Type

/** The company's name, contact and time zone, which one form changes together. An empty time zone is that of the first facility. */
export type CompanyDetails = Pick<
  CompanySettings,
  "companyName" | "contactName" | "contactEmail" | "contactPhone" | "timeZone"
>

/** What can be changed. A chosen time zone of "" is that of the first facility again. */
export type SettingsChange = Partial<Omit<CompanySettings, "timeoutsOffered" | "timeZoneChosen">>
