import { Feature, FeatureAccess, type FeatureId } from "#core/companies/features.ts"
import { type RouteId, routeOf } from "#core/navigation/routes.ts"
import { useSignedInUser } from "#web/app/Session.ts"
import { type Tab, Tabs } from "#web/ui/Tabs.tsx"

const tab = (id: RouteId, command: Tab["command"], label: string): Tab => ({
  command,
  label,
  path: routeOf(id).path,
  pending: routeOf(id).pending === true
})

const tabs: ReadonlyArray<readonly [FeatureId, Tab]> = [
  [Feature.id.IntegrationAPI, tab("integrations.keys", "go.integrations.keys", "API Settings")],
  [Feature.id.IntegrationAPI, tab("integrations.webhooks", "go.integrations.webhooks", "Webhooks")],
  [Feature.id.IntegrationFacilities, tab("integrations.facilities", "go.integrations.facilities", "Facilities")]
]

/** The two tabs of the integrations area (002 §2), without those the plan lacks (DECISIONS, Tiers). */
export const IntegrationTabs = () => {
  const { Features } = useSignedInUser()
  const isOff = (feature: FeatureId): boolean =>
    (Features[String(feature)]?.accessLevel ?? FeatureAccess.id.Off) === FeatureAccess.id.Off
  return <Tabs label="Integrations" tabs={tabs.filter(([feature]) => !isOff(feature)).map(([, each]) => each)} />
}
