import type { FieldIssue } from "#core/base/problem.ts"
import type { CompanySettings, SettingsChange } from "./CompanySettings.ts"
import { ReportNeedsHiddenCodes, SettingNotOffered } from "./SettingsErrors.ts"
import { isLimited, settingByField, type SettingName, settingsTable, timeoutIssue } from "./settingsTable.ts"
import { minute } from "./timeouts.ts"
import { currentZone } from "./timeZones.ts"

/** Facts, besides the value, that decide whether a setting can be changed. */
export interface SettingFacts extends Pick<CompanySettings, "hideLockCodes" | "timeoutsOffered"> {
  /** The hide-lock-codes feature flag: the view-combination section exists only with it (002 §4, §6). */
  readonly hideLockCodesFlag: boolean
}

/** Why a company may not change a setting to any value, or null (002 §4, §6). */
export const settingRefusal = (
  facts: SettingFacts,
  change: SettingsChange
): ReportNeedsHiddenCodes | SettingNotOffered | null => {
  const ofCodes = change.hideLockCodes !== undefined || change.emailViewLockCodesReport !== undefined
  if (ofCodes && !facts.hideLockCodesFlag) return new SettingNotOffered()
  const ofTimeouts = change.clientTimeout !== undefined || change.mobileTimeout !== undefined
  if (ofTimeouts && !facts.timeoutsOffered) return new SettingNotOffered()
  return change.emailViewLockCodesReport !== undefined && !facts.hideLockCodes ? new ReportNeedsHiddenCodes() : null
}

/** Settings that are texts. */
const texts = [
  "companyName",
  "contactName",
  "contactEmail",
  "contactPhone",
  "timeZone"
] as const satisfies ReadonlyArray<keyof SettingsChange>

/** A change as it is stored, or everything that is wrong with it. */
export const keptChange = (
  change: SettingsChange
): { readonly change: SettingsChange } | { readonly issues: ReadonlyArray<FieldIssue> } => {
  const issues: Array<FieldIssue> = []
  let kept = change
  const timeouts = [
    ["clientTimeout", (change.clientTimeout ?? 0) / minute],
    ["mobileTimeout", change.mobileTimeout ?? 0]
  ] as const
  for (const [path, minutes] of timeouts) {
    const message = change[path] === undefined ? null : timeoutIssue(minutes)
    if (message !== null) issues.push({ path, message })
  }
  for (const path of texts) {
    const text = change[path]
    if (text === undefined) continue
    const read = settingsTable[settingByField[path]].read(text)
    if ("wrong" in read) issues.push({ path, message: read.wrong })
    else kept = { ...kept, ...read.change }
  }
  return issues.length > 0 ? { issues } : { change: kept }
}

/** The change that results in these settings. */
export const changeTo = (settings: CompanySettings): Required<SettingsChange> => {
  const { timeoutsOffered: _offered, updatedBy: _by, timeZoneChosen, timeZone, ...rest } = settings
  return { ...rest, timeZone: timeZoneChosen ? timeZone : "" }
}

/** The given fields whose values differ between two changes. A field missing from either is not a difference. */
export const differingFields = (one: SettingsChange, other: SettingsChange): ReadonlyArray<keyof SettingsChange> =>
  (Object.keys(one) as ReadonlyArray<keyof SettingsChange>).filter(
    (field) => one[field] !== undefined && other[field] !== undefined && one[field] !== other[field]
  )

/** A change limited to some fields. */
export const pickedFields = (change: SettingsChange, fields: ReadonlyArray<keyof SettingsChange>): SettingsChange =>
  Object.fromEntries(fields.flatMap((field) => (change[field] === undefined ? [] : [[field, change[field]]])))

/**
 * The fields of an edit that someone else has changed since: they have neither their previous value (`was`) nor the
 * requested one. All limits above one lock are the same setting.
 */
export const fieldsChangedSince = (
  now: Required<SettingsChange>,
  asked: SettingsChange,
  was: SettingsChange
): ReadonlyArray<keyof SettingsChange> =>
  differingFields(asked, now).filter((field) => {
    if (was[field] === undefined) return false
    if (field === "numberOfLocks") return isLimited(now) !== isLimited({ ...now, ...was })
    // A record, or a client of an earlier version, may have an earlier name of the zone.
    if (field === "timeZone") return currentZone(was[field]) !== now[field]
    return was[field] !== now[field]
  })

/** The message after a setting of the Lock Settings panel was changed (002 §8). */
export const savedWords = (name: SettingName, settings: CompanySettings): string => {
  if (name === "daily-report") return "Email view lock code settings updated"
  if (name !== "web-timeout" && name !== "mobile-timeout") return "Lock code settings updated"
  return `Updated ${name === "web-timeout" ? "Web" : "Mobile App"} Timeout To ${settingsTable[name].typed(settings)}`
}
