import { lazyPart } from "#web/app/lazyPart.ts"
import { useCommands } from "#web/app/useCommands.ts"
import type { PeekDialogProps } from "./PeekDialog.tsx"

/** Takes the keys of a peek that was asked for before it was loaded: none of them reaches the list behind it. */
const Coming = ({ onClose }: PeekDialogProps) => {
  useCommands({ scope: "lists", modal: true, handlers: { "layer.close": onClose, "lists.peek": onClose } })
  return null
}

/** The facts of a row in a dialog, loaded when a list is first used. */
export const PeekDialog = lazyPart(() => import("./PeekDialog.tsx"), "PeekDialog", Coming)
