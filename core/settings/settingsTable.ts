import { fieldLabels } from "#core/base/fieldLabels.ts"
import { givenDigits, phoneShown } from "#core/facilities/phone.ts"
import { emailWords, isEmail, requiredWords, tooLongWords } from "#core/base/fieldWords.ts"
import { nameText } from "#core/base/nameText.ts"
import type { CompanySettings, SettingsChange } from "./CompanySettings.ts"
import { isTimeout, minute, readTimeout, shownTimeout, splitTimeout, timeoutText, timeoutWords } from "./timeouts.ts"
import { currentZone, timeZoneNamed } from "./timeZones.ts"

/** The change for a typed value, or what is wrong with it. */
export type ReadSetting = { readonly change: SettingsChange } | { readonly wrong: string }

/** A setting: its label, its current value, and how to parse a typed one. */
interface SettingRow {
  readonly label: string
  /** Its value in the form in which it is typed. */
  readonly typed: (settings: CompanySettings) => string
  readonly read: (text: string) => ReadSetting
}

/** Locks per unit with 'Limit One Lock Per Unit' on and off (DECISIONS, The rest). */
export const locksPerUnit = { limited: 1, several: 4 } as const

/** Whether 'Limit One Lock Per Unit' is on. */
export const isLimited = ({ numberOfLocks }: Pick<CompanySettings, "numberOfLocks">): boolean =>
  numberOfLocks === locksPerUnit.limited

/** The maximum length of the name of a company or contact, in characters. */
export const longestName = 100

const answers: Readonly<Record<string, boolean>> = {
  on: true,
  yes: true,
  true: true,
  off: false,
  no: false,
  false: false
}
const onOff = (on: boolean): string => (on ? "on" : "off")

const switchRow = (
  label: string,
  value: (settings: CompanySettings) => boolean,
  change: (on: boolean) => SettingsChange
): SettingRow => ({
  label,
  typed: (settings) => onOff(value(settings)),
  read: (text) => {
    const on = answers[text.trim().toLowerCase()]
    return on === undefined ? { wrong: `${label} must be on or off.` } : { change: change(on) }
  }
})

const timeoutRow = (
  label: string,
  minutes: (settings: CompanySettings) => number,
  change: (minutes: number) => SettingsChange
): SettingRow => ({
  label,
  typed: (settings) => timeoutText(shownTimeout(minutes(settings))),
  read: (text) => {
    const [value, unit] = splitTimeout(text)
    // A typed value has no field for the unit, so show how to write one.
    if (unit === null) return { wrong: `${timeoutWords.unit}, such as '30 minutes'` }
    const read = readTimeout(value, unit)
    return "wrong" in read ? read : { change: change(read.minutes) }
  }
})

/** The word for an empty text: shells and prompts take an empty answer for a missing one. */
const nothing = "none"
const meant = (text: string): string => (text.trim().toLowerCase() === nothing ? "" : text)

const textRow = (
  field: "companyName" | "contactName" | "contactEmail" | "contactPhone",
  label: string,
  issue: (text: string) => string | null,
  kept: (text: string) => string = nameText
): SettingRow => ({
  label,
  typed: (settings) => settings[field] || nothing,
  read: (text) => {
    const given = meant(text)
    const wrong = issue(given)
    return wrong === null ? { change: { [field]: kept(given) } } : { wrong }
  }
})

const tooLongName = (label: string, text: string): string | null =>
  nameText(text).length > longestName ? tooLongWords(label, longestName) : null

/** Every setting by its name in the terminal, in the order of the screen. */
export const settingsTable = {
  "limit-one-lock": switchRow("Limit One Lock Per Unit", isLimited, (on) => ({
    numberOfLocks: on ? locksPerUnit.limited : locksPerUnit.several
  })),
  "hide-codes": switchRow(
    "Hide All Lock Codes",
    ({ hideLockCodes }) => hideLockCodes,
    (hideLockCodes) => ({ hideLockCodes })
  ),
  "daily-report": switchRow(
    "Send Daily Email Report for View Combination Requests",
    ({ emailViewLockCodesReport }) => emailViewLockCodesReport,
    (emailViewLockCodesReport) => ({ emailViewLockCodesReport })
  ),
  "mobile-timeout": timeoutRow(
    "Mobile App Timeout",
    ({ mobileTimeout }) => mobileTimeout,
    (mobileTimeout) => ({ mobileTimeout })
  ),
  "web-timeout": timeoutRow(
    "Web App Timeout",
    ({ clientTimeout }) => clientTimeout / minute,
    (minutes) => ({ clientTimeout: minutes * minute })
  ),
  name: textRow("companyName", fieldLabels.companyName, (text) =>
    nameText(text) === "" ? requiredWords(fieldLabels.companyName) : tooLongName(fieldLabels.companyName, text)
  ),
  "contact-name": textRow("contactName", "Contact name", (text) => tooLongName("Contact name", text)),
  "contact-email": textRow("contactEmail", "Contact email", (text) =>
    nameText(text) === "" || isEmail(nameText(text)) ? null : emailWords
  ),
  "contact-phone": textRow(
    "contactPhone",
    "Contact phone",
    (text) =>
      nameText(text) === "" || /^\d{10}$/.test(givenDigits(text)) ? null : "Contact phone must have 10 digits.",
    givenDigits
  ),
  "time-zone": {
    label: "Time zone",
    typed: ({ timeZone, timeZoneChosen }) => (timeZoneChosen ? timeZone : nothing),
    read: (text) => {
      if (meant(text).trim() === "") return { change: { timeZone: "" } }
      const timeZone = timeZoneNamed(text)
      return timeZone === null
        ? { wrong: "Time zone must be an IANA name, such as America/New_York." }
        : { change: { timeZone } }
    }
  }
} as const satisfies Readonly<Record<string, SettingRow>>

/** The name of a setting. */
export type SettingName = keyof typeof settingsTable

/** Every name, in the order of the screen. */
export const settingNames = Object.keys(settingsTable) as ReadonlyArray<SettingName>

/** The setting that each field of the company settings belongs to. */
export const settingByField = {
  numberOfLocks: "limit-one-lock",
  hideLockCodes: "hide-codes",
  emailViewLockCodesReport: "daily-report",
  mobileTimeout: "mobile-timeout",
  clientTimeout: "web-timeout",
  companyName: "name",
  contactName: "contact-name",
  contactEmail: "contact-email",
  contactPhone: "contact-phone",
  timeZone: "time-zone"
} as const satisfies Readonly<Record<keyof SettingsChange, SettingName>>

/** The value of a setting in words. */
export const settingShown = (name: SettingName, settings: CompanySettings): string => {
  if (name === "contact-phone" && settings.contactPhone !== "") return phoneShown(settings.contactPhone)
  if (name === "time-zone") return currentZone(settings.timeZone) + (settings.timeZoneChosen ? "" : " (first facility)")
  return settingsTable[name].typed(settings)
}

/** What is wrong with the timeout in a call, or null. */
export const timeoutIssue = (minutes: number): string | null => (isTimeout(minutes) ? null : timeoutWords.range)
