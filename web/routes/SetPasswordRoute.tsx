import { useEffect, useState } from "react"
import { carriedUid, goTo } from "#web/app/address.ts"
import { ConfirmEmail } from "#web/features/account/ConfirmEmail.tsx"
import { AuthScreen } from "#web/features/auth/AuthScreen.tsx"
import { PasswordSet } from "#web/features/auth/PasswordSet.tsx"
import { SetPasswordForm } from "#web/features/auth/SetPasswordForm.tsx"

/**
 * Sets a password with the one-time link of an email. The uid is removed from the URL once read and kept in the
 * history entry's state, so that it survives a reload but goes away with the entry. The link for a new email also
 * leads here, with `for=email` (decision 61).
 */
export const SetPasswordRoute = () => {
  const [uid] = useState(() => new URLSearchParams(location.search).get("uid") || carriedUid())
  const [forEmail] = useState(() => new URLSearchParams(location.search).get("for") === "email")
  const [done, setDone] = useState(false)
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
      {done ? <PasswordSet /> : <SetPasswordForm uid={uid} onDone={() => setDone(true)} />}
    </AuthScreen>
  )
}
