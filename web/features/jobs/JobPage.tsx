import "./jobs.css"
import { useQuery } from "@tanstack/react-query"
import { Link } from "@tanstack/react-router"
import type { JobId } from "#core/base/ids.ts"
import { routeOf } from "#core/navigation/routes.ts"
import { CallFailure } from "#web/app/CallFailure.ts"
import { failureText } from "#web/app/failures.ts"
import { jobQuery } from "#web/app/jobQueries.ts"
import { useTitle } from "#web/app/useTitle.ts"
import { ScreenLoading } from "#web/ui/ScreenLoading.tsx"
import { isImportKind } from "#core/jobs/Job.ts"
import { ImportJob } from "./ImportJob.tsx"
import { JobFacts } from "./JobFacts.tsx"
import { JobRows } from "./JobRows.tsx"
import { JobSteps } from "./JobSteps.tsx"

/** One job: facts, available actions and rows. */
export const JobPage = ({ jobID }: { readonly jobID: JobId }) => {
  const { data: job, error } = useQuery(jobQuery(jobID))
  useTitle(`Job ${jobID}`)
  const gone = error instanceof CallFailure && error.problem?._tag === "JobNotFound"
  return (
    <>
      <Link to={routeOf("jobs").path} data-command="go.jobs" className="back-link">
        Jobs
      </Link>
      <h1>{gone ? "Job not found" : `Job ${jobID}`}</h1>
      {gone ? (
        <p role="alert">
          There is no job {jobID}, or your role or plan doesn't include it. Jobs are kept temporarily. Unstarted ones
          are removed sooner.
        </p>
      ) : error === null ? null : (
        <p role="alert" className="job-stale">
          {failureText(error)}
        </p>
      )}
      {gone || job === undefined ? (
        error === null ? (
          <ScreenLoading />
        ) : null
      ) : (
        <>
          {isImportKind(job.kind) ? <ImportJob job={job} kind={job.kind} /> : <JobSteps job={job} />}
          <section className="card job-card" aria-labelledby="job-facts">
            <header>
              <h2 id="job-facts">Details</h2>
            </header>
            <JobFacts job={job} />
          </section>
          {isImportKind(job.kind) ? null : <JobRows job={job} />}
        </>
      )}
    </>
  )
}
