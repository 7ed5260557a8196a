import { AutomationTabs } from "#web/features/automations/AutomationTabs.tsx"
import { PendingScreen } from "#web/features/layout/PendingScreen.tsx"

/** /automations/messages: its screen is not in the console yet; its tabs lead to the one that is. */
export const AutoMessagesRoute = () => (
  <PendingScreen title="Auto Messages" routeId="automations.messages" tabs={<AutomationTabs />} />
)
