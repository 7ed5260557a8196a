import { useRef, useState } from "react"
import { forgotPassword } from "#core/commands/sessionCommands.ts"
import { carriedEmail } from "#web/app/address.ts"
import { center } from "#web/app/CommandCenter.ts"
import { toast } from "#web/app/notices.ts"
import { run } from "#web/app/run.ts"
import { useCommands } from "#web/app/useCommands.ts"
import { CommandButton } from "#web/ui/CommandButton.tsx"
import { TextField } from "#web/ui/TextField.tsx"
import { forgottenIssues } from "./authFields.ts"
import { FormFailure } from "./FormFailure.tsx"
import { PublicLink } from "#web/ui/PublicLink.tsx"
import { useSending } from "./useSending.ts"

/** Asks for a reset link (000 §2). The answer is the same whether somebody has this e-mail or not. */
export const ForgottenForm = () => {
  const [email, setEmail] = useState(carriedEmail)
  const [tried, setTried] = useState(false)
  const [sentTo, setSentTo] = useState<string | null>(null)
  const emailInput = useRef<HTMLInputElement>(null)
  const { busy, said, notYet, send } = useSending()

  const submit = async () => {
    setTried(true)
    const to = email.trim()
    if (forgottenIssues({ email }).email !== undefined) return emailInput.current?.focus()
    const resetLink = `${location.origin}/setpassword`
    const done = await send(() => run(forgotPassword, { email: to, resetLink }))
    if (!done) return
    setSentTo(to)
    toast("success", "Check your email for a reset link.")
  }
  useCommands({ scope: "anywhere", handlers: { "password.forgot": () => void submit() } })

  return (
    <form
      className="auth-form"
      method="post"
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        center.perform("password.forgot")
      }}
    >
      {sentTo === null ? (
        <p className="muted auth-lead">We send a link for a new password to your e-mail. It is good for 30 minutes.</p>
      ) : (
        <p className="auth-lead" role="status">
          If {sentTo} belongs to an account, a reset link is on its way to it. Look into the spam folder as well.
        </p>
      )}
      <FormFailure said={said} />
      <TextField
        label="Email"
        type="email"
        name="email"
        autoComplete="username"
        autoFocus
        ref={emailInput}
        value={email}
        onText={setEmail}
        issue={tried ? forgottenIssues({ email }).email : undefined}
      />
      <CommandButton command="password.forgot" look="primary" submit notYet={notYet}>
        {busy ? "Sending ..." : "Submit"}
      </CommandButton>
      <p className="auth-more">
        <PublicLink to="/signin" carried={{ email }} command="auth.showSignIn">
          Return to Login
        </PublicLink>
      </p>
    </form>
  )
}
