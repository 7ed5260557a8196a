import { undoLockChange } from "#core/commands/lockChangeCommands.ts"
import { takeLastChange } from "#web/app/changesMade.ts"
import { tellFailure } from "#web/app/failures.ts"
import { toast } from "#web/app/notices.ts"
import { run } from "#web/app/run.ts"
import { applied, planUndo, tellDone } from "#web/app/selectionJobs.ts"
import { useCommands } from "#web/app/useCommands.ts"

/** Takes back all that a job changed and nothing has changed since. */
const undoBatch = async (title: string, jobID: number): Promise<void> => {
  const planned = await planUndo(jobID)
  if (planned.total === 0) return toast("info", `${title}: nothing to undo.`)
  await tellDone(await applied(planned, () => undefined), null)
}

const undo = async (): Promise<void> => {
  const last = takeLastChange()
  if (last === null)
    return toast("info", "There is nothing to undo.", "`z` takes back what was changed in this session.")
  try {
    if ("jobID" in last) return await undoBatch(last.title, last.jobID)
    for (const auditSeq of last.auditSeqs) await run(undoLockChange, { auditSeq })
    toast("success", `Undone: ${last.title}.`)
  } catch (error) {
    // A lock that moved since says so; the change before it can still be taken back.
    tellFailure(error)
  }
}

/** Carries out `locks.undo`: the last change of this session, one at each press, a whole selection at once. */
export const ChangeUndoer = () => {
  useCommands({ scope: "anywhere", handlers: { "locks.undo": () => void undo() } })
  return null
}
