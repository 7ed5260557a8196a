import "./jobs.css"
import { useInfiniteQuery } from "@tanstack/react-query"
import { useNavigate } from "@tanstack/react-router"
import { countText } from "#core/base/countText.ts"
import type { Job } from "#core/jobs/Job.ts"
import { jobKindNames, jobStateText } from "#core/jobs/jobWords.ts"
import { jobPath } from "#web/app/jobPath.ts"
import { jobsQuery } from "#web/app/jobQueries.ts"
import { logTime } from "#web/app/times.ts"
import { CommandButton } from "#web/ui/CommandButton.tsx"
import type { ListColumn } from "#web/ui/List.tsx"
import { PagedList } from "#web/ui/PagedList.tsx"
import { JobFacts } from "./JobFacts.tsx"
import { JobLink } from "./JobLink.tsx"

const doneOf = ({ done, total }: Job): string => `${countText(done)} of ${countText(total)}`

const columns: ReadonlyArray<ListColumn<Job>> = [
  { id: "job", title: "Job", track: "72px", cell: ({ jobID }) => <JobLink jobID={jobID} /> },
  { id: "kind", title: "Kind", track: "minmax(110px, 1fr)", cell: ({ kind }) => jobKindNames[kind] },
  { id: "state", title: "State", track: "100px", cell: jobStateText },
  { id: "done", title: "Done", track: "minmax(148px, 0.6fr)", cell: doneOf },
  { id: "failed", title: "Failed", track: "72px", cell: ({ failed }) => countText(failed) },
  {
    id: "source",
    title: "Source",
    track: "minmax(100px, 1fr)",
    from: 760,
    cell: ({ source }) => <span title={source}>{source}</span>
  },
  { id: "by", title: "By", track: "minmax(100px, 0.8fr)", from: 900, cell: ({ createdBy }) => createdBy },
  { id: "made", title: "Made", track: "204px", from: 1040, cell: ({ createdOn }) => `${logTime(createdOn)} UTC` }
]

const card = (job: Job) => (
  <>
    <p>
      <JobLink jobID={job.jobID} />
      <span>{jobKindNames[job.kind]}</span>
      <span className="muted">{jobStateText(job)}</span>
    </p>
    <p className="muted">
      <span>{doneOf(job)}</span>
      {job.failed === 0 ? null : <span>{countText(job.failed)} failed</span>}
      <span>{job.source}</span>
    </p>
  </>
)

const idOf = ({ jobID }: Job): number => jobID
const nameOf = ({ jobID }: Job): string => `Job ${jobID}`
const peek = (job: Job) => <JobFacts job={job} />

/** Jobs the user may see, newest first. */
export const JobList = () => {
  const query = useInfiniteQuery(jobsQuery())
  const navigate = useNavigate()
  return (
    <PagedList
      query={query}
      idOf={idOf}
      nouns={["job", "jobs"]}
      above={<CommandButton command="go.locks.list">New bulk change</CommandButton>}
      hint="No bulk changes yet. Paste or drop a list to start one."
      label="Jobs"
      columns={columns}
      card={card}
      nameOf={nameOf}
      peek={peek}
      onOpen={({ jobID }) => void navigate({ to: jobPath(jobID) })}
    />
  )
}
