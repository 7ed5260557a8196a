import { Predicate } from "effect"
import type { FactWords } from "#core/audit/changedFacts.ts"
import type { CompanySettings } from "./CompanySettings.ts"
import { settingByField, settingShown, settingsTable } from "./settingsTable.ts"

/** Labels and formatters for the setting fields of a record. */
export const settingFactWords: FactWords = (field) => {
  if (!Predicate.hasProperty(settingByField, field)) return null
  const name = settingByField[field as keyof typeof settingByField]
  return {
    label: settingsTable[name].label,
    // A value depends only on its own field, except the time zone, which also depends on whether it was chosen.
    shown: (value) => settingShown(name, { [field]: value, timeZoneChosen: value !== "" } as unknown as CompanySettings)
  }
}
