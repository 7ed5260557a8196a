import { featureAccess } from "#core/auth/accessRules.ts"
import { Feature, FeatureAccess } from "#core/companies/features.ts"
import { hasSingleSettingsView } from "#core/companies/tiers.ts"
import { routeOf } from "#core/navigation/routes.ts"
import { useSignedInUser } from "#web/app/Session.ts"
import { Tabs } from "#web/ui/Tabs.tsx"

/** Tabs of Settings (002 §2). Plans of 2025 have a single view; a plan without subdomains lacks that tab. */
export const SettingsTabs = () => {
  const user = useSignedInUser()
  if (hasSingleSettingsView(user.subscriptionTier)) return null
  const general = routeOf("settings.general")
  const overlock = routeOf("settings.subdomains")
  const off = featureAccess(user, Feature.id.Subdomains) === FeatureAccess.id.Off
  const tabs = [
    { command: "go.settings.general", label: "General", path: general.path, pending: general.pending === true },
    { command: "go.settings.subdomains", label: "Overlock", path: overlock.path, pending: overlock.pending === true }
  ] as const
  return <Tabs label="Settings" tabs={off ? tabs.slice(0, 1) : tabs} />
}
