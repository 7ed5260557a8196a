import { LockTabs } from "#web/features/locks/LockTabs.tsx"
import { ManageLocks } from "#web/features/locks/ManageLocks.tsx"

/** /locks/manage_locks */
export const ManageLocksRoute = () => (
  <>
    <h1>Manage Locks</h1>
    <LockTabs />
    <ManageLocks />
  </>
)
