import type { JobId } from "#core/base/ids.ts"
import { cancelJob } from "#core/commands/jobCommands.ts"
import { center } from "#web/app/CommandCenter.ts"
import { jobPath } from "#web/app/jobPath.ts"
import { toast } from "#web/app/notices.ts"
import { run } from "#web/app/run.ts"
import { planUndo } from "#web/app/selectionJobs.ts"
import { whereabouts } from "#web/app/whereabouts.ts"

/**
 * Plans the undo of a job and opens the plan, which the user confirms there, as in the terminal. If they have gone on in the
 * meantime, a toast links to it.
 */
export const openUndo = async (jobID: JobId): Promise<void> => {
  const stayed = whereabouts()
  const job = await planUndo(jobID).finally(stayed)
  const { state, total, planned, wouldApply, wouldFail } = job
  if (state === "receiving" && planned === total && wouldApply === 0 && wouldFail === 0) {
    await run(cancelJob, { job: job.jobID })
    toast("info", `Job ${jobID}: nothing to undo.`, undefined, jobPath(jobID))
  } else if (stayed()) center.perform("jobs.show", { input: { job: job.jobID } })
  else toast("info", `The undo of job ${jobID} is planned.`, "Open it to apply it.", jobPath(job.jobID))
}
