import { AuthScreen } from "#web/features/auth/AuthScreen.tsx"
import { ForgottenForm } from "#web/features/auth/ForgottenForm.tsx"

/** Asking for a reset link. */
export const ForgotPasswordRoute = () => (
  <AuthScreen title="Forgot password">
    <ForgottenForm />
  </AuthScreen>
)
