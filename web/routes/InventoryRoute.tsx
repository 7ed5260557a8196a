import { InventoryLocks } from "#web/features/inventory/InventoryLocks.tsx"
import { LockTabs } from "#web/features/locks/LockTabs.tsx"

/** /locks/inventory */
export const InventoryRoute = () => (
  <>
    <h1>Inventory</h1>
    <LockTabs />
    <InventoryLocks />
  </>
)
