import { useRef, useState } from "react"
import { signIn } from "#core/commands/sessionCommands.ts"
import { carriedEmail, useQuery } from "#web/app/address.ts"
import { center } from "#web/app/CommandCenter.ts"
import { run } from "#web/app/run.ts"
import { beginSession } from "#web/app/sessionLife.ts"
import { useCommands } from "#web/app/useCommands.ts"
import { CommandButton } from "#web/ui/CommandButton.tsx"
import { TextField } from "#web/ui/TextField.tsx"
import { signInIssues } from "./authFields.ts"
import { FormFailure } from "./FormFailure.tsx"
import { PublicLink } from "#web/ui/PublicLink.tsx"
import { useSending } from "./useSending.ts"

/** E-mail and password (000 §2 and §5). Whatever comes of it, what was typed stays. */
export const SignInForm = () => {
  const [email, setEmail] = useState(carriedEmail)
  const [password, setPassword] = useState("")
  const [remember, setRemember] = useState(false)
  const [tried, setTried] = useState(false)
  const emailInput = useRef<HTMLInputElement>(null)
  const passwordInput = useRef<HTMLInputElement>(null)
  const query = useQuery()
  const { busy, said, notYet, send } = useSending()
  const issues = tried ? signInIssues({ email, password }) : {}

  const submit = async () => {
    setTried(true)
    const wrong = signInIssues({ email, password })
    if (wrong.email !== undefined) return emailInput.current?.focus()
    if (wrong.password !== undefined) return passwordInput.current?.focus()
    const done = await send(async () => {
      const { data } = await run(signIn, { email: email.trim(), password, rememberMe: remember, client: "web" })
      beginSession(data.token, data.user, remember)
    })
    if (!done) passwordInput.current?.select()
  }
  useCommands({ scope: "anywhere", handlers: { "auth.login": () => void submit() } })

  return (
    <form
      className="auth-form"
      method="post"
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        center.perform("auth.login")
      }}
    >
      <FormFailure said={said} />
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
        <label className="check">
          <input type="checkbox" checked={remember} onChange={(event) => setRemember(event.target.checked)} />
          Remember me
        </label>
        <PublicLink to="/forgotpassword" carried={{ email }} command="auth.showForgotten">
          Forgot password?
        </PublicLink>
      </div>
      <CommandButton command="auth.login" look="primary" submit notYet={notYet}>
        {busy ? "Logging in ..." : "Log In"}
      </CommandButton>
      <p className="muted auth-more">
        No account yet?{" "}
        <PublicLink to={`/signup${query}`} command="auth.showSignUp">
          Sign Up
        </PublicLink>
      </p>
    </form>
  )
}
