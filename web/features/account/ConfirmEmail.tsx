import { useEffect, useState } from "react"
import { words } from "#core/api/problem.ts"
import { LinkExpired } from "#core/auth/AuthErrors.ts"
import { confirmEmail } from "#core/commands/accountCommands.ts"
import { CallFailure } from "#web/app/CallFailure.ts"
import { call } from "#web/app/calls.ts"
import { session } from "#web/app/Session.ts"
import { PublicLink } from "#web/ui/PublicLink.tsx"

/** Pending and finished confirmations by uid. A link works only once, so re-rendering must not confirm it again. */
const confirmations = new Map<string, Promise<string>>()

const confirmed = (uid: string): Promise<string> => {
  const known = confirmations.get(uid) ?? call(confirmEmail(uid)).then(({ data }) => data.email)
  confirmations.set(uid, known)
  return known
}

/** Confirms the new email of a link and shows the outcome. */
export const ConfirmEmail = ({ uid }: { readonly uid: string | null }) => {
  const [email, setEmail] = useState<string | null>(null)
  const [failure, setFailure] = useState(uid === null ? words(new LinkExpired()) : null)
  useEffect(() => {
    if (uid === null) return
    confirmed(uid).then(setEmail, (error: unknown) => {
      if (!(error instanceof CallFailure)) throw error
      confirmations.delete(uid)
      setFailure(error.words)
    })
  }, [uid])
  return (
    <div className="auth-form">
      <p role="status">{email === null ? failure === null ? "Confirming…" : "" : <strong>Email updated</strong>}</p>
      {email === null ? null : <p>Sign in with {email} from now on.</p>}
      <div role="alert">
        {failure === null ? null : (
          <p className="form-failure">
            <strong>{failure.error}</strong> {failure.next}
          </p>
        )}
      </div>
      <p className="auth-more">
        {session.token === null ? (
          <PublicLink to="/signin" command="auth.showSignIn">
            Return to Login
          </PublicLink>
        ) : (
          <PublicLink to="/signin" command="auth.showSignIn">
            Go to Lockdesk
          </PublicLink>
        )}
      </p>
    </div>
  )
}
