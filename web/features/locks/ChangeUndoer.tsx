import { undoLockChange } from "#core/commands/lockChangeCommands.ts"
import { takeLastChange } from "#web/app/changesMade.ts"
import { tellFailure } from "#web/app/failures.ts"
import { toast } from "#web/app/notices.ts"
import { run } from "#web/app/run.ts"
import { useCommands } from "#web/app/useCommands.ts"

const undo = async (): Promise<void> => {
  const last = takeLastChange()
  if (last === null) return toast("info", "There is nothing to undo.", "Press Z to undo changes from this session.")
  try {
    if ("undo" in last) return await last.undo()
    const failures: Array<unknown> = []
    for (const auditSeq of last.auditSeqs)
      await run(undoLockChange, { auditSeq }).catch((error) => failures.push(error))
    const { length } = last.auditSeqs
    const [first] = failures
    // One lock that has moved since does not keep the others from being taken back.
    if (failures.length === length) return tellFailure(first)
    if (first === undefined) return toast("success", `Undone: ${last.title}.`)
    toast("warning", `Undone for ${length - failures.length} of ${length} locks: ${last.title}.`)
    tellFailure(first)
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
