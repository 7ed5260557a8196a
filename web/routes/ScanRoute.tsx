import { LockTabs } from "#web/features/locks/LockTabs.tsx"
import { Scanner } from "#web/features/scanner/Scanner.tsx"

/** /locks/scan */
export const ScanRoute = () => (
  <>
    <h1>Scan a lock</h1>
    <LockTabs />
    <Scanner />
  </>
)
