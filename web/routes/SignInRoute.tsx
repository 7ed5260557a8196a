import { goTo, useQuery } from "#web/app/address.ts"
import { AuthScreen } from "#web/features/auth/AuthScreen.tsx"
import { SignInForm } from "#web/features/auth/SignInForm.tsx"
import { wayOn } from "./ways.ts"

/** Signing in, and on to where somebody was going. */
export const SignInRoute = () => {
  const query = useQuery()
  return (
    <AuthScreen title="Log In" tab="signin">
      <SignInForm onSignedIn={() => goTo(wayOn(query), { replace: true })} />
    </AuthScreen>
  )
}
