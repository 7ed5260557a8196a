import { AutoLockScreen } from "#web/features/automations/AutoLockScreen.tsx"
import { AutomationTabs } from "#web/features/automations/AutomationTabs.tsx"

/** /automations/lock */
export const AutoLockRoute = () => (
  <>
    <h1>Auto Lock Status Change</h1>
    <AutomationTabs />
    <AutoLockScreen />
  </>
)
