import { useEffect, useState } from "react"
import { carriedUid, goTo } from "#web/app/address.ts"
import { AuthScreen } from "#web/features/auth/AuthScreen.tsx"
import { SetPasswordForm } from "#web/features/auth/SetPasswordForm.tsx"

/**
 * Setting a password by the one-time address of an email. The uid leaves the address once it has been read, and stays with this
 * entry of the tab's history, so that a reload does not lose it; it leaves with the entry.
 */
export const SetPasswordRoute = () => {
  const [uid] = useState(() => new URLSearchParams(location.search).get("uid") || carriedUid())
  useEffect(() => {
    if (uid !== null) goTo("/setpassword", { replace: true, carried: { uid } })
  }, [uid])
  return (
    <AuthScreen title="Reset password">
      <SetPasswordForm uid={uid} onDone={() => goTo("/signin", { replace: true })} />
    </AuthScreen>
  )
}
