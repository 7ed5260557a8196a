import type { JobId } from "#core/base/ids.ts"
import type { Command } from "#core/commands/Command.ts"
import { cancelJob } from "#core/commands/jobCommands.ts"
import type { AnyCommand, CommandHead } from "#core/commands/registry.ts"
import { center } from "#web/app/CommandCenter.ts"
import { definitionOf } from "#web/app/definitions.ts"
import { jobPath } from "#web/app/jobPath.ts"
import { toast } from "#web/app/notices.ts"
import { run } from "#web/app/run.ts"
import { planUndo } from "#web/app/selectionJobs.ts"
import { tellDone } from "#web/app/tellDone.ts"
import { tellUnchangedJob } from "#web/app/tellUnchangedJob.ts"
import { whereabouts } from "#web/app/whereabouts.ts"

/**
 * Plans the undo of a job and opens the plan, which the user confirms there, as in the terminal. If they have gone on in the
 * meantime, a toast links to it.
 */
const undo = async (jobID: JobId): Promise<void> => {
  const stayed = whereabouts()
  const job = await planUndo(jobID).finally(stayed)
  const { state, total, planned, wouldApply, wouldFail } = job
  if (state === "receiving" && planned === total && wouldApply === 0 && wouldFail === 0) {
    await run(cancelJob, { job: job.jobID })
    toast("info", `Job ${jobID}: nothing to undo.`, undefined, jobPath(jobID))
  } else if (stayed()) center.perform("jobs.show", { input: { job: job.jobID } })
  else toast("info", `The undo of job ${jobID} is planned.`, "Open it to apply it.", jobPath(job.jobID))
}

/**
 * Runs a step of a job that was chosen in the palette, and says what happened with a link to the job. Rejects with a `CallFailure`.
 */
export const jobByPalette = async (command: CommandHead, input: Readonly<Record<string, unknown>>): Promise<void> => {
  // The registry types all commands' inputs as one union; each field of this one was validated.
  const job = input["job"] as JobId
  if (command.id === "jobs.undo") return undo(job)
  try {
    const step = (await definitionOf(command)) as AnyCommand & Command
    tellDone(step, input, await run(step, input), jobPath(job))
  } catch (error) {
    if (!tellUnchangedJob(error)) throw error
  }
}
