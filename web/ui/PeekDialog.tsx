import "./PeekDialog.css"
import type { ReactNode } from "react"
import { flushSync } from "react-dom"
import type { Lock } from "#core/locks/Lock.ts"
import { center, type Given } from "#web/app/CommandCenter.ts"
import { useCommands } from "#web/app/useCommands.ts"
import { CommandButton } from "./CommandButton.tsx"
import { Dialog } from "./Dialog.tsx"

export interface PeekDialogProps {
  readonly name: string
  readonly lock: Lock | null
  /** Null if there is nothing to open. */
  readonly onOpen: (() => void) | null
  readonly onClose: () => void
  /** Returns the focus to the list. */
  readonly focusBack: () => void
  readonly children: ReactNode
}

/** Preview of a row without leaving the list. One key moves to the next row. */
export const PeekDialog = ({ name, lock, onOpen, onClose, focusBack, children }: PeekDialogProps) => {
  const leave = () => {
    flushSync(onClose)
    // Before anything else opens, so that it restores the focus to the list.
    focusBack()
  }
  /** Acts on the given lock, as from a serial code typed over the preview, or else on the row's. */
  const onwards = (command: "locks.reveal" | "locks.log") => (given: Given<"locks.reveal" | "locks.log">) => {
    leave()
    const named = given.lock != null || given.input !== undefined
    center.perform(command, named || lock === null ? given : { lock })
  }
  useCommands({
    scope: "lists",
    modal: true,
    lock: () => lock,
    handlers: {
      "layer.close": onClose,
      "lists.peek": onClose,
      "lists.open": () => {
        leave()
        onOpen?.()
      },
      ...(lock === null ? {} : { "locks.reveal": onwards("locks.reveal"), "locks.log": onwards("locks.log") })
    }
  })
  return (
    <Dialog title={name} onClose={onClose} className="peek" focusSelf>
      {children}
      <p className="dialog-do">
        <CommandButton command="layer.close">Close</CommandButton>
        {lock === null ? null : <CommandButton command="locks.reveal">Reveal</CommandButton>}
        {onOpen === null ? null : (
          <CommandButton command="lists.open" look="primary">
            Open
          </CommandButton>
        )}
      </p>
    </Dialog>
  )
}
