import { InventoryReview } from "#web/features/inventory/InventoryReview.tsx"
import { LockTabs } from "#web/features/locks/LockTabs.tsx"

/** /locks/inventory/review */
export const InventoryReviewRoute = () => (
  <>
    <h1>Inventory review</h1>
    <LockTabs />
    <InventoryReview />
  </>
)
