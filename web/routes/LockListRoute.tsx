import { ListForm } from "#web/features/bulk/ListForm.tsx"
import { UnfinishedJobs } from "#web/features/jobs/UnfinishedJobs.tsx"
import { LockTabs } from "#web/features/locks/LockTabs.tsx"

/** /locks/bulk */
export const LockListRoute = () => (
  <>
    <h1>Bulk changes</h1>
    <LockTabs />
    <ListForm />
    {/* After the form, which would move it. */}
    <UnfinishedJobs />
  </>
)
