import { Link } from "@tanstack/react-router"
import type { ImportKind, Job } from "#core/jobs/Job.ts"
import { importNouns } from "#core/jobs/jobWords.ts"
import { importRoutes } from "#core/navigation/importRoutes.ts"
import { routeOf } from "#core/navigation/routes.ts"
import { JobProgress } from "./JobProgress.tsx"

/** Links to the import's own screen, which has its columns, issues and rows. */
export const ImportJob = ({ job, kind }: { readonly job: Job; readonly kind: ImportKind }) => (
  <section className="card job-card" aria-labelledby="job-now">
    <header>
      <h2 id="job-now">Import of {importNouns[kind][1]}</h2>
    </header>
    <div className="job-now">
      {job.state === "receiving" ? <p>Nothing of it has been imported yet.</p> : <JobProgress job={job} />}
      <p>
        <Link
          to={routeOf(importRoutes[kind]).path}
          search={{ import: job.jobID }}
          data-command={`go.${importRoutes[kind]}`}
        >
          Open the import
        </Link>
      </p>
    </div>
  </section>
)
