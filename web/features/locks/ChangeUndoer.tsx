import { tellFailure } from "#web/app/failures.ts"
import { loadForCall } from "#web/app/loadForCall.ts"
import { useCommands } from "#web/app/useCommands.ts"

/** Settles when the latest undo is done. */
let undone = Promise.resolve()

/** Undoes after the undo before it: an older change of a lock can't be undone while a newer one still is. */
const undoInTurn = (): void => {
  undone = undone
    .then(() => loadForCall(() => import("./undoLast.ts")))
    .then(({ undoLast }) => undoLast())
    .catch(tellFailure)
}

/**
 * Handles `locks.undo`: undoes the last change of this session; repeat for earlier ones. A bulk change is undone at
 * once.
 */
export const ChangeUndoer = () => {
  useCommands({ scope: "anywhere", handlers: { "locks.undo": undoInTurn } })
  return null
}
