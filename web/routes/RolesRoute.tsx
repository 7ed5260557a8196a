import { RolesScreen } from "#web/features/roles/RolesScreen.tsx"
import { TeamTabs } from "#web/features/roles/TeamTabs.tsx"

/** /team/roles */
export const RolesRoute = () => (
  <>
    <h1>Roles &amp; permissions</h1>
    <TeamTabs />
    <RolesScreen />
  </>
)
