import { AuthScreen } from "#web/features/auth/AuthScreen.tsx"
import { PublicLink } from "#web/ui/PublicLink.tsx"

/** A public path whose screen isn't in the console yet. */
export const PublicPendingRoute = () => (
  <AuthScreen title="Coming soon">
    <p className="muted">This page isn't ready yet.</p>
    <p>
      <PublicLink to="/signin" command="auth.showSignIn">
        Return to Login
      </PublicLink>
    </p>
  </AuthScreen>
)
