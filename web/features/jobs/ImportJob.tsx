import { Link } from "@tanstack/react-router"
import type { Job } from "#core/jobs/Job.ts"
import { routeOf } from "#core/navigation/routes.ts"
import { JobProgress } from "./JobProgress.tsx"

/** An import of facilities has a screen of its own, with its columns, its issues and its rows. */
export const ImportJob = ({ job }: { readonly job: Job }) => (
  <section className="card job-card" aria-labelledby="job-now">
    <header>
      <h2 id="job-now">Import of facilities</h2>
    </header>
    <div className="job-now">
      {job.state === "receiving" ? <p>Nothing of it has been imported yet.</p> : <JobProgress job={job} />}
      <p>
        <Link to={routeOf("facilities.import").path} search={{ import: job.jobID }} data-command="go.facilities.import">
          Open the import
        </Link>
      </p>
    </div>
  </section>
)
