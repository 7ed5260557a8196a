import "./ConfirmDialog.css"
import { type ReactNode, useId } from "react"
import { useCommands } from "#web/app/useCommands.ts"
import { CommandButton } from "./CommandButton.tsx"
import { Dialog } from "./Dialog.tsx"

interface ConfirmDialogProps {
  readonly title?: string
  /** Labels of the two answers. */
  readonly yes?: string
  readonly no?: string
  readonly onYes: () => void
  readonly onNo: () => void
  /** Additional information. */
  readonly children?: ReactNode
}

/** A yes/no question. Esc or a click outside means no. The focus starts on no, so that a held Enter can't confirm. */
export const ConfirmDialog = (props: ConfirmDialogProps) => {
  const { title = "Are you sure?", yes = "Yes", no = "No", onYes, onNo, children } = props
  const bodyId = useId()
  useCommands({ scope: "anywhere", modal: true, handlers: { "layer.close": onNo, "form.submit": onYes } })
  return (
    <Dialog title={title} describedBy={children === undefined ? undefined : bodyId} onClose={onNo} className="confirm">
      {children === undefined ? null : (
        <div id={bodyId} className="confirm-body">
          {children}
        </div>
      )}
      <p className="dialog-foot confirm-foot">
        <CommandButton command="layer.close">{no}</CommandButton>
        <CommandButton command="form.submit" look="primary">
          {yes}
        </CommandButton>
      </p>
    </Dialog>
  )
}
