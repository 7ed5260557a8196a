import { countOf } from "#core/base/countOf.ts"
import { countText } from "#core/base/countText.ts"
import type { Job } from "#core/jobs/Job.ts"
import { CallFailure } from "#web/app/CallFailure.ts"
import { jobPath } from "#web/app/jobPath.ts"
import { shownHere, toast } from "#web/app/notices.ts"
import { applied } from "#web/app/selectionJobs.ts"
import type { Progress } from "./useProgress.ts"

/**
 * Applies a planned job and tells how far it is. Resolves to the finished job. If the connection is lost, a toast says that
 * the server continues, and this resolves to null.
 */
export const applyBatch = async (title: string, job: Job, tell: (now: Progress) => void): Promise<Job | null> => {
  const total = job.wouldApply
  let started = false
  const onProgress = (done: number): void =>
    tell({ title, text: `${countText(done)} of ${countOf(total, "lock")} changed`, done, total })
  onProgress(0)
  const path = jobPath(job.jobID)
  // This tab shows the result itself.
  shownHere.add(path)
  try {
    const done = await applied(job, (now) => {
      started = true
      onProgress(now.applied)
    })
    if (done.state === "applying") shownHere.delete(path)
    return done
  } catch (error) {
    shownHere.delete(path)
    if (!(error instanceof CallFailure) || !error.offline) throw error
    toast(
      "warning",
      started
        ? `Connection lost. ${title}: this continues on the server.`
        : `Connection lost. ${title}: this may have started on the server.`,
      `See job ${job.jobID} for its progress.`,
      path
    )
    return null
  }
}
