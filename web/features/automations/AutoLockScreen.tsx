import { useQuery } from "@tanstack/react-query"
import { Feature } from "#core/companies/features.ts"
import { FeatureGate } from "#web/ui/FeatureGate.tsx"
import { Loaded } from "#web/ui/Loaded.tsx"
import { AutoLockForm } from "./AutoLockForm.tsx"
import { automationQuery } from "./automationQuery.ts"

/** Auto Lock Status Change, if the plan includes it (002 §2; DECISIONS, Tiers). */
export const AutoLockScreen = () => {
  const query = useQuery(automationQuery())
  return (
    <FeatureGate feature={Feature.id.LockStatusChange} title="Auto Lock Status Change">
      <Loaded query={query}>{(saved) => <AutoLockForm saved={saved} />}</Loaded>
    </FeatureGate>
  )
}
