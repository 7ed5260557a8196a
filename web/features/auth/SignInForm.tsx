import { useRef, useState } from "react"
import { signIn } from "#core/commands/sessionCommands.ts"
import { carriedEmail, useQuery } from "#web/app/address.ts"
import { run } from "#web/app/run.ts"
import { beginSession } from "#web/app/sessionLife.ts"
import { holdKeys } from "#web/keyboard/earlyKeys.ts"
import { TextField } from "#web/ui/TextField.tsx"
import { signInIssues } from "./authFields.ts"
import { AuthForm } from "./AuthForm.tsx"
import { PublicLink } from "#web/ui/PublicLink.tsx"
import { useSending } from "./useSending.ts"
import { useTried } from "./useTried.ts"

/** Email and password (000 §2 and §5). The fields keep their text whatever the outcome. */
export const SignInForm = () => {
  const [email, setEmail] = useState(carriedEmail)
  const [password, setPassword] = useState("")
  const [remember, setRemember] = useState(false)
  const emailInput = useRef<HTMLInputElement>(null)
  const passwordInput = useRef<HTMLInputElement>(null)
  const query = useQuery()
  const { busy, message, notYet, send } = useSending()
  const { issues, fits } = useTried(signInIssues, { email, password }, { email: emailInput, password: passwordInput })

  const submit = async () => {
    if (!fits()) return
    // From here on, keys are meant for the console, not for the password field.
    const held = holdKeys()
    const done = await send(async () => {
      const { data } = await run(signIn, { email: email.trim(), password, rememberMe: remember, client: "web" })
      beginSession(data.token, data.user, remember)
    })
    if (done) return held.release()
    held.drop()
    passwordInput.current?.select()
  }
  return (
    <AuthForm
      command="auth.login"
      onSubmit={submit}
      message={message}
      notYet={notYet}
      label={busy ? "Logging in ..." : "Log In"}
      foot={
        <p className="muted auth-more">
          No account yet?{" "}
          <PublicLink to={`/signup${query}`} command="auth.showSignUp">
            Sign Up
          </PublicLink>
        </p>
      }
    >
      <TextField
        label="Email"
        type="email"
        name="email"
        autoComplete="username"
        autoFocus={email === ""}
        ref={emailInput}
        value={email}
        onText={setEmail}
        issue={issues.email}
      />
      <TextField
        label="Password"
        type="password"
        name="password"
        autoComplete="current-password"
        autoFocus={email !== ""}
        ref={passwordInput}
        value={password}
        onText={setPassword}
        issue={issues.password}
      />
      <div className="auth-aside">
        <label className="auth-check">
          <input type="checkbox" checked={remember} onChange={(event) => setRemember(event.target.checked)} />
          Remember me
        </label>
        <PublicLink to="/forgotpassword" carried={{ email }} command="auth.showForgotten">
          Forgot password?
        </PublicLink>
      </div>
    </AuthForm>
  )
}
