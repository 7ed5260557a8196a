import { useState } from "react"
import { withClient } from "#core/api/ApiClient.ts"
import { call } from "#web/app/calls.ts"
import { session, useSignedInUser } from "#web/app/Session.ts"
import { useAttempt } from "#web/app/useAttempt.ts"
import { useCommands } from "#web/app/useCommands.ts"
import { useLife } from "#web/app/useLife.ts"
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
  const [sending, attempt] = useAttempt()
  const life = useLife()
  const send = async (): Promise<void> => {
    if (password === "") return setIssue("Password is required.")
    await attempt(
      async () => {
        const { data } = await call(
          withClient((client) => client.auth.login({ payload: { email: user.email, password, isAuth: true } }))
        )
        // The response is for the user's own company, but they may be acting for another.
        session.begin(data.token, user)
        if (!life.current.signal.aborted) onDone()
      },
      ({ problem, words }) => {
        if (problem?._tag !== "WrongCredentials") return false
        setIssue(words.error)
        return true
      }
    )
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
