import { ActivateLocks } from "#web/features/activation/ActivateLocks.tsx"
import { LockTabs } from "#web/features/locks/LockTabs.tsx"

/** /locks/activate_locks */
export const ActivateLocksRoute = () => (
  <>
    <h1>Activate Locks</h1>
    <LockTabs />
    <ActivateLocks />
  </>
)
