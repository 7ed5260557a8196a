import { actsForAnother } from "#core/auth/actingRules.ts"
import { useUser } from "#web/app/Session.ts"

/** The company a dialog's action applies to, if not the user's own. */
export const ActingFor = () => {
  const user = useUser()
  if (user === null || !actsForAnother(user)) return null
  return (
    <p className="acting-note">
      Acting for <strong>{user.companyName}</strong>
    </p>
  )
}
