import { useEffect, useState } from "react"
import { goTo } from "#web/app/address.ts"
import { AuthScreen } from "#web/features/auth/AuthScreen.tsx"
import { SetPasswordForm } from "#web/features/auth/SetPasswordForm.tsx"

/** Setting a password by the one-time address of a mail. The uid leaves the address and the history once it has been read. */
export const SetPasswordRoute = () => {
  const [uid] = useState(() => new URLSearchParams(location.search).get("uid") || null)
  useEffect(() => {
    if (uid !== null) goTo("/setpassword", { replace: true })
  }, [uid])
  return (
    <AuthScreen title="Reset password">
      <SetPasswordForm uid={uid} onDone={() => goTo("/signin", { replace: true })} />
    </AuthScreen>
  )
}
