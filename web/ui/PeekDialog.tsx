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
  /** Null where there is nowhere to go. */
  readonly onOpen: (() => void) | null
  readonly onClose: () => void
  /** The list takes the focus back. */
  readonly focusBack: () => void
  readonly children: ReactNode
}

/** The facts of a row, without leaving the list. The next row is one key away. */
export const PeekDialog = ({ name, lock, onOpen, onClose, focusBack, children }: PeekDialogProps) => {
  const leave = () => {
    flushSync(onClose)
    // At once: what opens now gives the focus back to where it is.
    focusBack()
  }
  /** Of the lock that is named, as by a serial code typed over the peek; else of the row. */
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
