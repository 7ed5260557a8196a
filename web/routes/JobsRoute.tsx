import { JobList } from "#web/features/jobs/JobList.tsx"

/** /jobs */
export const JobsRoute = () => (
  <>
    <h1>Jobs</h1>
    <JobList />
  </>
)
