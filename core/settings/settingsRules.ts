import type { FieldIssue } from "#core/base/problem.ts"
import type { CompanySettings, SettingsChange } from "./CompanySettings.ts"
import { ReportNeedsHiddenCodes, SettingNotOffered } from "./SettingsErrors.ts"
import { type SettingName, settingsTable, timeoutIssue } from "./settingsTable.ts"
import { minute } from "./timeouts.ts"

/** What decides whether a setting may be changed, its value aside. */
export interface SettingFacts extends Pick<CompanySettings, "hideLockCodes" | "timeoutsOffered"> {
  /** The hide-lock-codes feature flag: the view-combination section exists only with it (002 §4, §6). */
  readonly hideLockCodesFlag: boolean
}

/** Why a company may not change a setting, whatever the value, or null (002 §4, §6). */
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

/** Settings that are texts, by their field. */
const texts = {
  companyName: "name",
  contactName: "contact-name",
  contactEmail: "contact-email",
  contactPhone: "contact-phone",
  timeZone: "time-zone"
} as const satisfies Partial<Record<keyof SettingsChange, SettingName>>

/** A change as it is kept, or everything that is wrong with it. */
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
  for (const [path, name] of Object.entries(texts) as ReadonlyArray<[keyof typeof texts, SettingName]>) {
    const text = change[path]
    if (text === undefined) continue
    const read = settingsTable[name].read(text)
    if ("wrong" in read) issues.push({ path, message: read.wrong })
    else kept = { ...kept, ...read.change }
  }
  return issues.length > 0 ? { issues } : { change: kept }
}

/** What is said once a setting of the Lock Settings panel is changed (002 §8). */
export const savedWords = (name: SettingName, settings: CompanySettings): string => {
  if (name === "daily-report") return "Email view lock code settings updated"
  if (name !== "web-timeout" && name !== "mobile-timeout") return "Lock code settings updated"
  return `Updated ${name === "web-timeout" ? "Web" : "Mobile App"} Timeout To ${settingsTable[name].typed(settings)}`
}
