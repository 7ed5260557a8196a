import { SettingsTabs } from "#web/features/settings/SettingsTabs.tsx"
import { SubdomainList } from "#web/features/subdomains/SubdomainList.tsx"

/** /settings/overlock */
export const SubdomainsRoute = () => (
  <>
    <h1>Subdomains</h1>
    <SettingsTabs />
    <SubdomainList />
  </>
)
