import { useRef, useState } from "react"
import { setPassword as setPasswordCommand } from "#core/commands/sessionCommands.ts"
import { words } from "#core/api/problem.ts"
import { LinkExpired } from "#core/auth/AuthErrors.ts"
import { center } from "#web/app/CommandCenter.ts"
import { toast } from "#web/app/notices.ts"
import { run } from "#web/app/run.ts"
import { useCommands } from "#web/app/useCommands.ts"
import { CommandButton } from "#web/ui/CommandButton.tsx"
import { TextField } from "#web/ui/TextField.tsx"
import { newPasswordIssues } from "./authFields.ts"
import { FormFailure } from "./FormFailure.tsx"
import { PublicLink } from "#web/ui/PublicLink.tsx"
import { useSending } from "./useSending.ts"

interface SetPasswordFormProps {
  /** Of the address in the mail; null where there was none. */
  readonly uid: string | null
  readonly onDone: () => void
}

const expired = words(new LinkExpired())

/** A new password, twice (000 §2 and §5). Without the uid of a reset link it cannot be sent. */
export const SetPasswordForm = ({ uid, onDone }: SetPasswordFormProps) => {
  const [password, setPassword] = useState("")
  const [confirmation, setConfirmation] = useState("")
  const [tried, setTried] = useState(false)
  const passwordInput = useRef<HTMLInputElement>(null)
  const confirmationInput = useRef<HTMLInputElement>(null)
  const { busy, failure, said, notYet, send } = useSending()
  const issues = tried ? newPasswordIssues({ password, confirmation }) : {}
  const linkGone = uid === null || failure?.problem?._tag === "LinkExpired"

  const submit = async () => {
    if (uid === null) return
    setTried(true)
    const wrong = newPasswordIssues({ password, confirmation })
    if (wrong.password !== undefined) return passwordInput.current?.focus()
    if (wrong.confirmation !== undefined) return confirmationInput.current?.focus()
    if (!(await send(() => run(setPasswordCommand, { uid, password })))) return
    toast("success", "Your password is set.", "Log in with it.")
    onDone()
  }
  useCommands({ scope: "anywhere", handlers: { "password.set": () => void submit() } })

  return (
    <form
      className="auth-form"
      method="post"
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        center.perform("password.set")
      }}
    >
      <FormFailure said={uid === null ? expired : said} />
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
      <CommandButton
        command="password.set"
        look="primary"
        submit
        notYet={uid === null ? `${expired.error} ${expired.next}` : notYet}
      >
        {busy ? "Sending ..." : "Submit"}
      </CommandButton>
      <p className="auth-more">
        {linkGone ? (
          <PublicLink to="/forgotpassword" command="auth.showForgotten">
            Ask for a new link
          </PublicLink>
        ) : (
          <PublicLink to="/signin" command="auth.showSignIn">
            Return to Login
          </PublicLink>
        )}
      </p>
    </form>
  )
}
