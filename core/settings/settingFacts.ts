import { Predicate } from "effect"
import type { FactWords } from "#core/audit/changedFacts.ts"
import type { CompanySettings } from "./CompanySettings.ts"
import { settingByField, settingShown, settingsTable } from "./settingsTable.ts"

/** How a record's facts of settings are said: by the label of the setting, with values as the screen has them. */
export const settingFactWords: FactWords = (field) => {
  if (!Predicate.hasProperty(settingByField, field)) return null
  const name = settingByField[field as keyof typeof settingByField]
  return {
    label: settingsTable[name].label,
    // A value is read off nothing but its own field, and the time zone off whether there is one.
    shown: (value) => settingShown(name, { [field]: value, timeZoneChosen: value !== "" } as unknown as CompanySettings)
  }
}
