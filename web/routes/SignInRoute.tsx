import { AuthScreen } from "#web/features/auth/AuthScreen.tsx"
import { SignInForm } from "#web/features/auth/SignInForm.tsx"

/** Signing in. Where it leads on to is `PublicScreens`' to say, whoever signed in, here or in another tab. */
export const SignInRoute = () => (
  <AuthScreen title="Log In" tab="signin">
    <SignInForm />
  </AuthScreen>
)
