import { featureAccess } from "#core/auth/accessRules.ts"
import { Feature, FeatureAccess } from "#core/companies/features.ts"
import { routeOf } from "#core/navigation/routes.ts"
import { useSignedInUser } from "#web/app/Session.ts"
import { Tabs } from "#web/ui/Tabs.tsx"

const tabs = [
  { command: "go.team", label: "Users", path: routeOf("team.users").path, pending: false },
  { command: "go.team.roles", label: "Roles & permissions", path: routeOf("team.roles").path, pending: false }
] as const

/** Tabs of Team. Plans without custom roles don't get that tab (DECISIONS, Tiers). */
export const TeamTabs = () => {
  const off = featureAccess(useSignedInUser(), Feature.id.CustomRoles) === FeatureAccess.id.Off
  return off ? null : <Tabs label="Team" tabs={tabs} />
}
