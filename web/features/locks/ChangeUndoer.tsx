import { undoLockChange } from "#core/commands/lockChangeCommands.ts"
import { takeLastChange } from "#web/app/changesMade.ts"
import { tellFailure } from "#web/app/failures.ts"
import { toast } from "#web/app/notices.ts"
import { run } from "#web/app/run.ts"
import { useCommands } from "#web/app/useCommands.ts"

const undo = async (): Promise<void> => {
  const last = takeLastChange()
  if (last === null)
    return toast("info", "There is nothing to undo.", "`z` takes back what was changed in this session.")
  try {
    if ("undo" in last) return await last.undo()
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
