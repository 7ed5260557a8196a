import type { CompanySettings } from "#core/settings/CompanySettings.ts"
import { settingNames, settingShown } from "#core/settings/settingsTable.ts"
import type { Column } from "#cli/output/table.ts"

/** Every setting by its name. */
export const settingColumns: ReadonlyArray<Column<CompanySettings>> = settingNames.map((name) => ({
  heading: name,
  text: (settings) => settingShown(name, settings)
}))
