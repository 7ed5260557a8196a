import { signOut } from "#web/app/signOut.ts"
import { useCommands } from "#web/app/useCommands.ts"
import { CommandButton } from "#web/ui/CommandButton.tsx"
import { Dialog } from "#web/ui/Dialog.tsx"
import "./IdleWarning.css"

interface IdleWarningProps {
  /** Until the sign-out. */
  readonly seconds: number
  readonly onStay: () => void
}

/** Asks whether somebody is still there. Esc, or a press beside it, says so as well. */
export const IdleWarning = ({ seconds, onStay }: IdleWarningProps) => {
  useCommands({
    scope: "anywhere",
    modal: true,
    handlers: { "session.stay": onStay, "layer.close": onStay, "auth.logout": () => void signOut(true) }
  })
  return (
    <Dialog title="Are you still there?" onClose={onStay}>
      <div className="idle-body">
        <p>
          You've been inactive for a while. You will be logged out in{" "}
          <strong className="code" aria-hidden="true">
            {seconds} s
          </strong>
          <span className="hidden">less than a minute</span>.
        </p>
      </div>
      <footer className="dialog-foot">
        {/* First, so that it has the focus: a key somebody was about to press does not sign them out. */}
        <CommandButton command="session.stay" look="primary">
          Stay signed in
        </CommandButton>
        <CommandButton command="auth.logout">Sign Out</CommandButton>
      </footer>
    </Dialog>
  )
}
