import { CallFailure } from "./CallFailure.ts"
import { jobPath } from "./jobPath.ts"
import { toast } from "./notices.ts"

/** Says that a job was already done, if that is why a step of it was refused. Returns whether it was. */
export const tellUnchangedJob = (error: unknown): boolean => {
  const problem = error instanceof CallFailure ? error.problem : null
  if (problem?._tag !== "JobStateRefused" || problem.data.state !== "done") return false
  const { jobID } = problem.data
  toast("info", `Unchanged: job ${jobID} is already done.`, undefined, jobPath(jobID))
  return true
}
