import { LockTabs } from "#web/features/locks/LockTabs.tsx"
import { ReturnsScreen } from "#web/features/returns/ReturnsScreen.tsx"

/** /locks/process_returned */
export const ReturnsRoute = () => (
  <>
    <h1>Process Returned</h1>
    <LockTabs />
    <ReturnsScreen />
  </>
)
