import { useEffect, useState } from "react"
import { goTo } from "#web/app/address.ts"
import { toast } from "#web/app/notices.ts"
import { askWhoIsSignedIn } from "#web/app/whoAmI.ts"
import { PublicLink } from "#web/ui/PublicLink.tsx"

const done = "Your password is set."

/**
 * What follows a new password: the sign-in screen. A browser that is signed in as someone else says so instead, because nobody
 * should continue as another person unasked. The sessions of the password's own user have ended.
 */
export const PasswordSet = () => {
  const [other, setOther] = useState<string | null>(null)
  useEffect(() => {
    const signIn = (): void => {
      toast("success", done, "Log in with it.")
      goTo("/signin", { replace: true })
    }
    // If the server can't be reached, the sign-in screen reports it.
    askWhoIsSignedIn().then((user) => (user === null ? signIn() : setOther(user.name)), signIn)
  }, [])
  return (
    <div className="auth-form">
      <p role="status">
        {other === null ? null : (
          <>
            <strong>{done}</strong> This browser is still signed in as {other}.
          </>
        )}
      </p>
      {other === null ? null : (
        <>
          <p>To log in with your new password, sign out of that account first.</p>
          <p className="auth-more">
            <PublicLink to="/signin" command="auth.showSignIn">
              Go to Lockdesk as {other}
            </PublicLink>
          </p>
        </>
      )}
    </div>
  )
}
