import { QuickLockSearch } from "#web/features/dashboard/QuickLockSearch.tsx"

/** /dashboard */
export const DashboardRoute = () => (
  <>
    <h1>Dashboard</h1>
    <QuickLockSearch />
  </>
)
