import { Link } from "@tanstack/react-router"
import type { JobId } from "#core/base/ids.ts"
import { jobPath } from "#web/app/jobPath.ts"

/** A job number that links to the job's page. */
export const JobLink = ({ jobID }: { readonly jobID: JobId }) => (
  <Link to={jobPath(jobID)} data-command="jobs.show" onClick={(event) => event.stopPropagation()}>
    {jobID}
  </Link>
)
