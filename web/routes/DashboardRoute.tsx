import { lazyPart } from "#web/app/lazyPart.ts"
import { QuickLockSearch } from "#web/features/dashboard/QuickLockSearch.tsx"
import { FailureBoundary } from "#web/ui/FailureBoundary.tsx"
import { LateLoading } from "#web/ui/LateLoading.tsx"

/** Loaded after the search above it, which most users come for. */
const FmsStatus = lazyPart(() => import("#web/features/dashboard/FmsStatus.tsx"), "FmsStatus", LateLoading)

/** /dashboard */
export const DashboardRoute = () => (
  <>
    <h1>Dashboard</h1>
    <QuickLockSearch />
    <FailureBoundary>
      <FmsStatus />
    </FailureBoundary>
  </>
)
