import { AuthScreen } from "#web/features/auth/AuthScreen.tsx"
import { SignInForm } from "#web/features/auth/SignInForm.tsx"

/** The sign-in screen. `PublicScreens` redirects afterwards, also after a sign-in in another tab. */
export const SignInRoute = () => (
  <AuthScreen title="Log In" tab="signin">
    <SignInForm />
  </AuthScreen>
)
