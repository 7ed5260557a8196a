import { AuthScreen } from "#web/features/auth/AuthScreen.tsx"
import { PublicLink } from "#web/ui/PublicLink.tsx"

/** A public address whose screen is not in the console yet. */
export const PublicPendingRoute = () => (
  <AuthScreen title="Not in the console yet">
    <p className="muted">This address is known, but what it is for has not been built yet.</p>
    <p>
      <PublicLink to="/signin" command="auth.showSignIn">
        Return to Login
      </PublicLink>
    </p>
  </AuthScreen>
)
