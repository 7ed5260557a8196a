import { countOf } from "#core/base/countOf.ts"
import type { Job } from "#core/jobs/Job.ts"
import { toast } from "#web/app/notices.ts"
import { planUndo, tellDone } from "#web/app/selectionJobs.ts"
import { applyBatch } from "./applyBatch.ts"
import type { Progress } from "./useProgress.ts"

/** Undoes the changes of a job, except where something changed since. Tells how far it is. */
export const undoBatch = async (
  title: string,
  { jobID, wouldApply }: Job,
  tell: (now: Progress) => void
): Promise<void> => {
  const undoing = `Undo: ${title}`
  tell({ title: undoing, text: `Planning the change of ${countOf(wouldApply, "lock")}`, done: 0, total: wouldApply })
  const planned = await planUndo(jobID)
  if (planned.total === 0) return toast("info", `${title}: nothing to undo.`)
  const done = await applyBatch(undoing, planned, tell)
  if (done !== null) await tellDone(done, null)
}
