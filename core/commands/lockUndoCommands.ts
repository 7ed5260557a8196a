import { withClient } from "#core/api/ApiClient.ts"
import { AuditSeq } from "#core/locks/LockChange.ts"
import { command } from "./Command.ts"
import { lockField } from "./fields.ts"
import { lockDone } from "./lockDone.ts"

const touches = ["locks", "facilities", "audit"] as const

/** Undoes the last change of a lock, if the caller made it. */
export const undoLastChange = command({
  id: "locks.undoLast",
  title: "Undo the last change of a lock",
  shortTitle: "Undo last change",
  section: "Locks",
  keywords: ["back", "revert", "mistake"],
  input: { lockID: lockField },
  subject: "lock",
  scope: "lock",
  risk: "changes",
  touches,
  unchanged: "There is nothing to undo.",
  terminal: {
    path: ["locks", "undo"],
    examples: ["lockdesk locks undo 10482233", "lockdesk locks undo 10482233 --dry-run"]
  },
  done: lockDone.undone,
  does: {
    call: "lockChanges.undo",
    run: ({ lockID }) => withClient((client) => client.lockChanges.undo({ query: {}, payload: { lockID } }))
  }
})

/** Undoes a change by the audit number its response returned. */
export const undoLockChange = command({
  id: "locks.undo",
  title: "Undo the last change",
  section: "Locks",
  keywords: ["back", "revert", "mistake"],
  input: {
    auditSeq: { schema: AuditSeq, label: "Change", description: "The number of its audit record", asked: "never" }
  },
  keys: ["z"],
  risk: "changes",
  touches,
  done: lockDone.undone,
  does: {
    call: "lockChanges.undo",
    run: ({ auditSeq }) => withClient((client) => client.lockChanges.undo({ query: {}, payload: { auditSeq } }))
  }
})

export const lockUndoCommands = [undoLastChange, undoLockChange] as const
