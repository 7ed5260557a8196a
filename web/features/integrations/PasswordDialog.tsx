import { useState } from "react"
import { withClient } from "#core/api/ApiClient.ts"
import { CallFailure } from "#web/app/CallFailure.ts"
import { call } from "#web/app/calls.ts"
import { tellFailure } from "#web/app/failures.ts"
import { session, useSignedInUser } from "#web/app/Session.ts"
import { useCommands } from "#web/app/useCommands.ts"
import { CommandButton } from "#web/ui/CommandButton.tsx"
import { CommandForm } from "#web/ui/CommandForm.tsx"
import { Dialog } from "#web/ui/Dialog.tsx"
import { SentFields } from "#web/ui/SentFields.tsx"
import { TextField } from "#web/ui/TextField.tsx"

interface PasswordDialogProps {
  readonly onDone: () => void
  readonly onClose: () => void
}

/** Asks the signed-in user for the password and continues with the session the server returns. */
export const PasswordDialog = ({ onDone, onClose }: PasswordDialogProps) => {
  const user = useSignedInUser()
  const [password, setPassword] = useState("")
  const [issue, setIssue] = useState<string | undefined>(undefined)
  const [sending, setSending] = useState(false)
  const send = async (): Promise<void> => {
    if (sending) return
    if (password === "") return setIssue("Password is required.")
    setSending(true)
    try {
      const { data } = await call(
        withClient((client) => client.auth.login({ payload: { email: user.email, password, isAuth: true } }))
      )
      // The response is for the user's own company, but they may be acting for another.
      session.begin(data.token, user)
      onDone()
    } catch (failure) {
      if (failure instanceof CallFailure && failure.problem?._tag === "WrongCredentials") {
        setIssue(failure.words.error)
      } else tellFailure(failure)
    } finally {
      setSending(false)
    }
  }
  useCommands({
    scope: "anywhere",
    modal: true,
    handlers: { "layer.close": onClose, "form.submit": () => void send() }
  })
  return (
    <Dialog title="Enter your password" onClose={onClose} className="confirm">
      <CommandForm className="confirm-body">
        <SentFields sending={sending}>
          <TextField
            label="Password"
            type="password"
            autoComplete="current-password"
            value={password}
            onText={(text) => {
              setPassword(text)
              setIssue(undefined)
            }}
            issue={issue}
          />
        </SentFields>
        <p className="dialog-foot confirm-foot">
          <CommandButton command="layer.close">Cancel</CommandButton>
          <CommandButton command="form.submit" look="primary" submit notYet={sending ? "Sending…" : null}>
            Continue
          </CommandButton>
        </p>
      </CommandForm>
    </Dialog>
  )
}
