import { withClient } from "#core/api/ApiClient.ts"
import { countOf } from "#core/base/countOf.ts"
import { countText } from "#core/base/countText.ts"
import { undoLockChange } from "#core/commands/lockUndoCommands.ts"
import { type LeftChange, undoneAtOnce } from "#core/locks/LockChange.ts"
import { CallFailure } from "#web/app/CallFailure.ts"
import { call } from "#web/app/calls.ts"
import { isSaving, takeLastChange } from "#web/app/changesMade.ts"
import { tellFailure } from "#web/app/failures.ts"
import { putBackLost } from "#web/app/lostAnswers.ts"
import { toast, withdrawResult } from "#web/app/notices.ts"
import { refresh } from "#web/app/refresh.ts"
import { run } from "#web/app/run.ts"

/** Undoes several changes and shows why some couldn't be. A lock that changed since doesn't block the others. */
const undoMany = async (title: string, auditSeqs: ReadonlyArray<number>): Promise<void> => {
  const left: Array<LeftChange> = []
  try {
    for (let from = 0; from < auditSeqs.length; from += undoneAtOnce) {
      const payload = { auditSeqs: auditSeqs.slice(from, from + undoneAtOnce) }
      left.push(...(await call(withClient((client) => client.lockChanges.undoMany({ query: {}, payload })))).left)
    }
  } finally {
    refresh(undoLockChange.touches)
  }
  const [first] = left
  if (first === undefined) return toast("success", `Undone: ${title}.`)
  const { length } = auditSeqs
  if (left.length < length)
    toast("warning", `Undone for ${countText(length - left.length)} of ${countOf(length, "lock")}: ${title}.`)
  toast("error", first.error, first.next)
}

/** Undoes the last change of this session that isn't undone yet. */
export const undoLast = async (): Promise<void> => {
  if (isSaving()) return toast("info", "Still saving.", "Press z again once it is saved.")
  const last = takeLastChange()
  if (last === null) return toast("info", "There is nothing to undo.", "Press z to undo changes from this session.")
  withdrawResult(last.since)
  try {
    if ("undo" in last) return await last.undo()
    const [auditSeq] = last.auditSeqs
    if (last.auditSeqs.length > 1 || auditSeq === undefined) return await undoMany(last.title, last.auditSeqs)
    await run(undoLockChange, { auditSeq })
    toast("success", `Undone: ${last.title}.`)
  } catch (error) {
    // A lock that changed since is reported, and the next undo is for the change before it. Without a response, it is for this
    // one again.
    if (error instanceof CallFailure && (error.offline || error.problem?._tag === "Unavailable")) putBackLost(last)
    tellFailure(error)
  }
}
