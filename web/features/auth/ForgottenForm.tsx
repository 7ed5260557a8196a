import { useRef, useState } from "react"
import { forgotPassword } from "#core/commands/sessionCommands.ts"
import { carriedEmail } from "#web/app/address.ts"
import { toast } from "#web/app/notices.ts"
import { run } from "#web/app/run.ts"
import { TextField } from "#web/ui/TextField.tsx"
import { forgottenIssues } from "./authFields.ts"
import { AuthForm } from "./AuthForm.tsx"
import { PublicLink } from "#web/ui/PublicLink.tsx"
import { useSending } from "./useSending.ts"
import { useTried } from "./useTried.ts"

/** Requests a reset link (000 §2). The response is the same whether or not the email exists. */
export const ForgottenForm = () => {
  const [email, setEmail] = useState(carriedEmail)
  /** The server's answer, which stays when its toast is gone. */
  const [answer, setAnswer] = useState<string | null>(null)
  const emailInput = useRef<HTMLInputElement>(null)
  const { busy, message, notYet, send } = useSending()
  const { issues, fits } = useTried(forgottenIssues, { email }, { email: emailInput })

  const submit = async () => {
    if (!fits()) return
    const resetLink = `${location.origin}/setpassword`
    await send(async () => {
      const { message: said = "Check your email for a reset link." } = await run(forgotPassword, {
        email: email.trim(),
        resetLink
      })
      setAnswer(said)
      toast("success", said)
    })
  }
  return (
    <AuthForm
      command="password.forgot"
      onSubmit={submit}
      message={message}
      notYet={notYet}
      label={busy ? "Sending ..." : "Submit"}
      lead={
        answer === null ? (
          <p className="muted auth-lead">We'll email you a reset link. It expires in 30 minutes.</p>
        ) : (
          <p className="auth-lead">{answer}</p>
        )
      }
      foot={
        <p className="auth-more">
          <PublicLink to="/signin" carried={{ email }} command="auth.showSignIn">
            Return to Login
          </PublicLink>
        </p>
      }
    >
      <TextField
        label="Email"
        type="email"
        name="email"
        autoComplete="username"
        autoFocus
        ref={emailInput}
        value={email}
        onText={setEmail}
        issue={issues.email}
      />
    </AuthForm>
  )
}
