import { signOut } from "#web/app/signOut.ts"
import { useCommands } from "#web/app/useCommands.ts"
import { CommandButton } from "#web/ui/CommandButton.tsx"
import { Dialog } from "#web/ui/Dialog.tsx"
import "./IdleWarning.css"

interface IdleWarningProps {
  /** Seconds left until sign-out. */
  readonly seconds: number
  readonly onStay: () => void
}

/** Asks whether the user is still there. Esc or a click outside the dialog also keeps the session. */
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
        {/* First, so that it gets the focus: a key pressed by chance doesn't sign the user out. */}
        <CommandButton command="session.stay" look="primary">
          Stay signed in
        </CommandButton>
        <CommandButton command="auth.logout">Sign Out</CommandButton>
      </footer>
    </Dialog>
  )
}
