import "./settings.css"
import { useQuery } from "@tanstack/react-query"
import { words } from "#core/api/problem.ts"
import { featureRefusal } from "#core/auth/accessRules.ts"
import { Feature, FeatureAccess } from "#core/companies/features.ts"
import { failureText } from "#web/app/failures.ts"
import { useSignedInUser } from "#web/app/Session.ts"
import { useAvailability } from "#web/app/useCommands.ts"
import { LateLoading } from "#web/ui/LateLoading.tsx"
import { UpgradePrompt } from "#web/ui/UpgradePrompt.tsx"
import { CompanyForm } from "./CompanyForm.tsx"
import { LockSettingsPanel } from "./LockSettingsPanel.tsx"
import { settingsQuery } from "./settingsQuery.ts"

/** General settings, if the plan includes them (002 §2; DECISIONS, Tiers). */
export const GeneralSettings = () => {
  const user = useSignedInUser()
  const may = useAvailability("settings.set")
  const { data, error } = useQuery(settingsQuery())
  const refusal = featureRefusal(user, Feature.id.CompanySettings)
  if (refusal?.data.access === FeatureAccess.id.Off) {
    const said = words(refusal)
    return (
      <p role="note">
        {said.error} {said.next}
      </p>
    )
  }
  if (data === undefined) {
    if (error === null) return <LateLoading />
    return <p role="alert">{failureText(error)}</p>
  }
  const refused = may.allowed ? null : may.words.error
  return (
    <UpgradePrompt feature={Feature.id.CompanySettings} title="Settings">
      <div className="settings">
        <LockSettingsPanel settings={data} refused={refused} />
        <CompanyForm settings={data} refused={refused} />
      </div>
    </UpgradePrompt>
  )
}
