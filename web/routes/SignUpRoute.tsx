import { useQuery } from "#web/app/address.ts"
import { AuthScreen } from "#web/features/auth/AuthScreen.tsx"
import { PublicLink } from "#web/ui/PublicLink.tsx"

/** Creating an account is not in the console yet. */
export const SignUpRoute = () => (
  <AuthScreen title="Create Account" tab="signup">
    <p className="muted">
      Accounts are created by an administrator for now: ask the one of your company, or whoever runs this server.
    </p>
    <p>
      <PublicLink to={`/signin${useQuery()}`} command="auth.showSignIn">
        Return to Login
      </PublicLink>
    </p>
  </AuthScreen>
)
