import "#web/ui/Progress.css"
import { useState } from "react"
import { countOf } from "#core/base/countOf.ts"
import { countText } from "#core/base/countText.ts"
import type { Job } from "#core/jobs/Job.ts"
import { paceOf } from "#core/jobs/jobPace.ts"
import { now } from "#web/app/clock.ts"

/** Progress of a job as a bar and as text, with speed and time left while it runs. */
export const JobProgress = ({ job }: { readonly job: Job }) => {
  const [first] = useState(() => ({ done: job.done, at: now() }))
  const { done, total, applied, failed, running } = job
  const unchanged = done - applied - failed
  const counts = [
    ...(applied === 0 ? [] : [`${countText(applied)} changed`]),
    ...(unchanged === 0 ? [] : [`${countText(unchanged)} had nothing to change`]),
    ...(failed === 0 ? [] : [`${countText(failed)} failed`])
  ]
  return (
    <div className="job-progress">
      <progress className="progress" max={Math.max(1, total)} value={done} aria-label="Rows done" />
      <p>
        {running
          ? paceOf(first.done, job, now() - first.at).text
          : [`${countText(done)} of ${countOf(total, "row")}`, ...counts].join(", ")}
      </p>
      <p className="hidden" role="status">
        {running ? "Job running." : counts.join(", ")}
      </p>
    </div>
  )
}
