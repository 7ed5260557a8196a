import { useQuery } from "@tanstack/react-query"
import { words } from "#core/api/problem.ts"
import { featureRefusal } from "#core/auth/accessRules.ts"
import { Feature, FeatureAccess } from "#core/companies/features.ts"
import { failureText } from "#web/app/failures.ts"
import { useSignedInUser } from "#web/app/Session.ts"
import { LateLoading } from "#web/ui/LateLoading.tsx"
import { UpgradePrompt } from "#web/ui/UpgradePrompt.tsx"
import { AutoLockForm } from "./AutoLockForm.tsx"
import { automationQuery } from "./automationQuery.ts"

/** Auto Lock Status Change, if the plan includes it (002 §2; DECISIONS, Tiers). */
export const AutoLockScreen = () => {
  const user = useSignedInUser()
  const { data, error } = useQuery(automationQuery())
  const refusal = featureRefusal(user, Feature.id.LockStatusChange)
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
  return (
    <UpgradePrompt feature={Feature.id.LockStatusChange} title="Auto Lock Status Change">
      <AutoLockForm saved={data} />
    </UpgradePrompt>
  )
}
