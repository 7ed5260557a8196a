import { useEffect, useState } from "react"
import { carriedUid, goTo } from "#web/app/address.ts"
import { AuthScreen } from "#web/features/auth/AuthScreen.tsx"
import { lazyPart } from "#web/app/lazyPart.ts"
import { SetPasswordForm } from "#web/features/auth/SetPasswordForm.tsx"

const ConfirmEmail = lazyPart(() => import("#web/features/account/ConfirmEmail.tsx"), "ConfirmEmail")

/**
 * Setting a password by the one-time address of an email. The uid leaves the address once it has been read, and stays with this
 * entry of the tab's history, so that a reload does not lose it; it leaves with the entry. The link of a new email leads here as well, and says that it is `for=email` (decision 61).
 */
export const SetPasswordRoute = () => {
  const [uid] = useState(() => new URLSearchParams(location.search).get("uid") || carriedUid())
  const [forEmail] = useState(() => new URLSearchParams(location.search).get("for") === "email")
  const path = forEmail ? "/setpassword?for=email" : "/setpassword"
  useEffect(() => {
    if (uid !== null) goTo(path, { replace: true, carried: { uid } })
  }, [uid, path])
  if (forEmail) {
    return (
      <AuthScreen title="Confirm email">
        <ConfirmEmail uid={uid} />
      </AuthScreen>
    )
  }
  return (
    <AuthScreen title="Reset password">
      <SetPasswordForm uid={uid} onDone={() => goTo("/signin", { replace: true })} />
    </AuthScreen>
  )
}
