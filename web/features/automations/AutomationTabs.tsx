import { Feature, FeatureAccess } from "#core/companies/features.ts"
import { type RouteId, routeOf } from "#core/navigation/routes.ts"
import { useSignedInUser } from "#web/app/Session.ts"
import { type Tab, Tabs } from "#web/ui/Tabs.tsx"

const tab = (id: RouteId, command: Tab["command"], label: string): Tab => ({
  command,
  label,
  path: routeOf(id).path,
  pending: routeOf(id).pending === true
})

const messages = tab("automations.messages", "go.automations.messages", "Auto Messages")
const lock = tab("automations.lock", "go.automations.lock", "Auto Lock status change")

/** Tabs of the automations area (002 §2). Plans without status changes don't get that tab (DECISIONS, Tiers). */
export const AutomationTabs = () => {
  const access = useSignedInUser().Features[String(Feature.id.LockStatusChange)]?.accessLevel
  const off = (access ?? FeatureAccess.id.Off) === FeatureAccess.id.Off
  return <Tabs label="Automations" tabs={off ? [messages] : [messages, lock]} />
}
