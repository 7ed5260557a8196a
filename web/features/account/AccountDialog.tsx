import "./account.css"
import { useState } from "react"
import { useSignedInUser } from "#web/app/Session.ts"
import { mayLoseTyped } from "#web/app/unsaved.ts"
import { useCommands } from "#web/app/useCommands.ts"
import { CommandButton } from "#web/ui/CommandButton.tsx"
import { Dialog } from "#web/ui/Dialog.tsx"
import { CompanyPart } from "./CompanyPart.tsx"
import { EmailPart } from "./EmailPart.tsx"
import { NamePart } from "./NamePart.tsx"
import { NewPasswordPart } from "./NewPasswordPart.tsx"
import { PasswordShownPart } from "./PasswordShownPart.tsx"

interface AccountDialogProps {
  readonly opener: Element | null
  readonly onClose: () => void
}

/** Submits the form that has the focus, so Mod+Enter acts like Enter. */
const sendForm = (): void => document.activeElement?.closest("form")?.requestSubmit()

/**
 * Manage Account (002 §2, §4). Once the user re-enters the password, email and password stay editable until the
 * dialog closes.
 */
export const AccountDialog = ({ opener, onClose }: AccountDialogProps) => {
  const { email, fromSsoLogin } = useSignedInUser()
  const [shown, setShown] = useState(false)
  const close = async (): Promise<void> => {
    if (await mayLoseTyped("dialog")) onClose()
  }
  useCommands({
    scope: "anywhere",
    modal: true,
    handlers: { "layer.close": () => void close(), "account.open": () => void close(), "form.submit": sendForm }
  })
  return (
    <Dialog title="Manage Account" onClose={() => void close()} opener={opener} className="account">
      <div className="account-body">
        <p className="muted account-email">Signed in as {email}</p>
        <NamePart />
        <CompanyPart />
        {shown ? (
          <>
            <EmailPart />
            <NewPasswordPart />
          </>
        ) : (
          <PasswordShownPart onShown={() => setShown(true)} />
        )}
        {fromSsoLogin ? (
          <p className="muted">
            You sign in through your company. If you have no password here, ask an admin to change your account.
          </p>
        ) : null}
      </div>
      <p className="dialog-foot">
        <CommandButton command="layer.close">Close</CommandButton>
      </p>
    </Dialog>
  )
}
