import { useQuery } from "#web/app/address.ts"
import { AuthScreen } from "#web/features/auth/AuthScreen.tsx"
import { PublicLink } from "#web/ui/PublicLink.tsx"

/** Sign-up isn't in the console yet. */
export const SignUpRoute = () => (
  <AuthScreen title="Create Account" tab="signup">
    <p className="muted">Sign-up isn't available yet. Ask your company's administrator to add you.</p>
    <p>
      <PublicLink to={`/signin${useQuery()}`} command="auth.showSignIn">
        Return to Login
      </PublicLink>
    </p>
  </AuthScreen>
)
