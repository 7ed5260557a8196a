import { Schema } from "effect"
import { updatedBy } from "#core/base/changedMeanwhile.ts"
import { AutomationProfile } from "#core/automations/AutomationProfile.ts"

/** A company's settings (002 §3; DECISIONS, Added on 2026-11-22 for the time zone). */
export const CompanySettings = Schema.Struct({
  /** Minutes of inactivity after which the mobile app signs a user out. */
  mobileTimeout: Schema.Int,
  /** Milliseconds without keyboard or pointer input after which a browser is signed out. */
  clientTimeout: Schema.Int,
  /** Locks allowed per unit: 1 while 'Limit One Lock Per Unit' is on. */
  numberOfLocks: Schema.Int,
  hideLockCodes: Schema.Boolean,
  /** Stored while `hideLockCodes` is off, but nothing is sent then (ledger C274). */
  emailViewLockCodesReport: Schema.Boolean,
  /** Whether the company has the user timeout flag, which allows changing the timeouts (000 §7). */
  timeoutsOffered: Schema.Boolean,
  companyName: Schema.String,
  /** The contact person; empty if unknown. */
  contactName: Schema.String,
  contactEmail: Schema.String,
  /** Ten digits, or empty. */
  contactPhone: Schema.String,
  /** The IANA time zone that the company's days start in. */
  timeZone: Schema.String,
  /** Whether the zone was chosen; otherwise it is that of the first facility. */
  timeZoneChosen: Schema.Boolean,
  ...updatedBy
})
export type CompanySettings = typeof CompanySettings.Type

/**
 * The response of the call that returns a client's settings and automations together (ledger C428); automations only
 * with Read on Automations.
 */
export const SettingsProfile = Schema.Struct({
  ...CompanySettings.fields,
  vacantReleaseAction: Schema.optionalKey(AutomationProfile.fields.vacantReleaseAction),
  overlockReleaseAction: Schema.optionalKey(AutomationProfile.fields.overlockReleaseAction)
})
export type SettingsProfile = typeof SettingsProfile.Type

/**
 * The company's name, contact and time zone, which one form edits together. An empty time zone is that of the first facility.
 */
export type CompanyDetails = Pick<
  CompanySettings,
  "companyName" | "contactName" | "contactEmail" | "contactPhone" | "timeZone"
>

/** The fields that can be changed. A time zone of "" returns to that of the first facility. */
export type SettingsChange = Partial<Omit<CompanySettings, "timeoutsOffered" | "timeZoneChosen" | "updatedBy">>
