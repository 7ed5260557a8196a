import { AutomationTabs } from "#web/features/automations/AutomationTabs.tsx"
import { PendingScreen } from "#web/features/layout/PendingScreen.tsx"

/** /automations/messages: not in the console yet; its tabs link to the screen that is. */
export const AutoMessagesRoute = () => (
  <PendingScreen title="Auto Messages" routeId="automations.messages" tabs={<AutomationTabs />} />
)
