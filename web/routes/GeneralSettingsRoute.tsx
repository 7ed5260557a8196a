import { GeneralSettings } from "#web/features/settings/GeneralSettings.tsx"
import { SettingsTabs } from "#web/features/settings/SettingsTabs.tsx"

/** /settings/general */
export const GeneralSettingsRoute = () => (
  <>
    <h1>General settings</h1>
    <SettingsTabs />
    <GeneralSettings />
  </>
)
