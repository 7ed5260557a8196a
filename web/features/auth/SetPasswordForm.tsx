import { useRef, useState } from "react"
import { setPassword as setPasswordCommand } from "#core/commands/sessionCommands.ts"
import { run } from "#web/app/run.ts"
import { TextField } from "#web/ui/TextField.tsx"
import { newPasswordIssues } from "./authFields.ts"
import { AuthForm } from "./AuthForm.tsx"
import { PublicLink } from "#web/ui/PublicLink.tsx"
import { useSending } from "./useSending.ts"
import { useTried } from "./useTried.ts"

interface SetPasswordFormProps {
  /** From the URL in the email; null if it had none. */
  readonly uid: string | null
  readonly onDone: () => void
}

/** A link without its uid isn't expired: the page was reloaded, or its address typed. */
const withoutUid = {
  error: "This page needs the link in your email.",
  next: "Open the link again, or request a new one."
}

/** A new password, typed twice (000 §2 and §5). It can't be sent without the uid of a reset link. */
export const SetPasswordForm = ({ uid, onDone }: SetPasswordFormProps) => {
  const [password, setPassword] = useState("")
  const [confirmation, setConfirmation] = useState("")
  const passwordInput = useRef<HTMLInputElement>(null)
  const confirmationInput = useRef<HTMLInputElement>(null)
  const { busy, failure, message, notYet, send } = useSending()
  const { issues, fits } = useTried(
    newPasswordIssues,
    { password, confirmation },
    { password: passwordInput, confirmation: confirmationInput }
  )
  const linkGone = uid === null || failure?.problem?._tag === "LinkExpired"

  const submit = async () => {
    if (uid === null || !fits()) return
    if (await send(() => run(setPasswordCommand, { uid, password }))) onDone()
  }

  return (
    <AuthForm
      command="password.set"
      onSubmit={submit}
      message={uid === null ? withoutUid : message}
      notYet={uid === null ? "Open the link in your email first." : notYet}
      label={busy ? "Sending ..." : "Submit"}
      foot={
        <p className="auth-more">
          {linkGone ? (
            <PublicLink to="/forgotpassword" command="auth.showForgotten">
              Request a new link
            </PublicLink>
          ) : (
            <PublicLink to="/signin" command="auth.showSignIn">
              Return to Login
            </PublicLink>
          )}
        </p>
      }
    >
      <TextField
        label="New password"
        type="password"
        name="password"
        autoComplete="new-password"
        autoFocus
        ref={passwordInput}
        value={password}
        onText={setPassword}
        issue={issues.password}
      />
      <TextField
        label="Confirm password"
        type="password"
        name="confirmation"
        autoComplete="new-password"
        ref={confirmationInput}
        value={confirmation}
        onText={setConfirmation}
        issue={issues.confirmation}
      />
    </AuthForm>
  )
}
