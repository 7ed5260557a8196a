import "./settings.css"
import { useQuery } from "@tanstack/react-query"
import { Feature } from "#core/companies/features.ts"
import { useAvailability } from "#web/app/useCommands.ts"
import { FeatureGate } from "#web/ui/FeatureGate.tsx"
import { Loaded } from "#web/ui/Loaded.tsx"
import { CompanyForm } from "./CompanyForm.tsx"
import { LockSettingsPanel } from "./LockSettingsPanel.tsx"
import { settingsQuery } from "./settingsQuery.ts"

/** General settings, if the plan includes them (002 §2; DECISIONS, Tiers). */
export const GeneralSettings = () => {
  const may = useAvailability("settings.set")
  const query = useQuery(settingsQuery())
  const refused = may.allowed ? null : may.words.error
  return (
    <FeatureGate feature={Feature.id.CompanySettings} title="Settings">
      <Loaded query={query}>
        {(settings) => (
          <div className="settings">
            <LockSettingsPanel settings={settings} refused={refused} />
            <CompanyForm settings={settings} refused={refused} />
          </div>
        )}
      </Loaded>
    </FeatureGate>
  )
}
