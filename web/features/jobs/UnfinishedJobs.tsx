import "./jobs.css"
import { useInfiniteQuery } from "@tanstack/react-query"
import { Link } from "@tanstack/react-router"
import { countOf } from "#core/base/countOf.ts"
import { countText } from "#core/base/countText.ts"
import { isImportKind, type Job } from "#core/jobs/Job.ts"
import { lacksRows, sentText } from "#core/jobs/jobSent.ts"
import { jobName } from "#core/jobs/jobWords.ts"
import { jobPath } from "#web/app/jobPath.ts"
import { jobsQuery } from "#web/app/jobQueries.ts"
import { useSignedInUser } from "#web/app/Session.ts"
import { logTime } from "#web/app/times.ts"
import { CommandButton } from "#web/ui/CommandButton.tsx"
import { Unfinished } from "#web/ui/Unfinished.tsx"

/** Whether a job waits for its user. Imports have such a list of their own. */
const isUnfinished = ({ kind, state, running, total }: Job): boolean =>
  !isImportKind(kind) && (state === "receiving" ? total > 0 : state === "applying" && !running)

/**
 * The user's own bulk changes that wait for them, such as one whose tab was closed before it started. The job's page continues them;
 * one that has changed nothing can be canceled here, too.
 */
export const UnfinishedJobs = () => {
  const user = useSignedInUser()
  const { data } = useInfiniteQuery(jobsQuery())
  const jobs = (data?.pages[0]?.data ?? []).filter((job) => job.userID === user.userID && isUnfinished(job))
  if (jobs.length === 0) return null
  return (
    <Unfinished title="Your unfinished bulk changes" className="jobs-unfinished">
      {jobs.map((job) => (
        <li key={job.jobID}>
          <Link to={jobPath(job.jobID)} data-command="jobs.show">
            {lacksRows(job) ? "Open" : "Continue"} job {job.jobID}
          </Link>
          <span>{jobName(job)}</span>
          <span>
            {job.state === "receiving"
              ? `${lacksRows(job) ? `Incomplete: ${sentText(job)}` : `${countOf(job.total, "row")}, not started.`} Nothing was changed.`
              : `Stopped: ${countText(job.done)} of ${countOf(job.total, "row")} done.`}
          </span>
          <span className="muted">{logTime(job.updatedOn)} UTC</span>
          {job.state === "receiving" ? (
            <CommandButton
              command="jobs.cancel"
              given={{ input: { job: job.jobID } }}
              showKeys={false}
              label={`Cancel job ${job.jobID}`}
            >
              Cancel
            </CommandButton>
          ) : null}
        </li>
      ))}
    </Unfinished>
  )
}
