import type { JobId } from "#core/base/ids.ts"
import { toast } from "#web/app/notices.ts"
import { applied, planUndo, tellDone } from "#web/app/selectionJobs.ts"

/** Undoes the changes of a job, except where something changed since. */
export const undoBatch = async (title: string, jobID: JobId): Promise<void> => {
  const planned = await planUndo(jobID)
  if (planned.total === 0) return toast("info", `${title}: nothing to undo.`)
  await tellDone(await applied(planned, () => undefined), null)
}
